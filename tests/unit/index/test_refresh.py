"""Bringing an index up to date: what counts as a change, and what a deadline leaves for later."""

import threading
import time

import pytest

from memory_retrieval.index import database, refresh
from memory_retrieval.index.fts5 import Fts5Index
from memory_retrieval.store.listing import RACY

FOREVER = float("inf")


@pytest.fixture
def opened(project):
    project.fill(6)
    store = project.found()
    db = database.open_index(store)
    yield project, store, db
    db.close()


def _settle():
    time.sleep(3 * RACY / 1e9)  # a younger file is read again


def _paths(db):
    return [
        path
        for (path,) in db.execute(
            "select path from doc where problem is null order by path"
        )
    ]


def test_a_first_refresh_reads_every_entry_and_the_next_ones_none(opened):
    _, store, db = opened
    _settle()
    assert refresh.refresh(db, store, FOREVER).changed == 6
    results = [refresh.refresh(db, store, FOREVER) for _ in range(2)]
    assert [(r.complete, r.changed, r.left) for r in results] == [(True, 0, 0)] * 2


def test_past_the_deadline_nothing_is_read_and_the_result_is_incomplete(opened):
    _, store, db = opened
    result = refresh.refresh(db, store, 0.0)
    assert not result.complete and _paths(db) == []
    assert refresh.refresh(db, store, FOREVER).complete and len(_paths(db)) == 6


def test_while_another_process_writes_the_index_stays_as_it_is(opened):
    project, store, db = opened
    refresh.refresh(db, store, FOREVER)
    project.write("runbook", "x", "New")
    other = database.open_index(store)
    other.execute("begin immediate")
    assert (
        not refresh.refresh(db, store, time.monotonic() + 1).complete
        and len(_paths(db)) == 6
    )
    assert not refresh.refresh_paths(db, store, [(_paths(db)[0], "decision", "")])
    other.execute("rollback")
    other.close()
    assert refresh.refresh(db, store, FOREVER).complete and len(_paths(db)) == 7


def test_who_has_time_waits_for_another_writer(opened):
    project, store, db = opened
    project.write("runbook", "x", "New")
    other = database.open_index(store)
    other.execute("begin immediate")
    ending = threading.Timer(2 * database.BUSY_MS / 1000, other.rollback)
    ending.start()
    assert refresh.refresh(db, store, FOREVER).complete and len(_paths(db)) == 7
    ending.join()
    other.close()


def test_vectors_of_another_table_are_forgotten_once_by_who_has_time(opened):
    _, store, db = opened
    with Fts5Index(store) as index:
        assert index.refresh(FOREVER).complete
    db.execute("update meta set value='other' where key='vectors'")
    other = database.open_index(store)
    other.execute("begin immediate")
    with Fts5Index(store) as first, Fts5Index(store) as second:
        assert first.table is None
        ending = threading.Timer(2 * database.BUSY_MS / 1000, other.rollback)
        ending.start()
        assert first.refresh(FOREVER).complete and second.refresh(FOREVER).complete
        assert first.table and second.table
        assert db.execute("select count(vector) from doc").fetchone() == (6,)
    ending.join()
    other.close()


def test_many_new_texts_are_indexed_before_any_vector(opened):
    project, store, db = opened
    project.fill(refresh.CHUNK + 10)
    writes = []
    db.set_trace_callback(lambda sql: writes.append(sql.split("(")[0]))
    refresh.refresh(db, store, FOREVER)
    db.set_trace_callback(None)
    vectors = [
        at for at, sql in enumerate(writes) if sql.startswith("update doc set vector")
    ]
    texts = [at for at, sql in enumerate(writes) if sql.startswith("insert into doc")]
    assert vectors and texts and texts[-1] < vectors[0]
    assert db.execute("select count(*) from doc where pending = 1").fetchone() == (0,)
