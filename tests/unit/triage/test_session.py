"""What a session's steps did, and what stands around a message."""

import pytest

from memory_retrieval.triage.signals import activity_after, shared_signals

from .conversation import CHOICE, OPTIONS, agent, edit, read, run, session, user


def signals(*parts, number):
    made = session(*parts)
    return shared_signals(made, made.messages[number])


def test_steps_are_sorted_by_what_they_did():
    made = session(
        edit(),
        read("/w/a.py"),
        run("pytest -q", "3 passed"),
        run("pytest -q", "1 failed", error=True),
    )
    assert made.changes == [0] and list(made.passes) == [5] and list(made.fails) == [7]
    assert (
        made.files() == ["/w/src/a.py"]
        and session(edit("/w/fixtures/a.py")).files() == []
    )


def test_an_answer_names_what_was_offered_and_is_acted_on():
    found = signals(run(), OPTIONS, user(CHOICE), edit(), agent("Done."), number=1)
    assert found["named"] > 0 and found["acted"] == 1 and found["user"] == 1


def test_a_failure_a_change_and_a_check_that_passed_are_told_from_each_other():
    told = agent("The cause was the lock, it is released now and the run goes through.")
    mended = signals(user("it hangs"), run(error=True), edit(), run(), told, number=1)
    assert (mended["failed"], mended["changed"], mended["passed"]) == (1, 1, 1)
    open_still = signals(user("it hangs"), run(error=True), told, number=1)
    assert (open_still["failed"], open_still["changed"], open_still["passed"]) == (
        1,
        0,
        0,
    )


BROKEN, WORKS = run("npm test", "2 failed", error=True), run("npm test", "9 passed")
REPAIRS = [
    ("a failure, a change, success", [BROKEN, edit(), WORKS], (1, 1)),
    (
        "another check passes",
        [run("docker compose up", "exit 1", error=True), edit(), run("make test")],
        (1, 0),
    ),
    (
        "a wrong value, a change, a right one",
        [run("curl -s a/n", "0"), edit(), run("curl -s a/n", "12")],
        (0, 1),
    ),
    (
        "over several turns",
        [BROKEN, user("and now?"), edit(), agent("I try it."), user("go on"), WORKS],
        (1, 1),
    ),
    ("success without a change", [BROKEN, WORKS], (0, 0)),
    ("a change without a check", [BROKEN, edit()], (0, 0)),
    ("a check that fails again", [BROKEN, edit(), BROKEN], (0, 1)),
    (
        "a failure long ago",
        [BROKEN, *[user("something else")] * 3, edit(), WORKS],
        (0, 0),
    ),
    ("the turn after it", [BROKEN, edit(), WORKS, user("thanks")], (0, 0)),
]


@pytest.mark.parametrize(
    ("parts", "told"), [r[1:] for r in REPAIRS], ids=[r[0] for r in REPAIRS]
)
def test_a_repair_is_seen_by_its_steps(parts, told):
    found = signals(*parts, agent("That was the lock."), number=-1)
    assert (found["mended"], found["checked_again"]) == told


def test_a_choice_that_the_user_takes_back_is_withdrawn():
    assert (
        signals(
            user(CHOICE),
            agent("Done."),
            user("scrap that, back to how it was"),
            number=0,
        )["withdrawn"]
        > 0.3
    )
    assert (
        signals(user(CHOICE), agent("Done."), user("great, push it"), number=0)[
            "withdrawn"
        ]
        < 0.3
    )


def test_the_work_after_an_event_is_counted():
    made = session(edit("/w/a.py"), agent("ok then"), edit("/w/b.py"), run())
    work = activity_after(made, made.messages[0].at)
    assert (work.tools, work.files, work.changes, work.passes) == (2, {"/w/b.py"}, 1, 1)
