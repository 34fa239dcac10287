"""What signals add to a score."""

import pytest

from memory_retrieval.triage import weights
from memory_retrieval.triage.weights import weigh

TABLES = [
    getattr(weights, category)
    for category in "DECISION PREFERENCE TECH_DEBT CONSTRAINT RUNBOOK SESSION_SUMMARY".split()
]


def test_no_signal_weighs_nothing():
    assert weigh(weights.DECISION, {}) == 0 and weigh(weights.DECISION, {"chosen": False, "option": 0}) == 0


def test_signals_add_up():
    assert weigh({"a": 0.3, "b": -0.1}, {"a": True, "b": True}) == pytest.approx(0.2)


def test_a_counted_signal_grows_with_its_count_up_to_its_most():
    table = {"a": (0.1, 0.05, 0.2)}
    assert [round(weigh(table, {"a": count}), 3) for count in range(5)] == [0, 0.15, 0.2, 0.2, 0.2]


def test_a_share_weighs_its_part():
    assert weigh({"a": 0.2}, {"a": 0.5}) == pytest.approx(0.1)


def test_an_unknown_signal_is_an_error():
    with pytest.raises(KeyError):
        weigh({"a": 0.2}, {"b": True})


@pytest.mark.parametrize("table", TABLES)
def test_a_counted_signal_adds_something_and_no_more_than_its_most(table):
    for base, each, most in [weight for weight in table.values() if isinstance(weight, tuple)]:
        assert 0 <= base < base + each <= most <= 0.5
