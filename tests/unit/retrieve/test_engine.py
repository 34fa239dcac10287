"""Engines over files: which one answers, and which settings hold for it."""

import pytest

from memory_retrieval.core.settings import Config
from memory_retrieval.retrieve.engine import Fts5Engine, KeywordEngine, open_engine
from memory_retrieval.retrieve.query import build_query
from memory_retrieval.store.settings import load_config

FOREVER = float("inf")


def _search(engine, text):
    return engine.search(build_query(text), 30, 1_790_000_000, FOREVER)


def test_an_unknown_engine_is_reported_and_the_default_answers(project):
    project.config({"retrieval": {"match_strategy": "hybrid"}})
    store = project.found()
    config = load_config(store)
    assert open_engine([store], config).name == "fts5_bm25"
    assert [
        w
        for w in config.warnings
        if "'hybrid' is not one of fts5_bm25 | title_tags" in w
    ]


@pytest.mark.parametrize(
    "engine_class",
    [Fts5Engine, lambda stores: KeywordEngine(stores, Config())],
    ids=["fts5_bm25", "title_tags"],
)
def test_every_engine_says_whose_each_candidate_is_and_counts_what_it_searched(
    project, make_project, engine_class
):
    other = make_project("other")
    for where in (project, other):
        where.fill(4)
        where.write("runbook", "x", "Throttling of the api", ["throttling"])
    stores = [where.found() for where in (project, other)]
    result = _search(engine_class(stores), "throttling")
    assert [
        [c.store.root for c in pool if c.memory.id == "x"] for pool in result.pools
    ] == [[s.root] for s in stores]
    assert (result.total, result.complete) == (10, True)
    assert all(c.prior is None for c in result.candidates)


@pytest.mark.parametrize("mode", ["auto", "search"])
def test_scores_of_keywords_are_points_and_those_of_fts5_chances(mode):
    assert not KeywordEngine([], Config()).relevance(mode).calibrated
    assert Fts5Engine([]).relevance(mode).calibrated
