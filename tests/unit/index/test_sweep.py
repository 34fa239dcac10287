"""The sweep after the answer: what it brings up to date, and that it runs once a store."""

import os
import time

from memory_retrieval.index import refresh
from memory_retrieval.index.fts5 import Fts5Index
from memory_retrieval.index.refresh import SweepLock
from memory_retrieval.index.sweep import after_answer, sweep
from memory_retrieval.retrieve.query import build_query
from memory_retrieval.store.listing import RACY

FOREVER = float("inf")


def _ids(index, text):
    return {c.memory.id for c in index.candidates(build_query(text)) if c.lexical > 0}


def _large(project, monkeypatch):
    """A store in which a refresh looks at folders only, as one of more than SWEEP_LIMIT entries."""
    path = project.write("runbook", "x", "Throttling of the api")
    project.fill(5)
    monkeypatch.setattr(refresh, "SWEEP_LIMIT", 3)
    store = project.found()
    while time.time_ns() - path.stat().st_ctime_ns <= RACY:
        time.sleep(0.005)
    with Fts5Index(store) as index:
        index.refresh(FOREVER)
        index.refresh(FOREVER)
    path.write_text(
        path.read_text().replace("Throttling", "Caching")
    )  # in place: the folder's time stays
    return store


def test_a_store_can_be_swept_by_one_process_at_a_time(project):
    project.fill(1)
    store = project.found()
    with Fts5Index(store):
        pass  # makes the index's folder
    with SweepLock(store) as first, SweepLock(store) as second:
        assert (first, second) == (True, False)
    with SweepLock(store) as again:
        assert again


def test_without_a_folder_for_the_index_nobody_has_the_lock(project):
    project.fill(1)
    store = project.found()
    with SweepLock(store) as free:
        assert not free


def test_a_store_that_is_being_swept_is_skipped(project, monkeypatch):
    store = _large(project, monkeypatch)
    with SweepLock(store):
        sweep([store], FOREVER)
    with Fts5Index(store) as index:
        assert _ids(index, "caching") == set()


def test_a_sweep_past_its_deadline_leaves_the_rest_for_the_next_one(
    project, monkeypatch
):
    store = _large(project, monkeypatch)
    sweep([store], 0.0)
    sweep([store], FOREVER)
    with Fts5Index(store) as index:
        assert _ids(index, "caching") == {"x"}


def test_where_no_process_may_be_started_what_is_missing_is_indexed_in_this_one(
    project, monkeypatch
):
    monkeypatch.delattr(os, "fork")
    store = _large(project, monkeypatch)
    after_answer([store])
    with Fts5Index(store) as index:
        assert _ids(index, "caching") == set()
        after_answer([store], due=True)
        assert _ids(index, "caching") == {"x"}
