"""Fires every hook as a host does, in a temporary project; checks exit code, answer, time and processes left running.

State, cache and home are temporary folders too, so that nothing of the user's is touched.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time

from ..core import config
from ..core.paths import REPOSITORY
from ..setup.hosts import LAUNCHER
from . import processes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .report import Report

PATIENCE = 15  # seconds a hook may take here before it is called hung
ROUNDS = 3  # timed runs; the best counts
TIMES = 6  # times the bare interpreter's start that a prompt may cost
FLOOR = 0.15  # seconds that are always allowed: a busy machine is no finding
RECORD = {
    "schema_version": "1.0",
    "category": "decision",
    "id": "doctor-fixture",
    "title": "Quokka exports are written as parquet",
    "created_at": "2026-01-01T00:00:00Z",
    "updated_at": "2026-01-01T00:00:00Z",
    "tags": ["quokka", "parquet", "export"],
    "content": {
        "status": "accepted",
        "context": "Quokka exports were slow as CSV.",
        "decision": "Quokka exports are parquet.",
        "rationale": ["smaller"],
    },
}
PROMPT = "in which format are the quokka exports written, parquet or csv?"
PROBE = """import sqlite3, sys
print("%d.%d.%d" % sys.version_info[:3], sqlite3.sqlite_version)
sqlite3.connect(":memory:").execute("create virtual table t using fts5(a)")"""


def check_hooks(report: Report) -> None:
    """Everything that needs a process."""
    if os.name == "nt" or not os.path.exists(LAUNCHER):
        what = "hooks are not fired: no plugin folder here, or no POSIX shell"
        report.add("info", what, REPOSITORY, "run doctor from a checkout, or trust your host's own hook list")
        return
    with tempfile.TemporaryDirectory(prefix="memories-doctor-") as folder:
        fixture = _Fixture(os.path.realpath(folder))
        python = _interpreter(report, fixture)
        if python:
            _fire_all(report, fixture, python)
            processes.check_left_overs(report)


class _Fixture:
    """A project with one record, and an environment that points nowhere else."""

    def __init__(self, folder: str) -> None:
        self.project = os.path.join(folder, "project")
        records = os.path.join(self.project, ".claude", "memory", "decisions")
        os.makedirs(records)
        os.makedirs(os.path.join(self.project, ".git"))
        with open(os.path.join(records, "doctor-fixture.json"), "w", encoding="utf-8") as file:
            json.dump(RECORD, file)
        self.env = {"HOME": folder, "PATH": config.environ("PATH"), "LANG": "C.UTF-8"}
        for name in ("CACHE", "STATE", "DATA", "CONFIG"):
            self.env["XDG_%s_HOME" % name] = os.path.join(folder, name.lower())
        for name in ("PYENV_ROOT", "PYENV_VERSION", "ASDF_DIR", "ASDF_DATA_DIR", "MISE_DATA_DIR"):
            if config.environ(name):
                self.env[name] = config.environ(name)
        self.python_file = os.path.join(folder, "cache", "memory-retrieval", "python")

    def fire(self, event: list[str], payload: dict[str, Any]) -> tuple[int | None, bytes, float]:
        """(exit code, standard output, seconds) of one hook; exit code None when it hangs."""
        data = json.dumps({"session_id": "doctor", "cwd": self.project, "transcript_path": "", **payload}).encode()
        start = time.perf_counter()
        try:
            done = subprocess.run(
                ["sh", LAUNCHER, *event],
                input=data,
                env=self.env,
                capture_output=True,
                timeout=PATIENCE,
                cwd=self.project,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return None, b"", PATIENCE
        return done.returncode, done.stdout, time.perf_counter() - start


def _interpreter(report: Report, fixture: _Fixture) -> str:
    """The interpreter that the launcher finds, reported with its SQLite; "" when it finds none."""
    fixture.fire(["session-start"], {"hook_event_name": "SessionStart", "source": "startup"})
    try:
        with open(fixture.python_file, encoding="utf-8") as file:
            python = file.readline().strip()
    except OSError:
        python = ""
    if not python or python == "-":
        what = "no Python 3.9 or newer is on the PATH; every hook is silent"
        report.add("error", what, "PATH", "install Python 3.9 or newer, or put it on the PATH that your agent sees")
        return ""
    try:
        done = subprocess.run(
            [python, "-I", "-S", "-c", PROBE], capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        remedy = "reinstall it; the launcher looks for another at the next session"
        report.add("error", "the hooks' interpreter does not run: %s" % error, python, remedy)
        return ""
    versions = (done.stdout.split() + ["?", "none"])[:2]
    if done.returncode:
        what = "Python %s has SQLite %s without FTS5; keyword search is used" % tuple(versions)
        report.add("warning", what, python, "use a Python whose SQLite has FTS5")
    else:
        report.ok("hooks run under Python %s with SQLite %s and FTS5" % tuple(versions), python)
    return python


def _fire_all(report: Report, fixture: _Fixture, python: str) -> None:
    """Each event with a payload; the prompt under both names of its field, and timed."""
    prompt = {"hook_event_name": "UserPromptSubmit", "prompt_id": "1", "prompt": PROMPT}
    old = {"hook_event_name": "UserPromptSubmit", "user_prompt": PROMPT, "session_id": "doctor-old"}
    for name, given in (("prompt", prompt), ("user_prompt", old)):
        code, out, _ = fixture.fire(["prompt"], given)
        _judge(report, "prompt (field %s)" % name, code, out, "doctor-fixture")
    code, out, _ = fixture.fire(["prompt"], {**prompt, "prompt": "hello there"})
    _judge(report, "prompt that nothing helps with", code, out, "")
    for event, payload in (
        ("session-start", {"hook_event_name": "SessionStart", "source": "startup"}),
        ("pre-compact", {"hook_event_name": "PreCompact", "trigger": "manual"}),
        ("stop", {"hook_event_name": "Stop", "stop_hook_active": False}),
        ("session-end", {"hook_event_name": "SessionEnd", "reason": "other"}),
    ):
        code, out, _ = fixture.fire([event], payload)
        _judge(report, event, code, out, "")
    target = os.path.join(fixture.project, ".claude", "memory", "decisions", "x.json")
    code, out, _ = fixture.fire(
        ["pre-tool"], {"hook_event_name": "PreToolUse", "tool_name": "Write", "tool_input": {"file_path": target}}
    )
    _judge(report, "pre-tool", code, out, "deny")
    _time(report, fixture, python, prompt)


def _judge(report: Report, name: str, code: int | None, out: bytes, expected: str) -> None:
    """Reports on one run: a hook that must be silent, or answer with `expected` in its JSON."""
    log = "report it with the log in %s" % config.state_dir()
    if code is None:
        report.add("error", "hook %s does not end" % name, LAUNCHER, log)
    elif code:
        report.add("error", "hook %s ends with exit code %d" % (name, code), LAUNCHER, log)
    elif expected:
        _judge_answer(report, name, out, expected)
    elif out:
        what = "hook %s says something where it must be silent: %.80r" % (name, out)
        report.add("error", what, LAUNCHER, "report it")
    else:
        report.ok("hook %s is silent as it should be" % name)


def _judge_answer(report: Report, name: str, out: bytes, expected: str) -> None:
    try:
        understood = expected in json.dumps(json.loads(out)["hookSpecificOutput"])
    except (ValueError, KeyError, TypeError):
        understood = False
    if understood:
        report.ok("hook %s answers as it should" % name)
        return
    what = "hook %s gives no answer that the host understands: %.80r" % (name, out)
    report.add("error", what, LAUNCHER, "see %s" % os.path.join(config.state_dir(), "hook.log"))


def _time(report: Report, fixture: _Fixture, python: str, prompt: dict[str, Any]) -> None:
    best = bare = 60.0
    for number in range(ROUNDS):
        best = min(best, fixture.fire(["prompt"], {**prompt, "session_id": "time%d" % number})[2])
        start = time.perf_counter()
        subprocess.run([python, "-I", "-S", "-c", "pass"], check=False, env=fixture.env, stdin=subprocess.DEVNULL)
        bare = min(bare, time.perf_counter() - start)
    text = "a prompt costs %.0f ms, the bare interpreter %.0f ms" % (best * 1000, bare * 1000)
    if best > max(FLOOR, TIMES * bare):
        remedy = "look for a slow disk or a virus scanner; `memories off` silences a repository"
        report.add("warning", text, LAUNCHER, remedy)
    else:
        report.ok(text, LAUNCHER)
