"""A host that is added by the files that CONTRIBUTING names for one, in a copy of the source, works as a whole."""

import json
import re
import shutil
import subprocess
import sys

import pytest

from conftest import REPOSITORY

PROMPT = "how do we rotate the jwt signing keys?"
FOLDERS = ("src", "hooks", "bin", "integrations", "skills", "agents", "schemas", ".claude-plugin", ".codex-plugin")
HOST = """
from __future__ import annotations

from . import Host


class Kestrel(Host):
    name = "kestrel"
    title = "Kestrel"
    events = {**Host.events, "prompt": "onPrompt", "session-start": "onStart"}
    fields = {**Host.fields, "prompt": ("utterance",), "session": ("thread",), "cwd": ("place",)}

    def context(self, event, text):
        return {"on": self.events[event], "append": text}

    def transcript(self):
        from ..transcript.values import Format, Line

        return Format(lambda entry: Line(entry["who"], entry["said"]) if "who" in entry else None, (b'"who"',))

    def plan(self, plugin):
        from .plan import Plan, Setting, copied_server, file_of

        part = {"servers": {"memories": copied_server(plugin, "mcp")}}
        return Plan(copied=True, settings=(Setting(path=file_of("", ".kestrel", "settings.json"), part=part),))


HOST = Kestrel()
"""


@pytest.fixture
def copy(tmp_path):
    """The source in a folder of its own, with the files of the invented host."""
    root = tmp_path / "copy"
    for name in FOLDERS:
        shutil.copytree(REPOSITORY / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("README.md", "LICENSE", "NOTICE", "pyproject.toml", ".mcp.json", ".mcp.codex.json"):
        shutil.copy(REPOSITORY / name, root)
    (root / "src" / "memory_retrieval" / "hosts" / "kestrel.py").write_text(HOST)
    return root


@pytest.fixture
def project(project):
    project.fill()
    project.write(
        "runbook", "rotate", "Rotate the JWT signing keys", ["jwt", "keys"], {"steps": ["create the new key"]}
    )
    return project


def run(copy, project, *words, **payload):
    command = [sys.executable, "-I", "-S", *map(str, words)]
    given = json.dumps({"place": str(project.root), "thread": "t1", **payload})
    done = subprocess.run(command, input=given, capture_output=True, text=True, cwd=project.root, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_contributing_names_one_source_file_for_a_host():
    row = re.search(r"(?m)^\| host \|.*$", (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")).group()
    assert re.findall(r"`([^`]+)`", row) == [
        "hosts/gemini.py",
        "docs/reference/hosts/gemini.md",
        "tests/unit/hooks/test_payload.py",
    ]


def test_its_prompts_and_sessions_are_answered_in_its_own_shape(copy, project):
    hook = copy / "hooks" / "memory_hook.py"
    answer = json.loads(run(copy, project, hook, "prompt", "--host", "kestrel", utterance=PROMPT))
    assert answer["on"] == "onPrompt" and "rotate.json" in answer["append"]
    again = json.loads(run(copy, project, hook, "prompt", "--host", "kestrel", utterance=PROMPT, thread="t2"))
    assert again == answer  # from the bundle that the first one made
    start = json.loads(run(copy, project, hook, "session-start", "--host", "kestrel", source="startup", thread="t3"))
    assert start["on"] == "onStart" and "Rotate the JWT signing keys" in start["append"]


def test_its_transcript_gives_a_short_prompt_its_context(copy, project, tmp_path):
    path = tmp_path / "talk.jsonl"
    path.write_text(json.dumps({"who": "user", "said": PROMPT}) + "\n")
    words = (copy / "hooks" / "memory_hook.py", "prompt", "--host", "kestrel")
    short = "and how do we do that again?"
    assert run(copy, project, *words, utterance=short) == ""
    assert "rotate.json" in run(copy, project, *words, utterance=short, transcript_path=str(path), thread="t2")


def test_the_command_sets_it_up(copy, project, home):
    out = run(copy, project, copy / "bin" / "memories", "setup", "kestrel", "--dry-run", "--format", "json")
    value = json.loads(out)
    assert value["changed"] and value["files"][0]["path"] == str(home / ".kestrel" / "settings.json")
    assert not (home / ".kestrel").exists()


def test_every_file_of_a_host_has_its_name_and_a_title():
    from memory_retrieval.hosts import find, names

    assert [(find(name).name, bool(find(name).title)) for name in names()] == [(name, True) for name in names()]
