"""Hooks that the MCP server answers: exactly one of it and the command hook does, and a dead server is not missed."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from conftest import NOW, PATIENT, REPOSITORY, Project
from memory_retrieval import __version__
from memory_retrieval.hooks.in_server import QUIET
from memory_retrieval.setup.in_server import YIELDS, part

PROMPT = "how do we rotate the jwt signing keys?"
LOG = "Traceback (most recent call last):\ndbmate: error: advisory lock 7281 is held by pid 4410, giving up after 30 s"
USERS = {"permissions": {"allow": ["Bash(ls)"]}, "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "ls"}]}]}}
PAUSE = 1.0  # seconds; no shell of these tests is late
SERVER = """
import sys
sys.path.insert(0, %r)
from memory_retrieval.cli.main import main
from memory_retrieval.hooks import in_server
in_server.QUIET = %r
sys.exit(main(["mcp", "--no-brief"]))
""" % (str(REPOSITORY / "plugin" / "src"), PAUSE)


class Host:
    """Both hooks as Claude Code starts them. This process is the client, as far as they can tell."""

    def __init__(self, project, home):
        self.project, self.home = project, home
        self.env = {"HOME": str(home), "PATH": os.environ["PATH"], "MEMORIES_NOW": NOW}
        settings = home / ".config" / "memory-retrieval"
        settings.mkdir(0o700, parents=True, exist_ok=True)
        (settings / "config.json").write_text(json.dumps(PATIENT))
        command = [sys.executable, "-I", "-S", "-c", SERVER]
        self.server = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=project.root, env=self.env
        )
        self.marker = home / ".cache" / "memory-retrieval" / "served" / str(os.getpid())
        self.shell("SessionStart", "session-start")

    def shell(self, name, event, **fields):
        """What the command hook says."""
        given = {"hook_event_name": name, "cwd": str(self.project.root), "session_id": "s1", **fields}
        words = ["sh", "-c", 'sh "%s" %s $PPID ; exit 0' % (REPOSITORY / "plugin" / "hooks" / "launch.sh", event)]
        done = subprocess.run(words, input=json.dumps(given).encode(), env=self.env, capture_output=True, check=True)
        return done.stdout.decode()

    def send(self, method, id, **params):
        line = json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        self.server.stdin.write(line.encode() + b"\n")
        self.server.stdin.flush()

    def receive(self):
        return json.loads(self.server.stdout.readline())

    def ask(self, name, id=7, **fields):
        """Sends a hook to the server."""
        given = {"hook_event_name": name, "cwd": str(self.project.root), "session_id": "s1", "version": __version__}
        given.update({key: value if isinstance(value, str) else json.dumps(value) for key, value in fields.items()})
        self.send("tools/call", id, name="hook", arguments=given)

    def told(self, name, **fields):
        """What the server says."""
        self.ask(name, **fields)
        return self.receive()["result"]["content"][0]["text"]

    def both(self, prompt, session="s1"):
        """(by the server, by the command hook)."""
        self.ask("UserPromptSubmit", prompt=prompt, session_id=session)
        shell = self.shell("UserPromptSubmit", "prompt", prompt=prompt, session_id=session)
        return self.receive()["result"]["content"][0]["text"], shell

    def go_live(self):
        for _ in range(20):
            self.both("hello")
            time.sleep(PAUSE + 0.3)
            if self.marker.read_text().endswith("live\n"):
                return
        raise AssertionError(self.marker.read_text())


@pytest.fixture
def host(project, tmp_path):
    project.with_an_answer()
    made = Host(project, tmp_path / "client")
    yield made
    with made.server as server:
        server.kill()


@pytest.fixture(scope="module")
def live(tmp_path_factory):
    """One that has gone live, for tests that leave it so; each takes sessions of its own."""
    folder = tmp_path_factory.mktemp("live")
    project = Project(folder / "shop")
    project.with_an_answer()
    made = Host(project, folder / "client")
    made.go_live()
    yield made
    with made.server as server:
        server.kill()


def test_the_command_hook_answers_until_the_server_saw_that_it_yields_then_the_server_does(host):
    server, shell = host.both(PROMPT)
    assert server == "" and "rotate-jwt-keys" in shell
    host.go_live()
    server, shell = host.both(PROMPT)
    assert (server, shell) == ("", "")  # given already in this session
    server, shell = host.both("hello again")
    assert (server, shell) == ("", "")


def test_the_server_takes_over_only_when_the_client_has_given_up_the_slowest_command_hook():
    events = json.loads((REPOSITORY / "plugin" / "hooks" / "hooks.json").read_text())["hooks"].values()
    hooks = [hook for groups in events for group in groups for hook in group["hooks"]]
    assert max(hook["timeout"] for hook in hooks if YIELDS in hook["command"]) < QUIET


def test_the_live_server_says_what_the_command_hook_would(host):
    host.go_live()
    server, shell = host.both(PROMPT, "s3")
    assert shell == ""
    host.marker.unlink()
    assert host.both(PROMPT, "s2") == ("", server) and "rotate-jwt-keys" in server


def test_a_server_that_was_killed_is_not_missed_and_the_next_session_takes_its_hooks_back(host):
    file = host.home / ".claude" / "settings.json"
    file.parent.mkdir()
    file.write_text(json.dumps({**USERS, "hooks": {**part()["hooks"], **USERS["hooks"]}}, indent=2))
    host.go_live()
    host.server.send_signal(signal.SIGKILL)
    host.server.wait()
    assert "rotate-jwt-keys" in host.shell("UserPromptSubmit", "prompt", prompt=PROMPT)
    host.shell("SessionStart", "session-start", source="startup")
    assert json.loads(file.read_text()) == USERS


def test_a_server_that_ends_with_its_client_leaves_nothing(host):
    host.go_live()
    host.server.stdin.close()
    assert host.server.wait(10) == 0
    assert list(host.marker.parent.iterdir()) == []


def test_hooks_of_another_version_are_left_to_the_command_hook(host):
    for _ in range(2):
        assert host.told("UserPromptSubmit", prompt=PROMPT, version="0.0.1") == ""
    assert not host.marker.exists()


def test_a_prompt_is_answered_while_the_server_works_for_the_agent(live):
    for id in range(40):
        live.send("tools/call", 100 + id, name="search", arguments={"query": "jwt %d" % id, "all": True})
    live.ask("UserPromptSubmit", prompt=PROMPT)
    order = [live.receive()["id"] for _ in range(41)]
    assert order.index(7) < 40 and sorted(order) == [7, *range(100, 140)]


def test_what_could_refuse_a_call_is_left_to_the_command_hook(live):
    given = {"file_path": str(live.project.root / ".claude" / "memory" / "x.json"), "content": "x"}
    assert "PreToolUse" not in part()["hooks"]
    assert live.told("PreToolUse", tool_name="Write", tool_input=json.dumps(given)) == ""
    assert "deny" in live.shell("PreToolUse", "pre-tool", tool_name="Write", tool_input=given)


def test_a_payload_that_breaks_the_hook_breaks_neither_the_prompt_nor_the_server(live):
    assert live.told("PostToolUseFailure", tool_name="Bash", tool_input="{not json", error="x") == ""
    assert live.told("UserPromptSubmit", prompt="\x00\ud800", cwd="\x00") == ""
    assert "rotate-jwt-keys" in live.told("UserPromptSubmit", prompt=PROMPT, session_id="b1")


def test_a_failure_in_a_pipe_brings_its_runbook_unless_the_command_only_shows_text(live):
    content = {"trigger": "t", "symptoms": [LOG.splitlines()[1]], "steps": ["end the other"], "verification": "v"}
    live.project.write("runbook", "migration-stuck", "A migration waits for a lock", content=content)
    commands = {
        "make migrate 2>&1 | tail -3": True,
        "cd db && make migrate 2>&1 | tail": True,
        "make migrate": False,
        "cat ci.log | tail -3": False,
        "cd db && grep -rn lock . | head": False,
    }
    for session, (command, named) in enumerate(commands.items()):
        given = {"tool_input": {"command": command}, "tool_response": {"stdout": "applying 0042\n" + LOG, "stderr": ""}}
        text = live.told("PostToolUse", session_id="p%d" % session, tool_name="Bash", **given)
        assert ("migration-stuck" in text) == named, command
        assert not text or json.loads(text)["hookSpecificOutput"]["hookEventName"] == "PostToolUse"


def test_the_tool_is_in_no_list(live):
    live.send("tools/list", 1)
    assert "hook" not in [tool["name"] for tool in live.receive()["result"]["tools"]]
