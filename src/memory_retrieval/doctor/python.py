"""The Python that hooks run under: which one the launcher finds, and whether the one it kept still runs."""

from __future__ import annotations

import os
import subprocess
import tempfile

from ..core import config, programs
from ..core.errors import ConfigError
from ..core.files import remove_quietly
from ..core.reading import read_regular
from ..setup import plugin
from .fire import PATIENCE, Scratch
from .report import ERROR, INFO, WARNING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .report import Report

INSTALL = "install Python 3.9 or newer, or put it on the PATH that your agent sees"
MAX_PATH = 4096  # bytes of the file that names the interpreter
PROBE = """import sqlite3, sys
print("%d.%d.%d" % sys.version_info[:3], sqlite3.sqlite_version)
sqlite3.connect(":memory:").execute("create virtual table t using fts5(a)")"""


def check_python(report: Report, fix: bool) -> None:
    """The interpreter kept in the cache, the one on the PATH, and what its SQLite can do."""
    _check_kept(report, fix)
    path = programs.find("python3")
    if not path:
        report.add(INFO, "python-path", "no python3 on the PATH", "PATH", "nothing; the launcher uses another")
    elif _is_script(path):
        message = "python3 is a version manager's script; the launcher goes past it"
        report.ok("python-path", message, path, detail=True)
    try:
        launcher = os.path.join(plugin.source(), "hooks", "launch.sh")
    except ConfigError:
        return
    if os.name == "nt":
        return
    with tempfile.TemporaryDirectory(prefix="memories-doctor-") as folder:
        python = Scratch(os.path.realpath(folder)).python(launcher)
    if python:
        _check_found(report, python)
    else:
        message = "no Python 3.9 or newer is found"
        report.add(ERROR, "python-missing", message, "PATH", INSTALL, why="every hook is silent")


def _check_kept(report: Report, fix: bool) -> None:
    """The interpreter whose path the launcher keeps, so that a prompt need not look for it."""
    left = config.environ("MEMORIES_LEFT_PYTHON")
    why = _why_not(left) if os.path.exists(left) else ""
    if why:  # bin/memories has met it, and kept another in its place
        message = "the Python that hooks used does not run any more (%s); they use another from now on" % why
        report.fixed("python-broken", message, left)
    file = os.path.join(config.cache_dir(), "python")
    try:
        python = read_regular(file, MAX_PATH).decode("utf-8", "surrogateescape").strip()
    except OSError:
        return
    why = _why_not(python) if os.path.exists(python) else ""  # else looked for again at the next prompt
    if why and fix:
        remove_quietly(file)
        message = "forgot the Python that does not run (%s); the next hook looks for another" % why
        report.fixed("python-broken", message, python)
    elif why:
        message = "the Python that hooks use is there and does not run: " + why
        remedy = "`memories doctor --fix`, or start a new session: both look for another Python"
        report.add(ERROR, "python-broken", message, python, remedy, why="every hook is silent")


def _why_not(python: str) -> str:
    """Why an interpreter cannot run a hook; "" when it can."""
    try:
        command = [python, "-I", "-S", "-c", "import sys; sys.exit(sys.version_info < (3, 9) and 9)"]
        done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False, stdin=subprocess.DEVNULL)
    except OSError as error:
        return error.strerror or "it cannot be started"
    except subprocess.TimeoutExpired:
        return "no answer within %d seconds" % PATIENCE
    if done.returncode == 9:
        return "it is older than 3.9"
    said = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
    return " ".join(["exit code %d" % done.returncode, *said]) if done.returncode else ""


def _check_found(report: Report, python: str) -> None:
    try:
        done = subprocess.run(
            [python, "-I", "-S", "-c", PROBE],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        message = "the Python that the launcher finds does not run: %s" % error
        report.add(ERROR, "python-broken", message, python, "reinstall it; the next session looks for another")
        return
    versions = (*done.stdout.split(), "?", "none")[:2]
    if done.returncode:
        message = "Python %s has SQLite %s without FTS5" % versions
        remedy = "use a Python whose SQLite has FTS5 (any from python.org, Debian, Homebrew)"
        report.add(WARNING, "no-fts5", message, python, remedy, why="memories are found by keywords alone")
    else:
        report.ok("python", "Python %s, SQLite %s with FTS5" % versions, python)


def _is_script(path: str) -> bool:
    try:
        return read_regular(path, 1 << 20, links=True, cut=True).startswith(b"#!")
    except OSError:
        return False
