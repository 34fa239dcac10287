"""Where a session stopped, drafted from its events."""

from memory_retrieval.triage.left_off import MAX_FILES, left_off

from .conversation import agent, edit, joined, run, user

ROOT = "/w"
WORK = joined(
    user("hi"),
    user("split the importer into reader and writer"),
    edit("/w/src/reader.py"),
    run("pytest -q", "1 failed", error=True),
    edit("/w/src/writer.py"),
    run("pytest -q", "12 passed"),
    agent("The importer is split, twelve tests pass. Next is the rollout on staging."),
)


def test_a_session_that_changed_no_file_has_no_draft():
    assert left_off(joined(user("why is the list empty?"), run("ls"), agent("It is sorted.")), ROOT, {}) == {}


def test_the_draft_has_goal_outcome_files_checks_and_the_last_words():
    assert left_off(WORK, ROOT, {}) == {
        "goal": "split the importer into reader and writer",
        "outcome": "success",
        "statement": "The importer is split, twelve tests pass.",
        "next_actions": ["Next is the rollout on staging."],
        "files": ["src/reader.py", "src/writer.py"],
        "checks": [{"command": "pytest -q", "passed": True}],
    }


def test_a_check_that_failed_last_makes_the_outcome_partial():
    failed = joined(edit("/w/a.py"), run("make test", "2 failed", error=True), agent("Two tests fail still."))
    assert left_off(failed, ROOT, {})["outcome"] == "partial"


def test_what_is_new_is_added_and_the_goal_stays():
    more = joined(user("now add the price list to it"), edit("/w/src/prices.py"), agent("Prices are in."))
    draft = left_off(more, ROOT, left_off(WORK, ROOT, {}))
    assert draft["goal"] == "split the importer into reader and writer" and draft["statement"] == "Prices are in."
    assert draft["files"] == ["src/reader.py", "src/writer.py", "src/prices.py"]
    assert draft["checks"] == [{"command": "pytest -q", "passed": True}] and draft["next_actions"] == []


def test_a_part_without_a_change_keeps_what_was_changed_before():
    assert left_off(joined(agent("It is pushed.")), ROOT, left_off(WORK, ROOT, {}))["files"]


def test_files_outside_the_project_and_of_its_memory_are_none_of_it():
    events = joined(edit("/etc/hosts"), edit("/w/../x.py"), edit("/w/.claude/memory/decisions/a.json"))
    assert left_off(events, ROOT, {}) == {}


def test_only_the_last_files_are_kept():
    draft = left_off(joined(*[edit("/w/%d.py" % n) for n in range(40)]), ROOT, {})
    assert draft["files"] == ["%d.py" % n for n in range(40 - MAX_FILES, 40)]
