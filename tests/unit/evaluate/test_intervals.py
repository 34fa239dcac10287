"""Intervals: what holds for every set of outcomes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_retrieval_eval.intervals import bootstrap
from memory_retrieval_eval.measures import METRICS, QueryOutcome
from memory_retrieval_eval.values import LabelledQuery

HIT = METRICS["inject_hit"]


def run(hits):
    """Outcomes of which those marked true injected what they should."""
    return [
        QueryOutcome(
            LabelledQuery(id=f"q{i}", kind="k", prompt="x", relevant={"a": 2}),
            ("a",) if hit else (),
            ("a",) if hit else (),
        )
        for i, hit in enumerate(hits)
    ]


def test_one_prompt_has_no_interval_to_speak_of():
    assert (bootstrap(HIT, run([True])).low, bootstrap(HIT, run([True])).high) == (
        1.0,
        1.0,
    )


@given(st.lists(st.booleans(), min_size=2, max_size=30))
@settings(max_examples=25)
def test_the_interval_lies_around_the_figure_and_is_the_same_every_time(hits):
    outcomes = run(hits)
    interval = bootstrap(HIT, outcomes, resamples=200)
    assert 0 <= interval.low <= HIT(outcomes) <= interval.high <= 1
    assert interval == bootstrap(HIT, outcomes, resamples=200)


def test_more_prompts_narrow_the_interval():
    few, many = (bootstrap(HIT, run([True, False] * n)) for n in (5, 100))
    assert many.high - many.low < few.high - few.low
    assert many.high - many.low == pytest.approx(
        2 * 1.96 * (0.25 / 200) ** 0.5, abs=0.03
    )
