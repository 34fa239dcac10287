"""The example project in a repository of its own, and our commands in it."""

import json
import os
import pathlib
import pty
import select
import shutil
import signal
import subprocess
import sys
import time

import clients

ROOT = pathlib.Path(__file__).resolve().parents[2]
DECIDED = (
    "We decided to keep the offline queue in SQLite instead of Hive because Hive keeps losing entries when the app is "
    "killed."
)
NOTE = "The offline queue is a SQLite table instead of Hive, because Hive loses entries when the app is killed"
COMMIT = {"command": "git commit -q --allow-empty -m work", "description": "commit"}
FAILING = """env printf '%s\\n' 'collected 41 items' \\
  'E   django.db.utils.ProgrammingError: type "geometry" does not exist' \\
  'E   LINE 1: CREATE TABLE "tours_track" ("line" geometry(LINESTRINGZ,4326))' '1 error in 0.52s'; exit 1"""
PIPED = FAILING.replace("; exit 1", " | cat")
RUNBOOK = "runbooks/geometry-type-missing-in-tests.json"  # about that failure
NAMED, RULE = (
    "backend/routes/api_v1.py",
    "constraints/api-v1-frozen.json",
)  # a file, and the memory that names it


def memories(project, home, *words, stdin=""):
    """What one of our commands prints in a project."""
    program = [sys.executable, str(ROOT / "bin" / "memories")]
    env, given = clients.environment(home), stdin.encode()
    done = subprocess.run(
        [*program, *words],
        cwd=project,
        env=env,
        input=given,
        capture_output=True,
        check=False,
    )
    return done.stdout.decode("utf-8", "replace")


def make_project(path):
    """The example project in a repository of its own, everything committed."""
    shutil.copytree(ROOT / "examples" / "trailhead", path)
    for words in (
        ["init", "-q"],
        ["config", "user.email", "e2e@localhost"],
        ["config", "user.name", "e2e"],
        ["add", "-A"],
        ["commit", "-qm", "start"],
    ):
        git(path, *words)
    return path


def git(folder, *words):
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder.parent),
        "GIT_CONFIG_NOSYSTEM": "1",
    }
    return subprocess.run(
        ["git", *words], cwd=folder, env=env, capture_output=True, text=True, check=True
    ).stdout


def add_guard(project):
    """A rule with a guard, as it comes with a clone."""
    record = json.loads((project / ".claude/memory" / RULE).read_text(encoding="utf-8"))
    guard = {
        "text": "import tileserver",
        "command": "git push --force",
        "effect": "deny",
    }
    record.update(
        id="no-tileserver", title="No tileserver", schema_version="1.1", guard=guard
    )
    path = project / ".claude/memory/constraints/no-tileserver.json"
    path.write_text(json.dumps(record), encoding="utf-8")


def typed(project, home, *words):
    """Runs one of our commands as a person does, in a terminal of its own."""
    ours, theirs = pty.openpty()
    command = [sys.executable, str(ROOT / "bin" / "memories"), *words]
    process = subprocess.Popen(
        command,
        cwd=project,
        env=clients.environment(home),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    try:
        while os.read(ours, 65_536):
            pass
    except OSError:
        pass  # the other end is closed
    process.wait(timeout=60)
    os.close(ours)


def in_terminal(command, env, cwd, until, seconds=90):
    """Runs a client in a terminal of its own, until something is so or the time is over."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command,
        cwd=cwd,
        env=env,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None and not until():
        if select.select([ours], [], [], 0.5)[0]:
            os.read(ours, 65_536)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    os.close(ours)
    os.close(theirs)
