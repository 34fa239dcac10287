"""Fires every hook as a host does, in a project made for it, and looks at exit code, answer, time and what is left running.

State, cache and home are throw-away folders, so that nothing of the user's is touched.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time

from ..core import config
from ..core.hosts import EVENTS
from ..core.paths import REPOSITORY
from ..setup.hosts import LAUNCHER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .checks import Report

PATIENCE = 15  # seconds a hook may take here before it is called hung
ROUNDS = 3  # timed runs; the best counts
STAYED = 10  # seconds after which a hook that still runs was left behind; every hook ends long before
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


def look_at_hooks(report: Report) -> None:
    """Everything that takes a process."""
    if os.name == "nt" or not os.path.exists(LAUNCHER):
        report.found(
            "info",
            "hooks are not fired: no plugin folder here, or no POSIX shell",
            REPOSITORY,
            "run doctor from a checkout, or trust your host's own hook list",
        )
        return
    with tempfile.TemporaryDirectory(prefix="memories-doctor-") as folder:
        place = _Fixture(os.path.realpath(folder))
        python = _interpreter(report, place)
        if python:
            _fire_all(report, place, python)
            _look_for_left_overs(report)


class _Fixture:
    """A project with one record, and an environment that leads nowhere else."""

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


def _interpreter(report: Report, place: _Fixture) -> str:
    """The interpreter the launcher finds, with its SQLite; "" when it finds none."""
    place.fire(["session-start"], {"hook_event_name": "SessionStart", "source": "startup"})
    try:
        with open(place.python_file, encoding="utf-8") as file:
            python = file.readline().strip()
    except OSError:
        python = ""
    if not python or python == "-":
        report.found(
            "error",
            "no Python 3.9 or newer is on the PATH; every hook is silent",
            "PATH",
            "install Python 3.9 or newer, or put it on the PATH that your agent sees",
        )
        return ""
    try:
        done = subprocess.run(
            [python, "-I", "-S", "-c", PROBE], capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        report.found(
            "error",
            "the hooks' interpreter does not run: %s" % error,
            python,
            "reinstall it; the launcher looks for another at the next session",
        )
        return ""
    versions = (done.stdout.split() + ["?", "none"])[:2]
    if done.returncode:
        report.found(
            "warning",
            "Python %s has SQLite %s without FTS5; keyword search is used" % tuple(versions),
            python,
            "use a Python whose SQLite has FTS5",
        )
    else:
        report.right("hooks run under Python %s with SQLite %s and FTS5" % tuple(versions), python)
    return python


def _fire_all(report: Report, place: _Fixture, python: str) -> None:
    """Each event with its fixture; the prompt with both names of its field, and timed."""
    prompt = {"hook_event_name": "UserPromptSubmit", "prompt_id": "1", "prompt": PROMPT}
    old = {"hook_event_name": "UserPromptSubmit", "user_prompt": PROMPT, "session_id": "doctor-old"}
    for name, given in (("prompt", prompt), ("user_prompt", old)):
        code, out, _ = place.fire(["prompt"], given)
        _judge(report, "prompt (field %s)" % name, code, out, "doctor-fixture")
    code, out, _ = place.fire(["prompt"], {**prompt, "prompt": "hello there"})
    _judge(report, "prompt that nothing helps with", code, out, "")
    for event, payload in (
        ("session-start", {"hook_event_name": "SessionStart", "source": "startup"}),
        ("pre-compact", {"hook_event_name": "PreCompact", "trigger": "manual"}),
        ("stop", {"hook_event_name": "Stop", "stop_hook_active": False}),
        ("session-end", {"hook_event_name": "SessionEnd", "reason": "other"}),
    ):
        code, out, _ = place.fire([event], payload)
        _judge(report, event, code, out, "")
    target = os.path.join(place.project, ".claude", "memory", "decisions", "x.json")
    code, out, _ = place.fire(
        ["pre-tool"], {"hook_event_name": "PreToolUse", "tool_name": "Write", "tool_input": {"file_path": target}}
    )
    _judge(report, "pre-tool", code, out, "deny")
    _time(report, place, python, prompt)


def _judge(report: Report, name: str, code: int | None, out: bytes, expected: str) -> None:
    where = LAUNCHER
    if code is None:
        report.found("error", "hook %s does not end" % name, where, "report it with the log in %s" % config.state_dir())
    elif code:
        report.found(
            "error",
            "hook %s ends with exit code %d" % (name, code),
            where,
            "report it with the log in %s" % config.state_dir(),
        )
    elif not expected and out:
        report.found("error", "hook %s says something where it must be silent: %.80r" % (name, out), where, "report it")
    elif expected:
        try:
            value = json.loads(out)["hookSpecificOutput"]
            good = expected in json.dumps(value)
        except (ValueError, KeyError, TypeError):
            good = False
        if good:
            report.right("hook %s answers as it should" % name)
        else:
            report.found(
                "error",
                "hook %s gives no answer that the host understands: %.80r" % (name, out),
                where,
                "see %s" % os.path.join(config.state_dir(), "hook.log"),
            )
    else:
        report.right("hook %s is silent as it should be" % name)


def _time(report: Report, place: _Fixture, python: str, prompt: dict[str, Any]) -> None:
    best = bare = 60.0
    for number in range(ROUNDS):
        best = min(best, place.fire(["prompt"], {**prompt, "session_id": "time%d" % number})[2])
        start = time.perf_counter()
        subprocess.run([python, "-I", "-S", "-c", "pass"], check=False, env=place.env, stdin=subprocess.DEVNULL)
        bare = min(bare, time.perf_counter() - start)
    text = "a prompt costs %.0f ms, the bare interpreter %.0f ms" % (best * 1000, bare * 1000)
    if best > max(FLOOR, TIMES * bare):
        report.found(
            "warning", text, LAUNCHER, "look for a slow disk or a virus scanner; `memories off` silences a repository"
        )
    else:
        report.right(text, LAUNCHER)


def _look_for_left_overs(report: Report) -> None:
    """Hook processes of ours that stayed; where the system does not say, nothing is said. MCP servers are held by their clients."""
    try:
        with open("/proc/uptime", encoding="ascii") as file:
            now = float(file.read().split()[0])
        numbers = [name for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid()]
    except (OSError, ValueError, IndexError):
        return
    count = sum(_is_hook(number) and _age(number, now) > STAYED for number in numbers)
    if count:
        report.found(
            "warning",
            "%d hook process%s still running after %d seconds" % (count, " is" if count == 1 else "es are", STAYED),
            REPOSITORY,
            "look again in a minute; if they stay, report it",
        )
    else:
        report.right("resident processes: 0")


def _is_hook(number: str) -> bool:
    """Whether a process runs memory_hook.py of this installation with an event."""
    try:
        with open("/proc/%s/cmdline" % number, "rb") as file:
            words = [os.fsdecode(word) for word in file.read().split(b"\0")]
    except OSError:
        return False
    for index, event in enumerate(words[1:]):
        path = words[index]
        if event in EVENTS and os.path.basename(path) == "memory_hook.py":
            try:
                path = os.path.join(os.readlink("/proc/%s/cwd" % number), path)
            except OSError:
                pass  # another user's: an absolute path says enough
            return os.path.realpath(path) == os.path.join(REPOSITORY, "hooks", "memory_hook.py")
    return False


def _age(number: str, now: float) -> float:
    """Seconds since a process began, 0 when it has ended. `now` is the system's uptime."""
    try:
        with open("/proc/%s/stat" % number, "rb") as file:
            began = int(file.read().rpartition(b")")[2].split()[19])  # field 22; the name in field 2 may hold anything
        return now - began / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return 0.0
