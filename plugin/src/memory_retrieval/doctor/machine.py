"""What the machine gives: the Python that hooks run under, folders of cache, state and data, and git."""

from __future__ import annotations

import os
import subprocess
import tempfile

from ..core import bytecode, environment, programs
from ..core.errors import ConfigError
from ..core.files import close_private, remove_quietly
from ..core.reading import read_regular
from ..core.repository import upwards
from ..core.shell import command_line
from ..setup import plugin
from .fire import PATIENCE, Scratch
from .report import ERROR, WARNING, Report

LOST = {
    "cache": "each prompt rebuilds its search index and takes several times as long",
    "state": "what was injected is forgotten at once: memories repeat, and nothing can be undone",
}
MAX_PATH = 4096  # bytes of the file that names the interpreter
NEW_ENOUGH = "import sys; sys.exit(sys.version_info < (3, 9) and 9)"
PROBE = """import sqlite3, sys
print("%d.%d.%d" % sys.version_info[:3], sqlite3.sqlite_version)
try: sqlite3.connect(":memory:").execute("create virtual table t using fts5(a)")
except sqlite3.Error: print("none")"""


def check_python(report: Report, fix: bool) -> None:
    """The interpreter kept in the cache, the one that the launcher finds, and what its SQLite can do."""
    _check_kept(report, fix)
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
        remedy = (
            "install Python 3.9 or newer, or put it on the PATH that your agent sees"
        )
        report.add(
            ERROR,
            "python-missing",
            "no Python 3.9 or newer is found",
            "PATH",
            remedy,
            "every hook is silent",
        )


def _check_kept(report: Report, fix: bool) -> None:
    """The interpreter whose path the launcher keeps, so that a prompt need not look for it."""
    left = environment.get("MEMORIES_LEFT_PYTHON")
    why = _run(left, NEW_ENOUGH)[0] if os.path.exists(left) else ""
    if why:  # bin/memories has met it, and kept another in its place
        what = f"the Python that hooks used does not run any more ({why}); they use another from now on"
        report.fixed("python-broken", what, left)
    file = os.path.join(environment.cache_dir(), "python")
    try:
        python = read_regular(file, MAX_PATH).decode("utf-8", "surrogateescape").strip()
    except OSError:
        return
    why = (
        _run(python, NEW_ENOUGH)[0] if os.path.exists(python) else ""
    )  # else looked for again at the next prompt
    if why and fix:
        remove_quietly(file)
        what = f"forgot the Python that does not run ({why}); the next hook looks for another"
        report.fixed("python-broken", what, python)
    elif why:
        what = f"the Python that hooks use exists but does not run: {why}"
        remedy = "`memories doctor --fix`, or start a new session: both look for another Python"
        report.add(ERROR, "python-broken", what, python, remedy, "every hook is silent")


def _check_found(report: Report, python: str) -> None:
    why, printed = _run(python, PROBE)
    version, sqlite = (*printed.split(), "?", "?")[:2]
    if why:
        what, remedy = (
            f"the Python that the launcher finds does not run: {why}",
            "reinstall it",
        )
        report.add(
            ERROR,
            "python-broken",
            what,
            python,
            remedy,
            "the next session looks for another",
        )
    elif "none" in printed:
        remedy = (
            "use a Python whose SQLite has FTS5 (any from python.org, Debian, Homebrew)"
        )
        what, why = (
            f"Python {version} has SQLite {sqlite} without FTS5",
            "memories are found by keywords alone",
        )
        report.add(WARNING, "no-fts5", what, python, remedy, why)
    else:
        report.ok("python", f"Python {version}, SQLite {sqlite} with FTS5", python)


def _run(python: str, code: str) -> tuple[str, str]:
    """(why an interpreter cannot run a hook, "" when it can; what the code printed)."""
    command = [python, "-I", "-S", "-c", code]
    nothing = subprocess.DEVNULL
    try:
        done = subprocess.run(
            command, capture_output=True, timeout=PATIENCE, check=False, stdin=nothing
        )
    except OSError as error:
        return error.strerror or "it cannot be started", ""
    except subprocess.TimeoutExpired:
        return f"no answer within {PATIENCE} seconds", ""
    if done.returncode == 9:
        return "it is older than 3.9", ""
    said = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
    why = " ".join([f"exit code {done.returncode}", *said]) if done.returncode else ""
    return why, done.stdout.decode("utf-8", "replace")


def check_folders(report: Report, fix: bool) -> None:
    """The user's private folders: whether they can be written, and nobody else may enter them."""
    for kind, folder in (
        ("cache", environment.cache_dir()),
        ("state", environment.state_dir()),
        ("data", environment.data_dir()),
    ):
        if not folder:
            remedy = f"set HOME, or XDG_{kind.upper()}_HOME to an absolute path"
            report.add(
                WARNING,
                f"{kind}-unwritable",
                f"no folder for {kind}",
                "environment",
                remedy,
            )
        elif not (os.path.isdir(folder) and _check_private(report, folder, kind, fix)):
            _check_writable(report, folder, kind)


def _check_private(report: Report, folder: str, kind: str, fix: bool) -> bool:
    """Whether a folder is not the user's alone; reports it."""
    try:
        if bytecode.is_private(folder):
            return False
        if fix and close_private(folder):
            report.fixed(
                "folder-open", f"closed the {kind} folder to other users", folder
            )
            return False
        mine = os.stat(folder).st_uid == os.geteuid()
    except OSError:
        return False  # then it cannot be written either
    if mine:
        what = f"other users of this machine may enter the {kind} folder"
        report.add(WARNING, "folder-open", what, folder, "run `memories doctor --fix`")
    else:
        what, remedy = (
            f"the {kind} folder belongs to another user",
            "give it to yourself (chown), or remove it",
        )
        report.add(
            WARNING, "folder-foreign", what, folder, remedy, "nothing in it is executed"
        )
    return True


def _check_writable(report: Report, folder: str, kind: str) -> None:
    """A missing folder is fine where it could be made."""
    place = next(filter(os.path.lexists, upwards(folder)), folder)
    if os.path.isdir(place) and os.access(place, os.W_OK | os.X_OK):
        return
    variable, look = f"XDG_{kind.upper()}_HOME", command_line("ls", "-ld", place)
    remedy = f"make it a folder that you may write to (`{look}`), or set {variable} to another"
    what = f"the {kind} folder cannot be written"
    report.add(
        WARNING,
        f"{kind}-unwritable",
        what,
        folder,
        remedy,
        LOST.get(kind, "your own memories cannot be saved"),
    )


def check_git(report: Report) -> None:
    if not programs.find("git"):
        why = "memories are kept and found, but the age of the files they name is not known"
        report.add(
            WARNING, "git-missing", "git is not on the PATH", "PATH", "install git", why
        )
