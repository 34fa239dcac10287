"""Questions to the index that are no search."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def newest_summary(db: Any, since: int) -> str | None:
    """The path of the active session summary that was updated last, if later than `since` (seconds since 1970)."""
    row = db.execute(
        "select path from doc where kind = 'session_summary' and status = 'active' and superseded_by is null"
        " and problem is null and updated > ? order by updated desc, path desc limit 1",
        (since,),
    ).fetchone()
    return row[0] if row else None


def count_problems(db: Any) -> int:
    """How many files of the store are not valid records."""
    return int(db.execute("select count(*) from doc where problem is not null").fetchone()[0])
