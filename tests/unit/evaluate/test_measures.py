"""Measures: cases by hand, and the same figures as suite_eval.py and evaluate.py where those lie beside the checkout."""

import importlib.util
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_retrieval.evaluate.measures import (
    METRICS,
    NDCG,
    PRODUCT,
    RR,
    TEXT,
    P,
    QueryOutcome,
    R,
    key_metrics,
    metrics_of,
    score,
)
from memory_retrieval.evaluate.values import BEIR, LabelledQuery

TOOLS = Path(__file__).resolve().parents[4] / "shared" / "tools"
KEYS = [f"k{i}" for i in range(14)]


def outcome(relevant, injected=(), searched=(), forbidden=(), kind="direct", id="q"):
    query = LabelledQuery(id=id, kind=kind, prompt="x", relevant=dict(relevant), forbidden=frozenset(forbidden))
    return QueryOutcome(query, tuple(injected), tuple(searched))


def _tool(name):
    path = TOOLS / f"{name}.py"
    if not path.exists():
        pytest.skip(f"{path} is not beside this checkout; the cases by hand stand for it")
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# --- by hand --------------------------------------------------------------------------------------------------------


def test_measures_print_as_the_field_writes_them():
    assert [str(m) for m in (P(3), R(10), R(10, capped=True), RR(), NDCG(10), NDCG(10, linear=True))] == [
        "P@3",
        "R@10",
        "R@10",
        "RR",
        "nDCG@10",
        "nDCG(linear)@10",
    ]


@pytest.mark.parametrize("measure", [P(3), R(10), R(3, capped=True), RR(), NDCG(), NDCG(linear=True)], ids=str)
@pytest.mark.parametrize("ranking, relevant", [([], {"a": 2}), (["b"], {"a": 2}), ([], {}), (["a"], {})])
def test_finding_nothing_is_worth_nothing(measure, ranking, relevant):
    assert measure(ranking, relevant) == 0.0


def test_by_hand():
    ranking, relevant = ["x", "a", "y", "b"], {"a": 2, "b": 1, "c": 1, "d": 1}
    assert P(3)(ranking, relevant) == pytest.approx(1 / 3)
    assert R(2)(ranking, relevant) == pytest.approx(1 / 4)
    assert R(2, capped=True)(ranking, relevant) == pytest.approx(1 / 2)
    assert RR()(ranking, relevant) == pytest.approx(1 / 2)
    assert RR(1)(ranking, relevant) == 0.0
    assert NDCG(3)(ranking, {"a": 2, "b": 1}) == pytest.approx((3 / 1.58496) / (3 + 1 / 1.58496), rel=1e-4)
    assert NDCG(3, linear=True)(ranking, {"a": 2, "b": 1}) == pytest.approx((2 / 1.58496) / (2 + 1 / 1.58496), rel=1e-4)


def test_the_product_figures_by_hand():
    rows = [
        outcome({"a": 2, "b": 1}, ["b", "x"], ["x", "a", "b"]),  # grade 1 alone is no hit; x is wrong
        outcome({"c": 1}, ["c"], ["c"]),  # without a grade 2 any grade is a hit
        outcome({"d": 2}, [], []),  # nothing found counts
        outcome({}, [], ["y"], forbidden=["y"]),  # a quiet negative, with a leak in its search
        outcome({}, ["z"], ["z"], forbidden=["z"]),  # a loud one, leaking twice
    ]
    got = score(rows)
    assert got == {
        "inject_hit": 0.3333,
        "inject_recall3": 0.5,
        "inject_precision": 0.5,
        "false_inject": 0.4,
        "negative_quiet": 0.5,
        "silent": 0.4,
        "leaks": 3,
        "recall10": 0.6667,
        "mrr": 0.5,
        "ndcg10": got["ndcg10"],
        "precision3": 0.3333,
        "n": 5,
    }


def test_without_negatives_the_product_is_quiet_and_without_injections_precise_at_nought():
    got = score([outcome({"a": 2}, [], ["a"])])
    assert (got["negative_quiet"], got["inject_precision"], got["recall10"]) == (1.0, 0.0, 1.0)


def test_every_metric_has_one_name_and_the_key_ones_belong_to_their_form():
    assert len(METRICS) == len(PRODUCT) + len(TEXT)
    for form in ("project", BEIR):
        assert set(key_metrics(form)) <= set(metrics_of(form))


# --- the same as the tools ------------------------------------------------------------------------------------------

rankings = st.lists(st.sampled_from(KEYS), unique=True, max_size=12)
labels = st.dictionaries(st.sampled_from(KEYS), st.integers(1, 3), max_size=12)
rows = st.lists(
    st.builds(lambda rel, i, s, f: outcome(rel, i[:3], s[:10], f[:3]), labels, rankings, rankings, rankings),
    min_size=1,
    max_size=8,
)


@given(rows)
@settings(max_examples=50)
def test_suite_eval_gives_the_same_figures(outcomes):
    tool = _tool("suite_eval")
    theirs = tool.score(
        [
            ({"relevant": o.query.relevant, "forbidden": list(o.query.forbidden)}, list(o.injected), list(o.searched))
            for o in outcomes
        ]
    )
    ours = score(outcomes)
    assert {name: ours[name] for name in theirs} == pytest.approx(theirs, abs=2e-4)


@given(rankings, labels.filter(bool))
def test_evaluate_gives_the_same_figures(ranking, relevant):
    theirs = _tool("evaluate").measures(ranking, relevant, 100)
    for metric in TEXT:
        assert metric([outcome(relevant, searched=ranking)]) == pytest.approx(theirs[metric.name])


# --- laws -----------------------------------------------------------------------------------------------------------


@given(rankings, labels.filter(bool))
def test_measures_lie_between_nought_and_one_and_the_best_order_is_one(ranking, relevant):
    best = sorted(relevant, key=lambda key: -relevant[key])
    for measure in (R(10, capped=True), RR(), NDCG(), NDCG(linear=True)):
        assert 0 <= measure(ranking, relevant) <= 1 + 1e-9
        assert measure(best, relevant) == pytest.approx(1)


@given(rows)
@settings(max_examples=50)
def test_a_query_without_results_counts(outcomes):
    """One more prompt that found nothing can only lower what a mean over prompts says."""
    missed = [*outcomes, outcome({"k0": 2})]
    for name in ("inject_hit", "recall10", "mrr", "ndcg10"):
        if any(o.query.relevant for o in outcomes):
            assert METRICS[name](missed) <= METRICS[name](outcomes) + 1e-12
