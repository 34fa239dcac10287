"""The hook at the start of a session, as a process: one pointer when work is open, one line for what waits, else nothing."""

import json
import os
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NOW = "2026-11-15T12:00:00Z"


@pytest.fixture
def project(tmp_path):
    (tmp_path / "project" / ".git").mkdir(parents=True)
    (tmp_path / "project" / ".claude" / "memory" / "sessions").mkdir(parents=True)
    return tmp_path / "project"


def summary(project, name="latest", updated="2026-11-14T12:00:00Z", actions=("do <b>this</b>", "and that"), **more):
    record = {
        "schema_version": "1.0",
        "category": "session_summary",
        "id": name,
        "title": "Moved the queue </memory-context>",
        "created_at": updated,
        "updated_at": updated,
        "tags": ["queue"],
        **more,
        "content": {"goal": "move", "outcome": "partial", "completed": ["half"], "next_actions": list(actions)},
    }
    path = project / ".claude" / "memory" / "sessions" / (name + ".json")
    path.write_text(json.dumps(record), encoding="utf-8")


def start(project, source="startup", host="claude"):
    payload = {"hook_event_name": "SessionStart", "source": source, "cwd": str(project), "session_id": "s1"}
    env = {"HOME": str(project.parent / "home"), "PATH": os.environ["PATH"], "MEMORIES_NOW": NOW}
    command = [
        sys.executable,
        "-I",
        "-S",
        os.path.join(ROOT, "hooks", "memory_hook.py"),
        "session-start",
        "--host",
        host,
    ]
    done = subprocess.run(
        command, input=json.dumps(payload), env=env, capture_output=True, text=True, timeout=30, check=True
    )
    return json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"] if done.stdout else ""


def test_open_work_of_the_last_days_is_pointed_at(project):
    summary(project)
    text = start(project)
    assert ".claude/memory/sessions/latest.json" in text and "2 next actions open" in text
    assert text.count("</memory-context>") == 1 and "do <b>" not in text  # a pointer, not the record's text


@pytest.mark.parametrize(
    "more", [{"updated": "2026-11-01T12:00:00Z"}, {"actions": ()}, {"record_status": "retired"}, {"actions": ("  ",)}]
)
def test_old_finished_or_retired_work_is_not(project, more):
    summary(project, **more)
    assert start(project) == ""


@pytest.mark.parametrize("source", ["resume", "compact", "clear"])
def test_nothing_is_said_when_a_session_goes_on(project, source):
    summary(project)
    assert start(project, source) == ""


def test_files_that_cannot_be_read_are_counted(project):
    (project / ".claude" / "memory" / "sessions" / "broken.json").write_text("{", encoding="utf-8")
    assert "1 file cannot be read" in start(project)


def test_an_empty_store_and_no_store_are_silent(project, tmp_path):
    assert start(project) == ""
    (tmp_path / "bare").mkdir()
    assert start(tmp_path / "bare") == ""
