"""Python environments on this machine: which one holds the packages that a command needs, and how to install them.

Read only after a package was found to be missing, so nothing here is in the way of a prompt. PyPI does not carry this
product: the commands name the clone it runs from, or the packages themselves.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys

from . import programs
from .config import environ, home
from .errors import MemoryRetrievalError
from .paths import REPOSITORY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NAME = "memory-retrieval"
HOLDS = """import sys
del sys.path[0]  # the working folder
from importlib.util import find_spec
sys.exit(not all(find_spec(name) for name in sys.argv[1:]))"""
PATIENCE = 20  # seconds for an interpreter to say what it can import


class MissingPackage(MemoryRetrievalError):
    """A command needs modules that an extra would install. Its text is worked out when it is shown."""

    def __init__(self, what: str, extras: Sequence[str], modules: Sequence[str]) -> None:
        MemoryRetrievalError.__init__(self, what, extras, modules)
        self.what, self.extras, self.modules = what, tuple(extras), tuple(modules)

    def __str__(self) -> str:
        return "%s; install it with: %s" % (self.what, install_command(*self.extras))


def find(modules: Sequence[str]) -> str:
    """The interpreter of the first environment that has all of the modules; "" when there is none."""
    return next((python for python in dict.fromkeys(_interpreters()) if holds(python, modules)), "")


def run_where(modules: Sequence[str]) -> None:
    """Runs this very command again in an environment that has the modules; returns only where there is none."""
    python = find(modules)
    if not python:
        return
    words = [python, "-E", os.path.realpath(sys.argv[0]), *sys.argv[1:]]
    sys.stdout.flush()
    if os.name == "nt":  # where exec ends this process before the other has ended
        sys.exit(subprocess.call(words))
    os.execv(python, words)  # noqa: S606


def active() -> str:
    """The interpreter of the virtual environment that is switched on; "" without one, and when it is ours."""
    folder = environ("VIRTUAL_ENV")
    python = _python_in(folder) if os.path.isabs(folder) else ""
    return "" if os.path.realpath(folder) == os.path.realpath(sys.prefix) else python


def holds(python: str, modules: Sequence[str]) -> bool:
    """Whether an interpreter has all of the top-level modules; none is imported."""
    try:
        done = subprocess.run(
            [python, "-E", "-c", HOLDS, *modules],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def install_command(*extras: str) -> str:
    """The shell command that installs extras where the commands of this product find them."""
    source = "%s[%s]" % (REPOSITORY, ",".join(extras))
    if not os.path.isfile(os.path.join(REPOSITORY, "pyproject.toml")):
        return _install(sys.executable, _requirements(extras))
    if active() or _is_environment():
        return _install(active() or sys.executable, [source])
    folder = os.path.join(REPOSITORY, ".venv")
    install = _install(_python_in(folder) or os.path.join(folder, *_PYTHON), [source])
    if _python_in(folder):
        return install
    return "%s -m venv %s && %s" % (shlex.quote(sys.executable), shlex.quote(folder), install)


_PYTHON = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")


def _interpreters() -> Iterator[str]:
    """Those of the active environment, this one, the clone, uv, pipx, and each `memories` on the PATH."""
    data = environ("XDG_DATA_HOME") or os.path.join(home(), ".local", "share")
    folders = [
        os.path.join(REPOSITORY, ".venv"),
        os.path.join(environ("UV_TOOL_DIR") or os.path.join(data, "uv", "tools"), NAME),
        os.path.join(environ("PIPX_HOME") or os.path.join(data, "pipx"), "venvs", NAME),
        os.path.join(home(), ".local", "pipx", "venvs", NAME),
    ]
    yield from filter(None, [active(), sys.executable])
    yield from filter(None, (_python_in(folder) for folder in folders if os.path.isabs(folder)))
    for folder, trusted in programs.search_path():
        if trusted:
            yield from filter(None, [_python_of(os.path.join(folder, "memories"))])


def _python_in(folder: str) -> str:
    path = os.path.join(folder, *_PYTHON)
    return path if os.access(path, os.X_OK) else ""


def _python_of(command: str) -> str:
    """The interpreter that an installed command is started with; "" for our own script and anything else."""
    beside = os.path.join(os.path.dirname(os.path.realpath(command)), _PYTHON[-1])
    try:
        with open(command, "rb") as file:
            line = file.readline(4096)
    except OSError:
        return ""
    named = os.fsdecode(line[2:].strip()) if line.startswith(b"#!") else ""
    if os.path.isabs(named) and "python" in os.path.basename(named) and os.access(named, os.X_OK):
        return named
    return beside if os.access(beside, os.X_OK) and os.path.isfile(beside) else ""


def _is_environment() -> bool:
    return not sys.flags.no_site and sys.prefix != sys.base_prefix


def _install(python: str, what: Sequence[str]) -> str:
    """By pip; where an environment was made without it, by uv, or after pip was put in."""
    words = [python, "-m", "pip", "install", *what]
    if not os.path.exists(python) or holds(python, ["pip"]):
        return shlex.join(words)
    if programs.find("uv"):
        return shlex.join(["uv", "pip", "install", "--python", python, *what])
    return "%s && %s" % (shlex.join([python, "-m", "ensurepip"]), shlex.join(words))


def _requirements(extras: Sequence[str]) -> list[str]:
    """What the installed package asks for with its extras, as its metadata says."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        lines = requires(NAME) or []
    except PackageNotFoundError:
        lines = []
    marks = ['extra == "%s"' % extra for extra in extras] + ["extra == '%s'" % extra for extra in extras]
    return [line.partition(";")[0].strip() for line in lines if line.partition(";")[2].strip() in marks]
