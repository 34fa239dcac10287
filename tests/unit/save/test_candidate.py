"""Which record new information would change."""

import pytest

from memory_retrieval.save.candidate import propose
from memory_retrieval.store import catalog


@pytest.fixture
def place(project):
    return project.place.target


def ask(place, category, text, event=""):
    return propose(place, catalog.entries(place), category, text, event)


def test_points_and_action_are_those_of_the_earlier_plugin(project, place):
    """Its worked example: two words of the title are 4, a tag is 3, and `migrations` is no beginning of `migration`."""
    title = "Global migration lock causes startup delays"
    project.write("tech_debt", "a", title, tags=["lock", "migration", "startup"])
    project.write(
        "tech_debt", "b", "Defer schema migration to v2", tags=["schema", "migration"]
    )
    found = ask(place, "tech_debt", "Removed the global lock on migrations")
    assert (found["candidate"]["id"], found["candidate"]["score"]) == ("a", 7)
    assert (found["structural_cud"], found["pre_action"], found["vetoes"]) == (
        "UPDATE_OR_DELETE",
        None,
        [],
    )


def test_below_three_points_there_is_no_candidate(project, place):
    project.write("decision", "a", "Queues on Redis", tags=["infra"])
    assert ask(place, "decision", "about redis and nothing else")["candidate"] is None
    assert ask(place, "decision", "redis queues")["candidate"]["score"] == 4


def test_only_active_records_of_the_one_category_count(project, place):
    project.write("decision", "a", "Queues on Redis", record_status="retired")
    project.write("decision", "b", "Queues on Redis", superseded_by="c")
    project.write("runbook", "c", "Queues on Redis")
    assert ask(place, "decision", "queues on redis")["structural_cud"] == "CREATE"


def test_ties_go_by_path(project, place):
    for id in ("b", "a", "c"):
        project.write("decision", id, "Queues on Redis")
    assert [
        ask(place, "decision", "redis queues")["candidate"]["id"] for _ in range(3)
    ] == ["a"] * 3


@pytest.mark.parametrize("category", ["decision", "preference", "session_summary"])
def test_a_lifecycle_event_is_no_reason_to_delete_these(project, place, category):
    project.write(category, "a", "Queues on Redis")
    found = ask(place, category, "redis queues", "removed")
    assert (found["structural_cud"], found["delete_allowed"], len(found["vetoes"])) == (
        "UPDATE",
        False,
        1,
    )


def test_the_excerpt_shows_what_is_needed_to_decide(project, place):
    project.write(
        "decision",
        "a",
        "Queues on Redis",
        content={"context": "x" * 500},
        changes=[{"date": "d", "summary": "last"}],
    )
    excerpt = ask(place, "decision", "redis queues")["candidate"]["excerpt"]
    assert (len(excerpt["key_fields"]["context"]), excerpt["last_change_summary"]) == (
        200,
        "last",
    )
