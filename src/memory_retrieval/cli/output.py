"""How commands print: JSON on one line, text for people, colours on a terminal only."""

from __future__ import annotations

import os
import sys

from ..core import jsontext

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34", "cyan": "36"}


def print_json(value: Any) -> None:
    """One line of UTF-8 JSON."""
    write(jsontext.line(value).encode("utf-8", "replace").decode("utf-8") + "\n")


def write(text: str) -> None:
    """Text to standard output, whatever encoding the terminal claims."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "replace").decode(encoding))


def colour(text: str, style: str) -> str:
    """`text` in a style of STYLES when standard output is a terminal and NO_COLOR is not set."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    return "\033[%sm%s\033[0m" % (STYLES[style], text)


def note(text: str) -> None:
    """A line for the person, on standard error."""
    sys.stderr.write("memories: %s\n" % text)
