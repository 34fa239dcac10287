"""What the history of git says of a file: who brought in a change.

The record itself names nobody.
"""

from __future__ import annotations

from ..core import clock, git

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

PATIENCE = 2.0  # seconds for each command
LOG = ["log", "--follow", "--format=%ct%x09%an"]
NOBODY_YET = "not committed"


def committed(root: str, path: str) -> list[tuple[int, str]] | None:
    """(seconds since 1970, author) of the commits that changed a file, oldest first; None where git has no commits."""
    out = git.run_all(root, [[*LOG, "--", path]], PATIENCE)[0]
    if out is None:
        return None
    lines = [line.split("\t", 1) for line in out.decode("utf-8", "replace").splitlines()]
    return sorted((int(parts[0]), parts[1]) for parts in lines if len(parts) == 2 and parts[0].isdigit())


def author_of(change: dict[str, Any], commits: list[tuple[int, str]] | None) -> str:
    """The author of the first commit after a change; NOBODY_YET where there is none, "" without git."""
    when = clock.parse_time(change.get("date"))
    if commits is None or when is None:
        return ""
    return next((author for at, author in commits if at >= when), NOBODY_YET)
