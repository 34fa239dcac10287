"""Shows long output in the user's pager: on a terminal only, and only when it does not fit."""

from __future__ import annotations

import os
import sys

from ..core import config, programs
from .output import readable, write

USUAL = ("less", "more")


def show(text: str, lines: int) -> None:
    """Writes `text`, through the pager when it has more lines than the terminal's `lines`.

    The variable PAGER names the pager; with an empty value or `cat` there is none.
    """
    command = _command() if sys.stdout.isatty() and text.count("\n") >= lines else []
    if not command or not _paged(command, text):
        write(text)


def _command() -> list[str]:
    """The pager with its arguments; [] for none."""
    import shlex

    named = os.environ.get("PAGER")
    if named is None:
        if config.WINDOWS or config.environ("TERM") == "dumb":
            return []
        return [path for path in map(programs.find, USUAL) if path][:1]
    try:
        words = shlex.split(named)
    except ValueError:
        return []
    return [] if words[:1] == ["cat"] else words


def _paged(command: list[str], text: str) -> bool:
    """False when the pager cannot be started; the text was not shown then."""
    import subprocess

    env = {"LESS": "FRX", "LV": "-c", **os.environ}  # colours as they are, and no cleared screen, as git does it
    try:
        child: subprocess.Popen[bytes] = subprocess.Popen(command, stdin=subprocess.PIPE, env=env)
    except OSError:
        return False
    try:
        child.communicate(readable(text).encode(sys.stdout.encoding or "utf-8", "replace"))
    except (BrokenPipeError, KeyboardInterrupt):  # the user left the pager; Ctrl-C belongs to it
        child.wait()
    return True
