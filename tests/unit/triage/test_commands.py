"""What a tool call does, told from its command."""

import pytest

from memory_retrieval.transcript.values import Event
from memory_retrieval.triage.commands import changes, checks_and_failures, is_scratch, reads, reads_docs, reverts

from .conversation import edit, joined, run


def call(command, tool="Bash", path=""):
    return Event("use", command, tool, path)


@pytest.mark.parametrize(
    "command", ["ls src", "git status", "git stash", "git checkout -- a.py", "cat a.py 2>&1", "pytest -q", ""]
)
def test_a_command_that_changes_nothing(command):
    assert not changes(call(command))


@pytest.mark.parametrize(
    "command",
    ["sed -i s/a/b/ x", "npm install left-pad", "echo x > conf/a", "systemctl restart nginx", "git commit -m x"],
)
def test_a_command_that_changes_something(command):
    assert changes(call(command))


def test_an_edited_file_is_a_change_whatever_the_text():
    assert changes(call("", "Edit", "/w/a.py")) and not reverts(call("git checkout -- a", "Edit", "/w/a.py"))


@pytest.mark.parametrize("command", ["git checkout -- a.py", "git restore a.py", "git reset --hard", "git stash"])
def test_a_command_that_takes_changes_back(command):
    assert reverts(call(command))


def test_fetching_a_stash_takes_nothing_back():
    assert not reverts(call("git stash pop"))


@pytest.mark.parametrize("event", [call("cat a.py"), call("git log -3"), call("x", "Grep")])
def test_looking_is_reading(event):
    assert reads(event)


@pytest.mark.parametrize("event", [call("python probe.py"), call("cat a | sh; make"), call("x", "Edit")])
def test_trying_something_is_not_reading(event):
    assert not reads(event)


def test_documents_history_and_the_web_are_documents():
    assert all(reads_docs(e) for e in (call("cat docs/a.txt"), call("git log"), call("https://x", "WebFetch")))
    assert not reads_docs(call("cat src/a.py"))


def test_samples_and_temporary_files_are_scratch():
    assert is_scratch("/w/tests/fixtures/a.json") and is_scratch("tmp/a") and not is_scratch("/w/src/tmpfile.py")


@pytest.mark.parametrize(
    ("step", "passes", "fails"),
    [
        (run("make test", "12 passed"), 1, 0),
        (run("make test", "3 failed"), 0, 1),
        (run("make test", "0 failed, 12 passed"), 1, 0),
        (run("make test", "", error=True), 0, 1),
        (run("ls", "a b"), 0, 0),
        (run("git checkout a.py && make", "ok"), 0, 0),
        (edit(), 0, 0),
    ],
)
def test_an_output_shows_a_passed_check_a_failure_or_neither(step, passes, fails):
    passed, failed = checks_and_failures(step)
    assert (len(passed), len(failed)) == (passes, fails)


def test_outputs_belong_to_the_calls_in_their_order():
    first, second = run("make test", "12 passed"), run("ls", "a")
    mixed = [first[0], second[0], first[1], second[1]]
    assert checks_and_failures(mixed) == ([2], []) and checks_and_failures(joined(second, first)) == ([3], [])
