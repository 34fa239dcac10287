"""Engines of this process on a small collection: they answer, keep to their sandbox and leave nothing behind."""

import os

import pytest

from labelled import shop
from memory_retrieval.core.errors import ConfigError
from memory_retrieval_eval.runner import BASELINES, PRODUCT, opener, run
from memory_retrieval_eval.sandbox import changed_environment
from memory_retrieval_eval.values import Collection, Document, LabelledQuery


@pytest.fixture
def collection(project, tmp_path):
    return shop(project, tmp_path / "shop-collection")


def test_an_unknown_engine_is_refused_before_anything_is_asked():
    with pytest.raises(
        ConfigError,
        match="--engine best: no such engine; use one of fts5_bm25, title_tags",
    ):
        run([], ["fts5_bm25", "best"])


@pytest.mark.parametrize("engine", [*PRODUCT, *BASELINES])
def test_every_engine_of_files_answers_every_query_and_leaks_nothing(
    collection, engine
):
    (done,) = run([collection], [engine])
    assert [o.query for o in done.outcomes] == list(collection.queries)
    assert done.outcomes[0].searched[0] == "runbooks/rotate-keys.json"
    assert done.outcomes[4].injected == done.outcomes[4].searched == ()
    assert not any(o.leaked for o in done.outcomes)
    assert all(o.inject_ms >= 0 and len(o.injected) <= 3 for o in done.outcomes)


def test_nothing_of_an_evaluation_is_left_and_nothing_of_the_user_is_read(
    collection, project, home, monkeypatch
):
    monkeypatch.setenv("MEMORIES_ROOT", "/nowhere")
    monkeypatch.setenv("MEMORIES_OFF", "1")
    before = (
        dict(os.environ),
        sorted(home.rglob("*")),
        sorted(collection.folder.rglob("*")),
    )
    (done,) = run([collection], ["fts5_bm25"])
    assert (
        dict(os.environ),
        sorted(home.rglob("*")),
        sorted(collection.folder.rglob("*")),
    ) == before
    assert done.outcomes[0].searched


def test_the_environment_comes_back_even_when_an_engine_fails(monkeypatch):
    monkeypatch.setenv("MEMORIES_NOW", "2020-01-01")
    with (
        pytest.raises(RuntimeError),
        changed_environment({"MEMORIES_NOW": None, "MEMORIES_ROOT": "x"}),
    ):
        assert "MEMORIES_NOW" not in os.environ
        raise RuntimeError
    assert os.environ["MEMORIES_NOW"] == "2020-01-01"
    assert "MEMORIES_ROOT" not in os.environ


def test_old_session_summaries_are_not_held_back_in_an_evaluation(collection):
    with opener("title_tags")(collection) as engine:
        assert "sessions/old-session.json" in engine.inject(collection.queries[2]).keys


def test_a_text_set_answers_with_the_ids_of_its_documents(tmp_path):
    documents = tuple(
        Document(f"doc {i}", "", f"about the {word}")
        for i, word in enumerate(("kettle", "ladder", "mirror"))
    )
    collection = Collection(
        "texts",
        tmp_path,
        (LabelledQuery("q", "all", "where is the ladder", relevant={"doc 1": 1}),),
        documents,
    )
    for done in run(
        [collection], ["fts5_bm25", "title_tags", "seed_fts5", "fts5_plain"]
    ):
        assert done.outcomes[0].searched[0] == "doc 1"
