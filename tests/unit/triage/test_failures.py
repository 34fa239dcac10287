"""What counts as a failure before a message, and as its repair."""

import pytest

from memory_retrieval.triage.failures import course_of_repair, failure_before, is_tried

from .conversation import agent, edit, read, run, session, user

STORY = agent("It failed because two workers shared one lock file.")
CRASH = run("make test", "Error: lock timeout", error=True)


@pytest.mark.parametrize(
    "before",
    [
        [user("add a helper"), run()],
        [user("find it"), run("cat a.py", "No such file or directory", error=True)],
        [user("edit it"), [*edit()[:1], *run(error=True)[1:]]],
        [user("add the missing header please")],
        [user("add a test"), edit(), run("pytest", "NameError: name 're' is not defined", error=True), edit()],
    ],
    ids=["nothing failed", "a file looked for", "an edit that did not apply", "a word of requests", "a slip"],
)
def test_there_is_no_failure_when(before):
    built = session(*before, STORY)
    assert failure_before(built, built.messages[-1]) is None


def test_a_failure_is_shown_by_a_command():
    built = session(user("go on"), CRASH, STORY)
    assert failure_before(built, built.messages[-1]) == 2


def test_a_failure_is_reported_by_the_user():
    built = session(user("the sync job crashes every night"), run(), STORY)
    assert failure_before(built, built.messages[-1]) == 0


def test_work_that_goes_on_after_a_compaction_may_begin_with_the_failure():
    built = session(agent("The sync job still crashes, I look at the lock."), run(), STORY)
    assert failure_before(built, built.messages[-1]) == 0


def signals(*parts, fixed=()):
    built = session(user("it crashes"), *parts)
    story = next(message for message in built.messages if "lock file" in message.text)
    return course_of_repair(built, story, 0, list(fixed))


def test_a_change_and_a_check_after_it_are_a_repair():
    repair, until = signals(edit(), run(), STORY)
    assert {name for name, there in repair.items() if there} == {"changed", "passed"} and until == 4


def test_a_check_after_the_message_counts_less():
    repair, _ = signals(edit(), STORY, run())
    assert {name for name, there in repair.items() if there} == {"changed", "passed_later"}


def test_without_a_change_no_check_counts():
    repair, until = signals(run(), STORY)
    assert {name for name, there in repair.items() if there} == {"unchanged", "unchecked"} and until == 0


def test_a_change_that_was_taken_back_is_no_repair():
    assert signals(edit(), run(), run("git restore a.py", ""), STORY) is None


def test_a_check_after_something_was_taken_back_is_a_repair_with_a_doubt():
    repair, _ = signals(edit(), run("git restore a.py", ""), edit(), run(), STORY)
    assert repair["undone"] and repair["passed"]


def test_something_was_tried_when_a_command_did_more_than_read():
    assert is_tried(session(run("python probe.py")), -1, 9)
    assert not is_tried(session(read("a.py"), run("cat a.py"), edit()), -1, 9)
    assert not is_tried(session(run("python probe.py")), 0, 9)
