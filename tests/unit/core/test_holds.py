"""Whether a record holds, for every value that a record may have."""

import pytest

from memory_retrieval.core import clock, holds
from memory_retrieval.core.categories import TABLE
from memory_retrieval.core.model import Memory
from memory_retrieval.store import schema

NOW = clock.parse_time("2026-11-15T12:00:00Z")
RULE = {"active": True}


def memory(category="decision", content=None, **fields):
    stated = {
        "state": holds.stated(category, content),
        "expires": holds.end_of(category, content),
    }
    given = {
        "path": "p",
        "kind": category,
        "id": "x",
        "title": "X",
        "category": category,
    }
    return Memory(**{**given, **stated, **fields})


@pytest.mark.parametrize("category", [category for category in TABLE if category.state])
def test_every_value_that_the_schema_allows_is_a_state(category):
    spec = schema.CONTENT[category.key][category.state][0]
    assert set(category.states) == set(spec[1] if spec[0] == "enum" else (True, False))
    assert {*category.states.values()} - {""} <= {*holds.STATES}


@pytest.mark.parametrize(
    "made, state",
    [
        (memory(), ""),
        (memory(content={"status": "proposed"}), "proposed"),
        (memory(content={"status": "accepted"}), ""),
        (memory(content={"status": "deprecated"}), "deprecated"),
        (memory(content={"status": "superseded"}), "superseded"),
        (memory("constraint", RULE), ""),
        (memory("constraint", {"active": False}), "inactive"),
        (memory("tech_debt", {"status": "open"}), ""),
        (memory("tech_debt", {"status": "in_progress"}), ""),
        (memory("tech_debt", {"status": "resolved"}), "resolved"),
        (memory("tech_debt", {"status": "wont_fix"}), "wont_fix"),
        (
            memory(
                "runbook",
                {"status": "resolved", "active": False, "expires": "2020-01-01"},
            ),
            "",
        ),
        (memory("session_summary", {"outcome": "abandoned"}), ""),
        (memory("pattern", None), ""),
        (memory("preference", "no object at all"), ""),
        (memory(status="retired"), "retired"),
        (memory(status="archived", superseded_by="y", state="deprecated"), "archived"),
        (memory(superseded_by="y"), "superseded"),
        (memory(superseded_by="y", state="proposed"), "superseded"),
    ],
)
def test_one_state_counts_and_only_a_proposal_holds_beside_what_has_none(made, state):
    assert holds.state(made, NOW) == state
    assert (
        holds.holds(made, NOW)
        == (state in ("", "proposed"))
        == (not holds.why_not(made, NOW))
    )
    assert holds.status(made, NOW) == (state or "active")


@pytest.mark.parametrize(
    "expires, holds_now",
    [
        ("2026-11-14", False),
        ("2026-11-15", True),  # the last day counts
        ("2026-11-15T00:00:00Z", True),
        ("2026-11-14T23:59:59Z", False),
        ("2026-11-14T23:00:00-05:00", False),
        ("2026-11-15T00:00:00+05:00", True),
        ("9999-12-31", True),
        ("2020-02-30", True),
        ("when the bank allows it", True),
        ("2020", True),
        ("", True),
        (None, True),
    ],
)
def test_a_constraint_holds_to_the_end_of_the_day_that_it_names_and_a_text_that_is_no_date_ends_nothing(
    expires, holds_now
):
    made = memory("constraint", {**RULE, "expires": expires})
    assert holds.holds(made, NOW) is holds_now
    assert holds.mark(made, NOW) == ("" if holds_now else "off: expired")
    assert memory("tech_debt", {"expires": expires}).expires is None


@pytest.mark.parametrize(
    "ahead, believed",
    [(0, True), (clock.SKEW, True), (clock.SKEW + 1, False), (10**12, False)],
)
def test_a_time_that_has_not_come_is_not_believed(ahead, believed):
    assert (clock.believed(NOW + ahead, NOW) is not None) is believed
    assert clock.believed(None, NOW) is None
