"""Retired records are removed for good once the grace period is over (`memories index --gc`)."""

from __future__ import annotations

from ..core import clock
from ..save.edit import Editing
from ..store.catalog import read_entry
from ..store.settings import load_config

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..store.place import Place


def collect(place: Place, now: int) -> dict[str, Any]:
    """Removes records retired longer than the grace period ago."""
    days = load_config(place.target).get("delete.grace_period_days")
    done: list[str] = []
    skipped: list[dict[str, str]] = []
    with Editing(place, "gc") as edit:
        for entry in [e for e in edit.entries if e.status == "retired"]:
            raw = read_entry(edit.store, entry)[0] or {}
            since = clock.parse_time(raw.get("retired_at"))
            if since is None:
                reason = "retired_at is missing or not a time; restore the memory and retire it again"
                skipped.append({"path": entry.path, "reason": reason})
            elif (now - since) // clock.DAY >= days:
                done.append(entry.path)
                edit.batch.remove(entry.path)
    return {"ok": True, "removed": done, "skipped": skipped, "grace_period_days": days}
