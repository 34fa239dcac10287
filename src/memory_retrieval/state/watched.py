"""By what a call is recognized that a guard or a memory of a file is about: a private file for each project.

hooks/launch.sh reads it, and starts no interpreter for a call that has none of its texts. Its lines are the project's
real path, "guards" or "" for whether a rule has a guard, and the texts.
"""

from __future__ import annotations

from ..core.files import write_private
from ..core.model import Value
from ..core.reading import read_regular
from .folders import state_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

KIND = "watched"
MOST = 500  # texts; with more, every call may be meant
MAX_FILE = 1_048_576  # bytes


class Watched(Value):
    """guarded: whether a rule has a guard; texts: one of which is in every call that something is about."""

    guarded: bool
    texts: list[str]


def read(root: str) -> Watched | None:
    """What is known of the project at `root`; None when nothing is."""
    try:
        lines = read_regular(_path(root), MAX_FILE).decode("utf-8", "replace").split("\n")
    except OSError:
        return None
    return Watched(guarded=lines[1:2] == ["guards"], texts=lines[2:-1])


def note(root: str, guards: Iterable[str], files: Iterable[str]) -> None:
    """Writes what the guards and the memories of files of a project are recognized by, unless that is known."""
    guards = list(guards)
    texts = sorted({*guards, *files})
    now = Watched(guarded=bool(guards), texts=[""] if len(texts) > MOST or "" in texts else texts)
    if _path(root) and now != read(root):
        lines = [root, "guards" if guards else "", *now.texts, ""]
        try:
            write_private(_path(root), "\n".join(lines).encode("utf-8", "replace"))
        except OSError:
            pass


def _path(root: str) -> str:
    return state_file(KIND, root).removesuffix(".json")
