"""Fires the hooks of a copy as its host does, in a temporary project; checks exit code and answer.

The commands are those of the host's own list of hooks. State, cache and home are temporary folders, so that nothing of
the user's is touched.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile

from ..core import environment, programs, settings
from ..core.files import write_private
from ..core.model import JsonObject
from ..core.shell import command_line
from ..hosts.plan import at
from .copies import Copy
from .reading import read
from .report import ERROR, INFO, Report

PATIENCE = 15  # seconds a hook may take here before it is called hung
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
PATIENT = "10000"  # a busy machine is slow, not silent


def check_hooks(report: Report, copy: Copy, *, well: bool = True) -> None:
    """Every hook of a copy, once. One finding says what is wrong with the first that fails, and names the others.

    well  nothing else keeps the host from starting them: only then is it said that they answer
    """
    if os.name == "nt" or not programs.find("sh"):
        what = "the hooks were not run: no POSIX shell"
        report.add(
            INFO,
            "hooks-not-fired",
            what,
            copy.root,
            "look at `memories why --last` after a prompt",
        )
        return
    with tempfile.TemporaryDirectory(prefix="memories-doctor-") as folder:
        failed = _fire_all(Scratch(os.path.realpath(folder)), copy)
    if not failed:
        if well:
            report.ok("hooks", "all hooks answer as they should", copy.root)
        return
    _, code, what, why = failed[0]
    others = dict.fromkeys(event for event, *_ in failed[1:])
    if others:
        why += "; also failing: " + ", ".join(others)
    log = "report it with " + os.path.join(environment.state_dir(), "hook.log")
    report.add(ERROR, code, what, copy.root, log, why)


class Scratch:
    """A project with one record, and an environment that points nowhere else."""

    def __init__(self, folder: str) -> None:
        self.project = os.path.join(folder, "project")
        records = os.path.join(self.project, ".claude", "memory", "decisions")
        os.makedirs(records)
        os.makedirs(os.path.join(self.project, ".git"))
        with open(
            os.path.join(records, "doctor-fixture.json"), "w", encoding="utf-8"
        ) as file:
            json.dump(RECORD, file)
        path = os.pathsep.join(
            [folder for folder, trusted in programs.search_path() if trusted]
        )
        self.env = {
            "HOME": folder,
            "PATH": path,
            "LANG": "C.UTF-8",
            "MEMORIES_DEADLINE_MS": PATIENT,
        }
        for name in ("CACHE", "STATE", "DATA", "CONFIG"):
            self.env[f"XDG_{name}_HOME"] = os.path.join(folder, name.lower())
        for name in (
            "PYENV_ROOT",
            "PYENV_VERSION",
            "ASDF_DIR",
            "ASDF_DATA_DIR",
            "MISE_DATA_DIR",
        ):
            if environment.get(name):
                self.env[name] = environment.get(name)
        self.python_file = os.path.join(folder, "cache", "memory-retrieval", "python")

    def fire(
        self, command: str, payload: JsonObject, **env: str
    ) -> subprocess.CompletedProcess[bytes] | None:
        """How a hook ended; None when it does not end."""
        sent = {
            "session_id": "doctor",
            "cwd": self.project,
            "transcript_path": "",
            **payload,
        }
        try:
            return subprocess.run(
                [programs.find("sh"), "-c", command],
                input=json.dumps(sent).encode(),
                env={**self.env, **env},
                capture_output=True,
                timeout=PATIENCE,
                cwd=self.project,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return None

    def python(self, launcher: str) -> str:
        """The interpreter that a plugin's launcher finds; "" for none."""
        self.fire(
            command_line("sh", launcher, "none"), {}
        )  # no event: it only looks for the interpreter
        try:
            with open(self.python_file, encoding="utf-8") as file:
                return file.readline().strip().strip("-")
        except OSError:
            return ""


def _fire_all(scratch: Scratch, copy: Copy) -> list[tuple[str, str, str, str]]:
    """(event, code, what, why) of each run that is not as it should be."""
    write = {
        "file_path": os.path.join(
            scratch.project, ".claude", "memory", "decisions", "x.json"
        )
    }
    tool = copy.host.write_tool
    runs: tuple[tuple[str, JsonObject, str | None], ...] = (
        ("session-start", {"source": "startup"}, None),  # the brief, or nothing
        ("prompt", {"prompt_id": "1", "prompt": PROMPT}, "doctor-fixture"),
        ("prompt", {"prompt": "hello there"}, ""),
        ("pre-tool", {"tool_name": tool, "tool_input": write}, "deny"),
        ("pre-compact", {"trigger": "manual"}, None),  # the IDs in use, or nothing
        ("stop", {"stop_hook_active": False}, ""),
    )
    failed = []
    for event, payload, expected in runs:
        name, command = _command(copy, event)
        failure = _failure(scratch, copy, name, command, payload, expected)
        failed += [(name, *failure)] if failure else []
    return failed


def _failure(
    scratch: Scratch,
    copy: Copy,
    name: str,
    command: str,
    payload: JsonObject,
    expected: str | None,
) -> tuple[str, str, str] | None:
    """What is wrong with one hook: it must be silent (""), answer with `expected` in its JSON, or just end (None)."""
    if not command:
        return "hook-missing", f"the list of hooks has none for {name}", copy.hooks
    done = scratch.fire(command, {"hook_event_name": name, **payload}, **copy.variables)
    if done is None:
        return (
            "hook-hangs",
            f"the hook {name} does not end",
            f"it was stopped after {PATIENCE} seconds",
        )
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip() or "it printed no error"
        return (
            "hook-fails",
            f"the hook {name} ends with exit code {done.returncode}",
            said.splitlines()[-1],
        )
    if expected is None or (
        expected in _answer(done.stdout) if expected else not done.stdout
    ):
        return None
    if not expected:
        return (
            "hook-talks",
            f"the hook {name} says something where it has nothing to say",
            f"{done.stdout!r:.80}",
        )
    return (
        "hook-silent",
        f"the hook {name} gives no answer that the host understands",
        f"{done.stdout!r:.80}",
    )


def _command(copy: Copy, event: str) -> tuple[str, str]:
    """(the host's name of an event, the shell command of its hook; "" without one)."""
    name = copy.host.events[event]
    groups = at(read(copy.hooks)[0], "hooks", name)
    for group in groups if isinstance(groups, list) else ():
        tools = str(at(group, "matcher")).split("|")
        if event == "pre-tool" and copy.host.write_tool not in tools:
            continue
        for hook in at(group, "hooks") or ():
            command = at(hook, "command")
            if isinstance(command, str):
                return name, command.replace(
                    "${/}", os.sep
                )  # Gemini's; the shell finds the others as variables
    return name, ""


def _answer(out: bytes) -> str:
    """The part of a JSON answer that a host acts on; "" for any other. Gemini's refusals stand at the top."""
    try:
        value = json.loads(out)
        return json.dumps(
            value.get("hookSpecificOutput") or {"decision": value["decision"]}
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return ""
