"""Measures: cases by hand, the definitions written out once more, and the laws that hold for every ranking."""

from dataclasses import replace
from math import log2

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_retrieval_eval.measures import (
    METRICS,
    NDCG,
    PRODUCT,
    RR,
    TEXT,
    QueryOutcome,
    R,
    key_metrics,
    metrics_of,
    score,
)
from memory_retrieval_eval.values import BEIR, LabelledQuery

KEYS = [f"k{i}" for i in range(14)]


def outcome(relevant, injected=(), searched=(), forbidden=(), kind="direct", id="q"):
    query = LabelledQuery(id=id, kind=kind, prompt="x", relevant=dict(relevant), forbidden=frozenset(forbidden))
    return QueryOutcome(query, tuple(injected), tuple(searched))


# --- by hand --------------------------------------------------------------------------------------------------------


def test_measures_print_as_the_field_writes_them():
    assert [
        str(m) for m in (R(10), R(10, capped=True), RR(), NDCG(10), NDCG(10, linear=True))
    ] == "R@10 R@10 RR nDCG@10 nDCG(linear)@10".split()


@pytest.mark.parametrize("measure", [R(10), R(3, capped=True), RR(), NDCG(), NDCG(linear=True)], ids=str)
@pytest.mark.parametrize("ranking, relevant", [([], {"a": 2}), (["b"], {"a": 2}), ([], {}), (["a"], {})])
def test_finding_nothing_is_worth_nothing(measure, ranking, relevant):
    assert measure(ranking, relevant) == 0.0


def test_by_hand():
    ranking, relevant = ["x", "a", "y", "b"], {"a": 2, "b": 1, "c": 1, "d": 1}
    assert R(2)(ranking, relevant) == pytest.approx(1 / 4)
    assert R(2, capped=True)(ranking, relevant) == pytest.approx(1 / 2)
    assert RR()(ranking, relevant) == pytest.approx(1 / 2)
    assert RR(1)(ranking, relevant) == 0.0
    assert NDCG(3)(ranking, {"a": 2, "b": 1}) == pytest.approx((3 / 1.58496) / (3 + 1 / 1.58496), rel=1e-4)
    assert NDCG(3, linear=True)(ranking, {"a": 2, "b": 1}) == pytest.approx((2 / 1.58496) / (2 + 1 / 1.58496), rel=1e-4)


def test_silence_is_counted_for_near_and_far_negatives():
    near, far = (lambda *keys, kind=kind: outcome({}, keys, kind=kind) for kind in ("negative_near", "negative_far"))
    got = score([near("x"), near(), near(), far("x"), far(), outcome({}, ["x"], kind="negative")])
    assert got["negative_quiet_near"] == 0.6667
    assert got["negative_quiet_far"] == 0.5
    assert got["negative_quiet"] == 0.5


def test_the_shortlist_reaches_what_is_injected_or_listed_of_grade_2():
    def listed(relevant, injected, titles, characters):
        return replace(outcome(relevant, injected), listed=tuple(titles), characters=characters)

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


def test_every_metric_has_one_name_and_the_key_ones_belong_to_their_form():
    assert len(METRICS) == len(PRODUCT) + len(TEXT)
    for form in ("project", BEIR):
        assert set(key_metrics(form)) <= set(metrics_of(form))


# --- the definitions, once more --------------------------------------------------------------------------------------

rankings = st.lists(st.sampled_from(KEYS), unique=True, max_size=12)
labels = st.dictionaries(st.sampled_from(KEYS), st.integers(1, 3), max_size=12)
rows = st.lists(
    st.builds(lambda rel, i, s, f: outcome(rel, i[:3], s[:10], f[:3]), labels, rankings, rankings, rankings),
    min_size=1,
    max_size=8,
)


def mean(values, empty=0.0):
    return sum(values) / len(values) if values else empty


def discounted(gains):
    return sum(gain / log2(rank + 1) for rank, gain in enumerate(gains[:10], 1))


def needed(relevant):
    """Keys of which one must be injected: those of grade 2 if there are any."""
    return {key for key, grade in relevant.items() if grade == 2} or set(relevant)


@given(rows)
@settings(max_examples=50)
def test_the_product_figures_follow_their_definitions(outcomes):
    positives = [o for o in outcomes if o.query.relevant]
    negatives = [o for o in outcomes if not o.query.relevant]
    injected = [(key, o.query.relevant) for o in outcomes for key in o.injected]
    forbidden = [key in o.query.forbidden for o in outcomes for key in [*o.injected, *o.searched[:10]]]
    hits = [(o.query.relevant, set(o.injected) & set(o.query.relevant), o.searched) for o in positives]
    ours = score(outcomes)
    elsewhere = ("mrr", "ndcg10", "negative_quiet_near", "negative_quiet_far", "shortlist_characters")
    assert {name: ours[name] for name in ours if name not in elsewhere} == pytest.approx(
        {
            "inject_hit": mean([bool(needed(relevant) & good) for relevant, good, _ in hits]),
            "shortlist_recall": mean([bool(needed(relevant) & good) for relevant, good, _ in hits]),
            "inject_recall3": mean([len(good) / min(3, len(relevant)) for relevant, good, _ in hits]),
            "inject_precision": mean([key in relevant for key, relevant in injected]),
            "false_inject": mean([bool(set(o.injected) - set(o.query.relevant)) for o in outcomes]),
            "negative_quiet": mean([not o.injected for o in negatives], empty=1.0),
            "negative_silent": mean([not o.injected for o in negatives], empty=1.0),
            "silent": mean([not o.injected for o in outcomes]),
            "leaks": sum(forbidden),
            "recall10": mean([len(set(found) & set(relevant)) / min(10, len(relevant)) for relevant, _, found in hits]),
            "n": len(outcomes),
        },
        abs=1e-4,
    )


@given(rankings, labels.filter(bool))
def test_the_measures_of_text_sets_follow_their_definitions(ranking, relevant):
    ours = score([outcome(relevant, searched=ranking)], TEXT)
    places = [rank for rank, key in enumerate(ranking[:10], 1) if key in relevant]
    ideal = sorted(relevant.values(), reverse=True)
    assert ours == pytest.approx(
        {
            "recall@5": sum(rank <= 5 for rank in places) / len(relevant),
            "recall@10": len(places) / len(relevant),
            "mrr@10": 1 / places[0] if places else 0.0,
            "ndcg@10": discounted([relevant.get(key, 0) for key in ranking]) / discounted(ideal),
            "n": 1,
        },
        abs=1e-4,
    )


# --- laws -----------------------------------------------------------------------------------------------------------


@given(rankings, labels.filter(bool))
def test_measures_lie_between_nought_and_one_and_the_best_order_is_one(ranking, relevant):
    best = sorted(relevant, key=lambda key: -relevant[key])
    for measure in (R(10, capped=True), RR(), NDCG(), NDCG(linear=True)):
        assert 0 <= measure(ranking, relevant) <= 1 + 1e-9
        assert measure(best, relevant) == pytest.approx(1)


@given(rankings, labels.filter(bool), st.integers(1, 12))
def test_what_comes_after_the_cutoff_changes_nothing(ranking, relevant, cutoff):
    for measure in (R(cutoff), RR(cutoff), NDCG(cutoff)):
        assert measure(ranking, relevant) == measure(ranking[:cutoff], relevant)
