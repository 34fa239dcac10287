"""By what a call is recognized that a guard or a memory of a file is about: a private file for each project.

hooks/launch.sh reads it, and starts no interpreter for a call that has none of its texts. Its lines are the project's
real path, the texts of guards, BETWEEN, those of files, FAILED, and those of what failed commands print.
"""

from __future__ import annotations

from ..core.files import write_private
from ..core.model import Value
from ..core.output import CLEAR
from ..core.reading import read_regular
from .folders import state_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

KIND = "watched"
BETWEEN, FAILED = "//", "///"
LINKS = "//links"  # among the texts of guards: one is about a path, which a link may give another name
DOCUMENTS = "//documents"  # behind a project's folder: what its documents are recognized by, in a file of their own
MOST = 1000  # texts of guards, and of files; with more, every call may be meant
MAX_FILE = 1_048_576  # bytes


class Watched(Value):
    """Texts one of which is in every call that a guard, or a memory of a file, is about."""

    guards: list[str]
    files: list[str]


def read(root: str) -> Watched | None:
    """What is known of the project at `root`; None when nothing is."""
    try:
        lines = (
            read_regular(_path(root), MAX_FILE).decode("utf-8", "replace").split("\n")
        )
        between, failed = lines.index(BETWEEN), lines.index(FAILED)
        return Watched(lines[1:between], lines[between + 1 : failed])
    except (OSError, ValueError):
        return None


def of(roots: Iterable[str]) -> Watched:
    """The texts of some projects together; one of which nothing is known has "", which is in every call."""
    found = Watched([], [])
    for root in roots:
        known = read(root) or Watched([""], [""])
        found.guards += known.guards
        found.files += known.files
    return found


def note(root: str, guards: Iterable[str], files: Iterable[str]) -> None:
    """Writes what the guards and the memories of files of a project are recognized by, unless that is known."""
    texts = [sorted(set(part)) for part in (guards, files)]
    now = Watched(*[[""] if "" in part or len(part) > MOST else part for part in texts])
    if _path(root) and now != read(root):
        try:
            lines = [root.removesuffix(DOCUMENTS), *now.guards, BETWEEN, *now.files]
            lines += [
                FAILED,
                *CLEAR,
                *map(str.capitalize, CLEAR),
                *map(str.upper, CLEAR),
                "",
            ]
            write_private(_path(root), "\n".join(lines).encode("utf-8", "replace"))
        except OSError:
            pass


def _path(root: str) -> str:
    return state_file(KIND, root).removesuffix(".json")
