"""Fires the hooks of a copy as its host does, in a temporary project; checks exit code, answer and time.

The commands are those of the host's own list of hooks. State, cache and home are temporary folders, so that nothing of
the user's is touched.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import time

from ..core import config, programs
from ..core.files import write_private
from ..core.shell import command_line
from ..hosts import find
from .copies import Copy, at, load
from .report import ERROR, INFO, WARNING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .report import Report

PATIENCE = 15  # seconds a hook may take here before it is called hung
ROUNDS = 3  # timed runs; the best counts
TIMES = 6  # times the bare interpreter's start that a prompt may cost
FLOOR = 0.15  # seconds that are always allowed: a busy machine is no finding
PROMPT = "in which format are the quokka exports written, parquet or csv?"
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
PATIENT = {"retrieval": {"deadline_ms": 10_000}}  # a busy machine is slow, not silent; the time is judged by itself


def check_hooks(report: Report, copy: Copy, *, timed: bool = True) -> None:
    """Every hook of a copy, once; `timed`: a prompt also against the clock."""
    if os.name == "nt" or not programs.find("sh"):
        message = "the hooks were not run: no POSIX shell"
        report.add(INFO, "hooks-not-fired", message, copy.root, "look at `memories why --last` after a prompt")
        return
    with tempfile.TemporaryDirectory(prefix="memories-doctor-") as folder:
        scratch = Scratch(os.path.realpath(folder))
        failed = [f for f in _fire_all(scratch, copy) if f]
        for name, message, why in failed[:1]:
            log = "report it with %s" % os.path.join(config.state_dir(), "hook.log")
            why += "; %d more hooks fail" % (len(failed) - 1) if len(failed) > 1 else ""
            report.add(ERROR, name, message, copy.root, log, why=why)
        if not failed:
            report.ok("hooks", "all hooks answer as they should", copy.root)
        if timed and not failed:
            _time(report, scratch, copy)


class Scratch:
    """A project with one record, and an environment that points nowhere else."""

    def __init__(self, folder: str) -> None:
        self.project = os.path.join(folder, "project")
        records = os.path.join(self.project, ".claude", "memory", "decisions")
        os.makedirs(records)
        os.makedirs(os.path.join(self.project, ".git"))
        with open(os.path.join(records, "doctor-fixture.json"), "w", encoding="utf-8") as file:
            json.dump(RECORD, file)
        path = os.pathsep.join([folder for folder, trusted in programs.search_path() if trusted])
        self.env = {"HOME": folder, "PATH": path, "LANG": "C.UTF-8"}
        for name in ("CACHE", "STATE", "DATA", "CONFIG"):
            self.env["XDG_%s_HOME" % name] = os.path.join(folder, name.lower())
        for name in ("PYENV_ROOT", "PYENV_VERSION", "ASDF_DIR", "ASDF_DATA_DIR", "MISE_DATA_DIR"):
            if config.environ(name):
                self.env[name] = config.environ(name)
        own = os.path.join(folder, "config", "memory-retrieval", config.USER_FILE)
        write_private(own, json.dumps(PATIENT).encode("ascii"))
        self.python_file = os.path.join(folder, "cache", "memory-retrieval", "python")

    def fire(self, command: str, payload: dict[str, Any], **env: str) -> tuple[int | None, bytes, bytes, float]:
        """(exit code, standard output, standard error, seconds) of a hook; exit code None when it hangs."""
        data = json.dumps({"session_id": "doctor", "cwd": self.project, "transcript_path": "", **payload}).encode()
        start = time.perf_counter()
        try:
            done = subprocess.run(
                [programs.find("sh"), "-c", command],
                input=data,
                env={**self.env, **env},
                capture_output=True,
                timeout=PATIENCE,
                cwd=self.project,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return None, b"", b"", PATIENCE
        return done.returncode, done.stdout, done.stderr, time.perf_counter() - start

    def python(self, launcher: str) -> str:
        """The interpreter that a plugin's launcher finds; "" for none."""
        command = command_line("sh", launcher, "session-start")
        self.fire(command, {"hook_event_name": "SessionStart", "source": "startup"})
        try:
            with open(self.python_file, encoding="utf-8") as file:
                return file.readline().strip().strip("-")
        except OSError:
            return ""


def _fire_all(scratch: Scratch, copy: Copy) -> list[tuple[str, str, str] | None]:
    """(name, message, why) of each run that is not as it should be."""
    write = {"file_path": os.path.join(scratch.project, ".claude", "memory", "decisions", "x.json")}
    tool = find(copy.host).write_tool
    runs: tuple[tuple[str, dict[str, Any], str | None], ...] = (
        ("session-start", {"source": "startup"}, None),  # the brief, or nothing
        ("prompt", {"prompt_id": "1", "prompt": PROMPT}, "doctor-fixture"),
        ("prompt", {"prompt": "hello there"}, ""),
        ("pre-tool", {"tool_name": tool, "tool_input": write}, "deny"),
        ("pre-compact", {"trigger": "manual"}, ""),
        ("stop", {"stop_hook_active": False}, ""),
    )
    return [_failure(scratch, copy, *run) for run in runs]


def _failure(
    scratch: Scratch, copy: Copy, event: str, payload: dict[str, Any], expected: str | None
) -> tuple[str, str, str] | None:
    """What is wrong with one hook: it must be silent (""), answer with `expected` in its JSON, or just end (None)."""
    name, command = _command(copy, event, "Write|write_file")
    if not command:
        return "hook-missing", "the list of hooks has none for %s" % name, copy.hooks
    code, out, err, _ = scratch.fire(command, {"hook_event_name": name, **payload}, **dict(copy.values))
    if code is None:
        return "hook-hangs", "the hook %s does not end" % name, "it was stopped after %d seconds" % PATIENCE
    if code:
        said = err.decode("utf-8", "replace").strip().splitlines()[-1:] or ["it printed no error"]
        return "hook-fails", "the hook %s ends with exit code %d" % (name, code), said[0]
    if expected is None or (not expected and not out) or (expected and expected in _answer(out)):
        return None
    if not expected:
        return "hook-talks", "the hook %s says something where it has nothing to say" % name, "%.80r" % out
    return "hook-silent", "the hook %s gives no answer that the host understands" % name, "%.80r" % out


def _command(copy: Copy, event: str, tools: str) -> tuple[str, str]:
    """(the host's name of an event, the shell command of its hook; "" without one)."""
    name = find(copy.host).events[event]
    groups = at(load(copy.hooks), "hooks", name)
    for group in groups if isinstance(groups, list) else ():
        matcher = at(group, "matcher")
        if event == "pre-tool" and not any(tool in str(matcher).split("|") for tool in tools.split("|")):
            continue
        for hook in at(group, "hooks") or ():
            command = at(hook, "command")
            if isinstance(command, str):
                return name, command.replace("${/}", os.sep)  # Gemini's; the shell finds the others as variables
    return name, ""


def _answer(out: bytes) -> str:
    """The part of a JSON answer that a host acts on; "" when it is none. Gemini's refusals stand at the top."""
    try:
        value = json.loads(out)
        return json.dumps(value.get("hookSpecificOutput") or {"decision": value["decision"]})
    except (ValueError, KeyError, TypeError, AttributeError):
        return ""


def _time(report: Report, scratch: Scratch, copy: Copy) -> None:
    name, command = _command(copy, "prompt", "")
    python = scratch.python(copy.launcher())
    best = bare = 60.0
    for number in range(ROUNDS):
        payload = {"hook_event_name": name, "prompt": PROMPT, "session_id": "time%d" % number}
        best = min(best, scratch.fire(command, payload, **dict(copy.values))[3])
        start = time.perf_counter()
        subprocess.run([python, "-I", "-S", "-c", "pass"], check=False, env=scratch.env, stdin=subprocess.DEVNULL)
        bare = min(bare, time.perf_counter() - start)
    text = "a prompt takes %.0f ms, of which Python needs %.0f ms to start" % (best * 1000, bare * 1000)
    if best > max(FLOOR, TIMES * bare):
        remedy = "look for a slow disk or a virus scanner; `memories off` silences a repository"
        report.add(WARNING, "hooks-slow", text, copy.root, remedy)
    else:
        report.ok("hooks-time", text, copy.root, detail=True)
