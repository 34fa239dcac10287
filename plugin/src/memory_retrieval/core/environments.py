"""How a package that an extra brings is installed where the running command finds it.

Read only after a package was found to be missing, so nothing here is in the way of a prompt. PyPI does not carry this
product: the commands name the clone that it runs from, or what is installed.
"""

from __future__ import annotations

import os
import shlex
import sys

from . import programs
from .config import environ
from .errors import MemoryRetrievalError
from .paths import CHECKOUT, PLUGIN_FOLDER, companions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

NAME = "memory-retrieval"
_BIN = "Scripts" if os.name == "nt" else "bin"


class MissingPackage(MemoryRetrievalError):
    """A command needs modules that an extra would install. Its text is worked out when it is shown."""

    def __init__(self, what: str, extras: Sequence[str]) -> None:
        MemoryRetrievalError.__init__(self, what, extras)
        self.what, self.extras = what, tuple(extras)

    def __str__(self) -> str:
        return "%s (extra `%s`); %s" % (self.what, ",".join(self.extras), _next_step(self.extras))


def install_command(*extras: str) -> str:
    """The shell command that installs extras where the commands of this product find them."""
    named = "[%s]" % ",".join(extras)
    if not companions():
        return _pip(sys.executable, NAME + named)  # pip takes the packages from the metadata of what is installed
    folder = environ("VIRTUAL_ENV") if os.path.isabs(environ("VIRTUAL_ENV")) else ""
    if not folder and not sys.flags.no_site and sys.prefix != sys.base_prefix:
        folder = sys.prefix
    python = _program(folder or os.path.join(CHECKOUT, ".venv"), "python")
    install = _pip(python, CHECKOUT + named)
    if folder or os.path.exists(python):
        return install
    return "%s && %s" % (shlex.join([sys.executable, "-m", "venv", os.path.join(CHECKOUT, ".venv")]), install)


def _next_step(extras: Sequence[str]) -> str:
    if _is_plugin():
        named = ",".join(extras)
        return (
            "a plugin has only what agents need; install the command from a clone: uv tool install 'CLONE[%s]'" % named
        )
    here = os.path.join(CHECKOUT, ".venv")
    if sys.flags.no_site and os.path.exists(_program(here, "memories")):
        return "run %s, or install it with: %s" % (_program(here, "memories"), install_command(*extras))
    return "install it with: %s" % install_command(*extras)


def _is_plugin() -> bool:
    """Whether this is the copy that hosts start: the product package alone, not installed."""
    return os.path.isfile(os.path.join(PLUGIN_FOLDER, "hooks", "launch.sh")) and not companions()


def _program(folder: str, name: str) -> str:
    return os.path.join(folder, _BIN, name + (".exe" if os.name == "nt" else ""))


def _pip(python: str, what: str) -> str:
    """By pip; by uv where it made an environment without."""
    beside = os.path.join(os.path.dirname(python), "pip" + (".exe" if os.name == "nt" else ""))
    if os.path.exists(python) and not os.path.exists(beside) and programs.find("uv"):
        return shlex.join(["uv", "pip", "install", "--python", python, what])
    return shlex.join([python, "-m", "pip", "install", what])
