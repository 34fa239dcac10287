"""Where a session stopped, drafted from its events."""

import pytest

from memory_retrieval.state.left_off import open_ends
from memory_retrieval.triage.left_off import MAX_FILES, MAX_OPEN, left_off

from .conversation import agent, edit, joined, read, run, user

ROOT = "/w"
STATEMENT = "The importer is split, twelve tests pass. Next is the rollout on staging."
WORK = joined(
    user("hi"),
    user("split the importer into reader and writer"),
    edit("/w/src/reader.py"),
    run("pytest -q", "1 failed", error=True),
    edit("/w/src/writer.py"),
    run("pytest -q", "12 passed"),
    agent(STATEMENT),
)
COMMIT = run(
    "git add -A && git commit -q -m 'Split the importer; tests pass'",
    "[main 41c0e2b] Split the importer",
)


def steps(draft):
    return [end.step for end in open_ends(draft)]


def test_a_session_that_changed_no_file_has_no_draft():
    assert (
        left_off(
            joined(user("why is the list empty?"), run("ls"), agent("It is sorted.")),
            ROOT,
            {},
        )
        == {}
    )


def test_the_draft_has_goal_outcome_files_checks_and_the_last_statement():
    assert left_off(WORK, ROOT, {}) == {
        "goal": "split the importer into reader and writer",
        "outcome": "success",
        "statement": STATEMENT,
        "open": [{"step": "Next is the rollout on staging.", "text": STATEMENT}],
        "closed": [],
        "files": ["src/reader.py", "src/writer.py"],
    }


@pytest.mark.parametrize(
    "after",
    [
        joined(
            user("great, thanks, have a nice weekend"),
            agent("Bye, have a nice weekend."),
        ),
        joined(user("commit"), COMMIT, agent("Committed.")),
        joined(
            user("commit and push"),
            COMMIT,
            agent("Committed as `41c0e2b` and pushed to the branch."),
        ),
        joined(
            user("how many cores has the server got"), run("nproc", "4"), agent("Four.")
        ),
        joined(
            user("what time is it in Zurich"),
            run("TZ=Europe/Zurich date +%H:%M", "10:02"),
            agent("10:02 there."),
        ),
        joined(
            user("and what is a gap in flexbox?"),
            agent("The space between items. Older browsers do not know it."),
        ),
        joined(user("merci, bonne soirée"), agent("Bonne soirée, à lundi !")),
        joined(
            user("sí, guárdalo"),
            run("memories save <<'M'\n{}\nM", '{"status": "created"}'),
            agent("Guardado."),
        ),
        joined(user("ok"), agent("Shall I go on with the invoices?")),
    ],
)
def test_what_is_said_after_the_work_is_no_statement_about_it(after):
    assert left_off([*WORK, *after], ROOT, {})["statement"] == STATEMENT
    assert left_off(after, ROOT, left_off(WORK, ROOT, {}))["statement"] == STATEMENT


def test_a_long_statement_counts_without_a_tool_call_of_its_own():
    stop = (
        "Then the reader is on the new queue and the writer is not: what is missing is the key for the second account, "
        "which Tom brings on Monday. After that run `scripts/check.py` once and merge the branch."
    )
    after = joined(
        user("tom is away until monday, leave it there"),
        agent(stop),
        user("ta"),
        agent("See you."),
    )
    draft = left_off([*WORK, *after], ROOT, {})
    assert draft["statement"] == stop and draft["open"][-1]["text"] == stop


def test_what_is_left_open_is_a_statement_though_nothing_was_done_for_it():
    open_still = "What is missing on the branch is the table of prices, which Tom has; until then its test fails."
    after = joined(user("leave it there then"), agent(open_still))
    assert left_off([*WORK, *after], ROOT, {})["statement"] == open_still


def test_a_check_that_failed_last_makes_the_outcome_partial():
    failed = joined(
        edit("/w/a.py"),
        run("make test", "2 failed", error=True),
        agent("Two tests fail still."),
    )
    assert left_off(failed, ROOT, {})["outcome"] == "partial"


@pytest.mark.parametrize(
    "command",
    [
        "git status --short",
        "git log --oneline -3 -- src && git diff",
        "git commit -q -m 'a; b && make test'",
        "cat src/*.ts | wc -l",
        "memories note 'Times are seconds'",
        "/opt/plugin/bin/memories save --format json <<'MEMORY'\n{}\nMEMORY",
        "FOO=1 sudo ls -la /srv",
    ],
)
def test_reads_commits_and_our_own_commands_are_no_checks(command):
    failed = run("make test", "2 failed", error=True)
    events = joined(edit("/w/a.py"), failed, run(command, "done"), agent("Done."))
    assert left_off(events, ROOT, {})["outcome"] == "partial"


def test_a_read_that_failed_is_no_check():
    events = joined(
        edit("/w/a.py"),
        read("/w/b.py"),
        run("cat missing.txt", "No such file", error=True),
        agent("Ok."),
    )
    assert left_off(events, ROOT, {})["outcome"] == ""


def test_what_is_new_is_added_and_the_goal_stays():
    more = joined(
        user("now add the price list to it"),
        edit("/w/src/prices.py"),
        agent("Prices are in the export."),
    )
    draft = left_off(more, ROOT, left_off(WORK, ROOT, {}))
    assert draft["goal"] == "split the importer into reader and writer"
    assert draft["statement"] == "Prices are in the export."
    assert draft["files"] == ["src/reader.py", "src/writer.py", "src/prices.py"]
    assert draft["outcome"] == "success"


def test_an_open_end_outlasts_later_work_on_something_else_and_ends_when_it_is_done():
    kept = left_off(WORK, ROOT, {})
    other = joined(
        user("typo in the footer"),
        edit("/w/web/footer.html"),
        run("make test"),
        agent("Corrected."),
    )
    kept = left_off(other, ROOT, kept)
    assert steps(kept) == ["Next is the rollout on staging."]
    again = joined(
        user("is the rollout next?"), agent("Yes, the rollout on staging is next.")
    )
    assert steps(left_off(again, ROOT, kept))
    done = joined(
        user("ok, next, the rollout on staging"),
        run("./deploy.sh staging"),
        agent("Staging runs it now."),
    )
    assert not steps(left_off(done, ROOT, kept))


def test_what_somebody_dropped_does_not_come_back():
    kept = left_off(WORK, ROOT, {})
    kept = {**kept, "open": [], "closed": steps(kept)}
    assert not steps(left_off(WORK, ROOT, kept))


def test_few_open_ends_are_kept_of_a_session():
    kept = {}
    for thing in ("chart", "export", "login", "backup", "alert"):
        said = (
            "The %s page is converted. I have not started on the %s settings yet."
            % (thing, thing)
        )
        kept = left_off(
            joined(user("next"), edit("/w/%s.py" % thing), agent(said)), ROOT, kept
        )
    assert 1 <= len(steps(kept)) <= MAX_OPEN and "alert" in steps(kept)[-1]


def test_files_outside_the_project_and_of_its_memory_are_none_of_it():
    events = joined(
        edit("/etc/hosts"),
        edit("/w/../x.py"),
        edit("/w/.claude/memory/decisions/a.json"),
    )
    assert left_off(events, ROOT, {}) == {}


def test_only_the_last_files_are_kept():
    draft = left_off(joined(*[edit("/w/%d.py" % n) for n in range(40)]), ROOT, {})
    assert draft["files"] == ["%d.py" % n for n in range(40 - MAX_FILES, 40)]
