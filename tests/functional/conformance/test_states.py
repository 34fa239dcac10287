"""Every state of a record, over every backend: what holds comes first, all else says what it is."""

import re

import pytest

from states import CLOSED, HOLDING, state_of

STATES = {re.sub("[^a-z]+", "-", case): case for case in (*CLOSED, *HOLDING)}


@pytest.fixture
def corpus(project):
    project.fill()
    for id, case in STATES.items():
        category, fields = {**CLOSED, **HOLDING}[case]
        project.write(category, id, "Flamingo turbines " + id, ["flamingo"], **fields)
    project.write(
        "decision", "retired", "Flamingo turbines retired", record_status="retired"
    )
    project.write(
        "decision",
        "hydrogen",
        "The lemur kettle boils brine",
        ["lemur"],
        superseded_by="kerosene",
    )
    project.write(
        "runbook", "kerosene", "Pumps need oil", ["pumps"], supersedes=["hydrogen"]
    )
    project.write_pattern(
        "pf", "Flamingo turbines of the future", learned_at="2099-01-01T00:00:00Z"
    )
    project.write_pattern(
        "pp", "Flamingo turbines of the past", learned_at="2026-11-01T00:00:00Z"
    )
    return project


@pytest.mark.every_backend
def test_each_state_is_said_and_what_holds_comes_first(backend):
    found = {r.id: r.status for r in backend.query("flamingo turbines", top_k=50)}
    assert {id: found[id] for id in STATES} == {
        id: state_of(case) for id, case in STATES.items()
    }
    holding = [state in ("active", "proposed") for state in found.values()]
    assert holding == sorted(holding, reverse=True) and "retired" not in found


@pytest.mark.every_backend
def test_a_successor_comes_in_place_of_what_the_words_found(backend):
    found = [r.id for r in backend.query("lemur kettle brine", top_k=50)]
    assert (
        found[0] == "kerosene"
        and found.index("hydrogen") > 0
        and found.count("kerosene") == 1
    )


def test_a_pattern_of_the_future_is_not_recent(backend):
    found = {r.id: r for r in backend.query("flamingo turbines", category="pattern")}
    assert list(found) == ["pp", "pf"] and found["pf"].recency_days is None
    assert [
        r.id
        for r in backend.query("flamingo turbines", category="pattern", recent_days=30)
    ] == ["pp"]
