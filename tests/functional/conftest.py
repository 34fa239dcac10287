"""What tests of the commands share."""

import json
import subprocess
import sys

import pytest

from conftest import NOW, REPOSITORY


@pytest.fixture
def save(project, run_main):
    """save({...}, "--update", "x"): the outcome of the command in the project."""

    def run(record, *args, env=None, cwd=None):
        text = record if isinstance(record, (str, bytes)) else json.dumps(record)
        return run_main("save", *args, input=text, cwd=cwd or project.root, env=env)

    return run


@pytest.fixture
def run(project, run_main):
    """run("show", "x", input={...}): the outcome of a command in the project, with JSON for an answer."""

    def command(*args, input=None, env=None):
        text = input if input is None or isinstance(input, (str, bytes)) else json.dumps(input)
        return run_main(*args, "--format", "json", input=text, cwd=project.root, env=env)

    return command


@pytest.fixture
def reading(project, run_hook):
    """reading(path): what the agent is told when it reads a file of the project; "" for nothing."""

    def run(path, tool="Read", session="s1", host="claude", cwd=project.root, **given):
        payload = {"hook_event_name": "PreToolUse", "session_id": session, "cwd": str(cwd), "tool_name": tool}
        payload["tool_input"] = given or {"file_path": str(project.root / path)}
        ran = run_hook(payload, event="pre-tool", args=["--host", host], env={"MEMORIES_NOW": NOW})
        assert (ran.code, ran.err) == (0, "")
        return ran.context

    return run


@pytest.fixture
def start(project, run_hook):
    """start(source): what an agent is told at the start of a session; "" for nothing."""

    def run(source="startup", host="claude", session="s1"):
        payload = {"hook_event_name": "SessionStart", "source": source, "cwd": str(project.root), "session_id": session}
        ran = run_hook(payload, event="session-start", args=["--host", host], env={"MEMORIES_NOW": NOW})
        assert (ran.code, ran.err) == (0, "")
        return ran.context

    return run


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    """The wheel of the repository as it is."""
    out = tmp_path_factory.mktemp("dist")
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)]
    subprocess.run(words, cwd=REPOSITORY, check=True, capture_output=True)
    (path,) = out.glob("*.whl")
    return path
