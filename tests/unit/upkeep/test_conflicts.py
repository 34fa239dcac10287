"""Records that say the same, or two things on one matter; and pairs judged to hold both."""

import json

import pytest

from memory_retrieval.core.errors import RecordError
from memory_retrieval.upkeep import fsck
from memory_retrieval.upkeep.conflicts import both_hold, find_conflicts

REDIS = {
    "decision": "Background jobs go into Redis streams, one consumer group for each worker pool"
}
RABBIT = {
    "decision": "Background jobs leave the Redis streams; each worker pool reads a RabbitMQ quorum queue"
}


def conflicts(project):
    return find_conflicts(project.place.target)


@pytest.fixture
def opposite(project):
    """Two opposite decisions with the same tags."""
    times = {"created_at": "2026-01-01T00:00:00Z"}
    older = {**times, "updated_at": "2026-01-01T00:00:00Z"}
    newer = {**times, "updated_at": "2026-10-01T00:00:00Z"}
    project.write(
        "decision",
        "jobs-on-redis",
        "Background jobs run on Redis streams",
        ["jobs"],
        REDIS,
        **older,
    )
    project.write(
        "decision",
        "jobs-on-rabbit",
        "Jobs move to RabbitMQ queues",
        ["jobs"],
        RABBIT,
        **newer,
    )
    return project


def test_records_on_other_matters_are_no_conflict(project):
    project.fill(12)
    project.write("decision", "a", "Queues run on Redis", ["queues"])
    project.write("constraint", "b", "Queues run on Redis", ["queues"])
    assert [c for c in conflicts(project) if "a" in (c.newer.id, c.older.id)] == []


def test_rules_of_one_list_with_the_same_heading_and_origin_are_no_conflict(project):
    """As an import makes them of a list in CLAUDE.md: heading as the tag, the same reason in each."""
    rules = [
        "Commit messages follow Conventional Commits",
        "Rebase before merging; no merge commits",
        "Sign your tags",
    ]
    rules += ["Never push to main directly", "Write a line in the changelog"]
    for number, rule in enumerate(rules):
        content = {
            "topic": rule,
            "value": rule,
            "reason": "Stated in CLAUDE.md",
            "strength": "strong",
        }
        project.write("preference", f"rule{number}", rule, ["git"], content)
    assert conflicts(project) == []


def test_only_records_that_say_the_same_or_the_contrary_are_named(project):
    project.write(
        "preference",
        "tabs",
        "Indent with tabs",
        ["indent"],
        {"topic": "Indentation", "value": "tabs"},
    )
    project.write(
        "preference",
        "spaces",
        "Indent with spaces",
        ["indent"],
        {"topic": "indentation", "value": "spaces"},
    )
    body = {
        "trigger": "the import stops at night",
        "steps": ["restart the importer"],
        "verification": "rows arrive",
    }
    project.write("runbook", "one", "Import stops at night", ["import"], body)
    project.write("runbook", "two", "The import stops at night", ["import"], body)
    project.write(
        "runbook",
        "gone",
        "Import stops at night, really",
        ["import"],
        body,
        record_status="retired",
    )
    assert sorted(
        (c.kind, sorted((c.newer.id, c.older.id))) for c in conflicts(project)
    ) == [("contradiction", ["spaces", "tabs"]), ("duplicate", ["one", "two"])]


def test_opposite_decisions_in_other_words_are_named_the_newer_first(opposite):
    (found,) = conflicts(opposite)
    assert (found.newer.id, found.older.id) == ("jobs-on-rabbit", "jobs-on-redis")
    assert "memories replace jobs-on-redis --by jobs-on-rabbit" in found.remedy


def test_fsck_shows_the_same_list(opposite):
    findings = fsck.check(opposite.place.target)
    assert [f.what for f in findings if "jobs-on-redis" in f.what] == [
        c.what for c in conflicts(opposite)
    ]


def test_a_pair_judged_to_hold_both_is_remembered_in_the_newer_record(opposite):
    assert (
        both_hold(opposite.place, "jobs-on-redis", "jobs-on-rab").id == "jobs-on-rabbit"
    )
    record = json.loads(opposite.path("decision", "jobs-on-rabbit").read_text())
    assert (record["holds_with"], record["schema_version"]) == (
        ["jobs-on-redis"],
        "1.1",
    )
    assert conflicts(opposite) == []
    assert (
        both_hold(opposite.place, "jobs-on-rabbit", "jobs-on-redis").status
        == "unchanged"
    )


def test_a_record_is_no_pair_with_itself(opposite):
    with pytest.raises(RecordError, match="appears twice"):
        both_hold(opposite.place, "jobs-on-redis", "jobs-on-redis")


def test_the_likeliest_come_first(opposite):
    opposite.write(
        "preference",
        "tabs",
        "Indent with tabs",
        ["indent"],
        {"topic": "Indentation", "value": "tabs"},
    )
    opposite.write(
        "preference",
        "blanks",
        "Indent with blanks",
        ["indent"],
        {"topic": "indentation", "value": "four"},
    )
    found = conflicts(opposite)
    assert (found[0].kind, len(found)) == ("contradiction", 2)
    chances = [c.chance for c in found]
    assert chances == sorted(chances, reverse=True) and all(
        0 < chance <= 1 for chance in chances
    )
