"""The work of a session, and when it is worth a summary."""

import pytest

from memory_retrieval.triage.activity import activity_after, session_summary
from memory_retrieval.triage.values import Activity

from .conversation import agent, categories, edit, run, session, user

WORK = [part for name in "abcde" for part in (edit(f"/w/src/{name}.py"), run())]
OUTCOME = agent("The importer is split into five modules, all 40 tests pass. Next is the rollout.")


def test_much_work_with_a_checked_result_is_a_session_summary():
    assert categories(user("split the importer"), *WORK, OUTCOME) == {"session_summary"}


@pytest.mark.parametrize(
    "activity",
    [Activity(4, ["a"], 1, 4), Activity(9, [], 1, 4), Activity(9, ["a"], 0, 4)],
    ids=["few tool calls", "no file", "no check"],
)
def test_there_is_no_summary_of_little_or_unchecked_work(activity):
    assert session_summary(session(*WORK, OUTCOME), activity) is None


def test_there_is_no_summary_without_a_stated_outcome():
    assert (
        session_summary(session(*WORK, agent("Shall I go on with the next file of the list?")), Activity(9, "a", 1))
        is None
    )


def test_an_outcome_stated_before_the_first_change_does_not_count():
    assert session_summary(session(OUTCOME, *WORK), Activity(9, ["a"], 1, 4)) is None


def test_work_is_counted_from_an_event_on():
    built = session(*WORK)
    whole = activity_after(built, -1)
    assert (whole.tools, len(whole.files), whole.passes, whole.changes) == (10, 5, 5, 5)
    last = activity_after(built, built.tools[7])
    assert (last.tools, last.files, last.passes, last.changes) == (2, {"/w/src/e.py"}, 2, 1)


def test_checks_without_a_change_are_no_passes():
    assert activity_after(session(run(), run()), -1).passes == 0


def test_files_of_samples_and_drafts_do_not_count():
    assert activity_after(session(edit("/w/fixtures/a.json"), edit("/tmp/x/a.py")), -1).files == set()


def test_work_adds_up_and_a_file_changed_twice_is_one():
    total = Activity(2, ["a", "b"], 1, 2).add(Activity(3, ["b"], 0, 1))
    assert (total.tools, total.files, total.passes, total.changes) == (5, {"a", "b"}, 1, 3)
