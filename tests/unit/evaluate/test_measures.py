"""Measures: cases by hand, the definitions written out once more, and the laws that hold for every ranking."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval_eval.measures import (
    KEY,
    METRICS,
    NDCG,
    PRODUCT,
    RR,
    QueryOutcome,
    R,
    score,
)
from memory_retrieval_eval.values import LabelledQuery

KEYS = [f"k{i}" for i in range(14)]


def outcome(relevant, injected=(), searched=(), forbidden=(), kind="direct", id="q"):
    query = LabelledQuery(
        id=id,
        kind=kind,
        prompt="x",
        relevant=dict(relevant),
        forbidden=frozenset(forbidden),
    )
    return QueryOutcome(query, tuple(injected), tuple(searched))


# --- by hand --------------------------------------------------------------------------------------------------------


def test_measures_print_as_the_field_writes_them():
    assert [str(m) for m in (R(10), RR(), NDCG(10))] == ["R@10", "RR", "nDCG@10"]


@pytest.mark.parametrize("measure", [R(10), RR(), NDCG()], ids=str)
@pytest.mark.parametrize(
    "ranking, relevant", [([], {"a": 2}), (["b"], {"a": 2}), ([], {}), (["a"], {})]
)
def test_finding_nothing_is_worth_nothing(measure, ranking, relevant):
    assert measure(ranking, relevant) == 0.0


def test_by_hand():
    ranking, relevant = ["x", "a", "y", "b"], {"a": 2, "b": 1, "c": 1, "d": 1}
    assert R(2)(ranking, relevant) == pytest.approx(1 / 2)
    assert RR()(ranking, relevant) == pytest.approx(1 / 2)
    assert RR(1)(ranking, relevant) == 0.0
    assert NDCG(3)(ranking, {"a": 2, "b": 1}) == pytest.approx(
        (3 / 1.58496) / (3 + 1 / 1.58496), rel=1e-4
    )


def test_the_figures_of_a_project_by_hand():
    rows = [
        outcome(
            {"a": 2, "b": 1}, ["a", "x"], ["x", "a"], ["x"]
        ),  # a forbidden one twice
        outcome(
            {"a": 2, "b": 1}, ["b"], ["b", "a"]
        ),  # no hit: grade 1 alone, but both are searched
        outcome({}, ["x"]),
        outcome({}),
    ]
    got = score(rows)
    assert (got["inject_hit"], got["inject_recall3"], got["recall10"]) == (
        0.5,
        0.5,
        0.75,
    )
    assert (got["inject_precision"], got["false_inject"], got["leaks"]) == (0.5, 0.5, 2)
    assert (got["negative_quiet"], got["silent"], got["n"]) == (0.5, 0.25, 4)


def test_silence_is_counted_for_near_and_far_negatives():
    near, far = (
        lambda *keys, kind=kind: outcome({}, keys, kind=kind)
        for kind in ("negative_near", "negative_far")
    )
    got = score(
        [
            near("x"),
            near(),
            near(),
            far("x"),
            far(),
            outcome({}, ["x"], kind="negative"),
        ]
    )
    assert got["negative_quiet_near"] == 0.6667
    assert got["negative_quiet_far"] == 0.5
    assert got["negative_quiet"] == 0.5


def test_the_shortlist_reaches_what_is_injected_or_listed_of_grade_2():
    def listed(relevant, injected, titles, characters):
        return replace(
            outcome(relevant, injected), listed=tuple(titles), characters=characters
        )

    rows = [
        listed({"a": 2, "b": 1}, ["a"], [], 0),
        listed({"a": 2, "b": 1}, ["b"], ["x", "a"], 300),
        listed({"a": 2, "b": 1}, ["b"], ["x"], 200),  # grade 1 alone is not enough
        listed({"b": 1}, [], ["b"], 100),  # unless there is no grade 2
        listed({}, [], ["x"], 400),  # a negative costs characters too
    ]
    assert score(rows)["shortlist_recall"] == 0.75
    assert score(rows)["shortlist_characters"] == 200
    rows[2] = replace(rows[2], briefed=("a",))  # the session's start has shown it
    assert score(rows)["shortlist_recall"] == 1.0


def test_a_prompt_that_gets_titles_alone_is_quiet_but_not_silent():
    rows = [outcome({}), replace(outcome({}), listed=("x",), characters=90)]
    assert (score(rows)["negative_quiet"], score(rows)["negative_silent"]) == (1.0, 0.5)


def test_every_metric_has_one_name():
    assert len(METRICS) == len(PRODUCT)
    assert METRICS.keys() >= {*KEY}


# --- the definitions, once more --------------------------------------------------------------------------------------

rankings = st.lists(st.sampled_from(KEYS), unique=True, max_size=12)
labels = st.dictionaries(st.sampled_from(KEYS), st.integers(1, 3), max_size=12)


# --- laws -----------------------------------------------------------------------------------------------------------


@given(rankings, labels.filter(bool))
def test_measures_lie_between_nought_and_one_and_the_best_order_is_one(
    ranking, relevant
):
    best = sorted(relevant, key=lambda key: -relevant[key])
    for measure in (R(10), RR(), NDCG()):
        assert 0 <= measure(ranking, relevant) <= 1 + 1e-9
        assert measure(best, relevant) == pytest.approx(1)


@given(rankings, labels.filter(bool), st.integers(1, 12))
def test_what_comes_after_the_cutoff_changes_nothing(ranking, relevant, cutoff):
    for measure in (R(cutoff), RR(cutoff), NDCG(cutoff)):
        assert measure(ranking, relevant) == measure(ranking[:cutoff], relevant)
