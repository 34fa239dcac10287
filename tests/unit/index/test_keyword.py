"""Keyword scoring: worked examples, and each rule of its points."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.core.clock import parse_time
from memory_retrieval.index.keyword import (
    KeywordIndex,
    description_points,
    entry_points,
    words,
)

NOW = parse_time("2026-11-15T12:00:00Z")
# Descriptions as an earlier memory plugin's configuration has them, which its users bring along.
DESCRIPTIONS = {
    "session_summary": "High-level summary of work done in a coding session, including goals, outcomes, and next steps",
    "decision": "Architectural and technical choices with rationale -- why X was chosen over Y",
    "runbook": "Step-by-step procedures for diagnosing and fixing specific errors or issues",
}


def _scores(project, prompt, descriptions=None, now=NOW):
    engine = KeywordIndex(project.found(), descriptions)
    return {c.memory.id: c.lexical for c in engine.candidates(prompt, now)}


# --- the worked examples ----------------------------------------------------------------------------------------------


def _first_example(project, **fields):
    project.write(
        "decision",
        "a",
        "Use PostgreSQL over MySQL for persistence",
        ["postgresql", "mysql", "database", "persistence"],
        **fields,
    )
    project.write(
        "constraint", "b", "MySQL version must be >= 8.0", ["mysql", "version"]
    )
    project.write(
        "session_summary", "c", "Session: initial database setup", ["untagged"]
    )


def test_example_1_a_direct_hit_totals_10_5_and_0(project):
    _first_example(project)
    prompt = "Why did we decide to use PostgreSQL instead of MySQL?"
    assert _scores(project, prompt, DESCRIPTIONS) == {"a": 10, "b": 5}


def test_example_2_a_description_adds_at_most_2_to_what_matches_itself(project):
    project.write("session_summary", "a", "Initial project setup session", ["untagged"])
    project.write(
        "runbook",
        "b",
        "Fix Docker container startup failure",
        ["docker", "container", "startup"],
    )
    prompt = "What are the next steps after the session?"
    assert _scores(project, prompt, DESCRIPTIONS) == {"a": 4}
    assert _scores(project, prompt) == {"a": 2}


def test_example_3_prefixes_count_in_both_directions(project):
    project.write(
        "tech_debt",
        "a",
        "Global migration lock causes startup delays",
        ["lock", "migration", "startup"],
    )
    project.write(
        "tech_debt", "b", "Defer schema migration to v2", ["schema", "migration"]
    )
    assert _scores(project, "Removed the global lock on migrations") == {"a": 8, "b": 1}


# --- rule by rule -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "prompt", ["", "the and of", "zebra", "please fix it", "?!", "\ud800"]
)
def test_a_prompt_that_shares_no_word_scores_nothing(project, prompt):
    _first_example(project)
    assert _scores(project, prompt, DESCRIPTIONS) == {}


POINTS = "jwt 5, rotate 2, auth 3, signi 1, signings 1, rot 0, jw 0, authentication 1, keysmith 1".split(
    ", "
)


@pytest.mark.parametrize("case", POINTS)
def test_points_a_word(case):
    asked, points = case.split()
    assert entry_points(
        words(asked), words("Rotate jwt signing keys"), {"jwt", "auth"}
    )[0] == int(points)


def test_a_word_that_begins_several_targets_counts_once():
    assert entry_points({"migrat"}, {"migration", "migrations"}, {"migrating"})[0] == 1


OF_A_DESCRIPTION = """
: 0, session: 1, sess: 1, ses: 0, session summ: 2, sess summ: 1, sess summ outc: 2, session summary outcomes goals: 2,
sessions: 0
"""


@pytest.mark.parametrize("case", [case.strip() for case in OF_A_DESCRIPTION.split(",")])
def test_description_points_are_rounded_half_up_and_capped_at_2(case):
    asked, _, points = case.rpartition(":")
    assert description_points(
        set(asked.split()), words(DESCRIPTIONS["session_summary"])
    ) == int(points)


def test_a_description_alone_brings_nothing_up(project):
    for i in range(30):
        project.write(
            "session_summary",
            f"s{i}",
            f"Something number {i}",
            ["other"],
            updated_at="2026-11-15T11:00:00Z",
        )
    assert (
        _scores(project, "summary of the coding session and its outcomes", DESCRIPTIONS)
        == {}
    )


def test_a_body_gives_at_most_3_points(project):
    body = {"context": "alpha beta gamma delta epsilon"}
    project.write("decision", "many", "Something", ["other"], body)
    project.write("decision", "one", "Something", ["other"], {"context": "alpha"})
    assert _scores(project, "alpha beta gamma delta epsilon") == {"many": 3, "one": 1}


@pytest.mark.parametrize(
    ("days", "points"), [(0, 3), (30, 3), (31, 2), (400, 2), (None, 2)]
)
def test_a_record_updated_within_30_days_has_one_point_more(project, days, points):
    updated = "recently" if days is None else "2026-05-01T12:00:00Z"
    project.write("decision", "x", "Throttling", ["other"], updated_at=updated)
    now = parse_time("2026-05-01T12:30:00Z") + (days or 0) * 86_400
    assert _scores(project, "throttling", now=now) == {"x": points}


@given(st.text(max_size=60))
def test_no_text_is_an_error_and_no_score_is_negative(project, text):
    if not project.path("decision", "a").exists():
        _first_example(project)
    assert all(points > 0 for points in _scores(project, text, DESCRIPTIONS).values())


def test_records_of_any_status_are_scored_and_files_that_are_none_are_not(project):
    project.write("decision", "gone", "Throttling", record_status="retired")
    project.write_text("decision", "broken", "{")
    engine = KeywordIndex(project.found())
    assert [c.memory.status for c in engine.candidates("throttling", NOW)] == [
        "retired"
    ]
    assert engine.total == 1
