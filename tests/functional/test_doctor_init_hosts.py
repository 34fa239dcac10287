"""`memories init` names the agents' hosts of this machine.

With --hosts it offers to set them up, and never does so unasked.
"""

import json
import os
import select
import subprocess
import sys
import time

import pytest

from memory_retrieval.setup import hosts

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


@pytest.fixture
def place(tmp_path):
    """A project, and a home with Cursor and Gemini in it."""
    for folder in ("project/.git", "person/.cursor", "person/.gemini"):
        (tmp_path / folder).mkdir(parents=True)
    return tmp_path


def call(place, *words):
    env = {"HOME": str(place / "person"), "PATH": "/nowhere"}
    return [sys.executable, os.path.join(ROOT, "bin", "memories"), *words], env


def memories(place, *words):
    command, env = call(place, *words)
    done = subprocess.run(
        command, env=env, capture_output=True, text=True, input="y\ny\n", timeout=60, check=False, cwd=place / "project"
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def on_terminal(place, *words, answers=()):
    """(exit code, what stands on the terminal); an answer is typed at each question."""
    pty = pytest.importorskip("pty")
    command, env = call(place, *words)
    ours, theirs = pty.openpty()
    process = subprocess.Popen(command, env=env, stdin=theirs, stdout=theirs, stderr=theirs, cwd=place / "project")
    os.close(theirs)
    shown, left, end = "", list(answers), time.monotonic() + 60
    while time.monotonic() < end:
        if not select.select([ours], [], [], 1)[0]:
            continue
        try:
            data = os.read(ours, 65536)
        except OSError:
            break  # Linux: the other side is closed
        if not data:
            break
        shown += data.decode("utf-8", "replace")
        if shown.endswith("[y/N] "):
            os.write(ours, left.pop(0))
    os.close(ours)
    return process.wait(10), shown.replace("\r\n", "\n")


def tree(place):
    return sorted(str(path) for path in (place / "person").rglob("*") if not {".cache", ".local"} & set(path.parts))


def test_hosts_are_listed_with_the_command_that_sets_them_up_and_nothing_is_done(place):
    before = tree(place)
    out = memories(place, "init", "--hosts")
    assert "created " in out and (place / "project" / ".claude" / "memory" / "index.md").exists()
    assert "gemini: not set up; `memories setup gemini`\ncursor: not set up; `memories setup cursor`\n" in out
    assert "claude" not in out.split("\n", 1)[1] and "[y/N]" not in out
    assert tree(place) == before  # the y on standard input, which is no terminal, is no answer
    memories(place, "setup", "gemini")
    assert "gemini: set up\n" in memories(place, "init", "--hosts")


def test_the_json_form_has_every_host(place):
    memories(place, "setup", "gemini")
    value = json.loads(memories(place, "init", "--hosts", "--format", "json"))
    assert [state["host"] for state in value["hosts"]] == list(hosts.HOSTS)
    states = {state.pop("host"): state for state in value["hosts"]}
    assert states["gemini"] == {"found": True, "set_up": True}
    assert states["cursor"] == {"found": True, "set_up": False}
    assert states["claude"] == {"found": False, "set_up": False}


def test_on_a_terminal_each_host_is_asked_for_and_only_a_yes_sets_it_up(place):
    before = tree(place)
    code, shown = on_terminal(place, "init", "--hosts", answers=[b"\n", b"n\n"])
    assert (code, shown.count("[y/N]"), tree(place)) == (0, 2, before)
    code, shown = on_terminal(place, "init", "--hosts", answers=[b"\x04", b"y\n"])
    assert (code, shown.count("[y/N]")) == (0, 2) and '"mcpServers"' in shown
    assert not (place / "person" / ".gemini" / "extensions").exists()
    code, shown = on_terminal(place, "init", "--hosts", answers=[b"y\n", b"n\n"])
    assert code == 0 and (place / "person" / ".gemini" / "extensions" / "memory").exists()


def test_a_set_up_that_fails_is_said_and_the_next_host_is_offered(place):
    (place / "person" / ".gemini" / "extensions").write_text("", encoding="utf-8")  # where a folder should be
    code, shown = on_terminal(place, "init", "--hosts", answers=[b"y\n", b"y\n"])
    assert code == 1 and "memories: gemini: " in shown and "Traceback" not in shown
    assert '"mcpServers"' in shown


def test_plain_init_ends_with_the_hosts_found_on_a_terminal_only(place):
    code, shown = on_terminal(place, "init")
    assert code == 0 and shown.endswith("hosts found: gemini, cursor; `memories setup HOST` sets one up\n")
    assert "[y/N]" not in shown
    assert "hosts found" not in memories(place, "init")
    (place / "person" / ".cursor").rmdir()
    (place / "person" / ".gemini").rmdir()
    assert "no agent's host was found here" in on_terminal(place, "init")[1]
