"""Limits on the records of a category: `max_retained` retires the oldest, `max_memories_per_category` only warns."""

from __future__ import annotations

from ..core import clock, config
from . import merge
from .record_store import read_pending

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..store.catalog import Entry
    from .batch import Batch
    from .record_store import RecordStore

BURST = 5  # most records that one save retires; the next ones retire the others


def retire_oldest(batch: Batch, store: RecordStore, entries: list[Entry], new: Entry) -> list[str]:
    """Retires, in the same batch, the oldest records of the category beyond `max_retained`; a note for each."""
    keep = store.config.get("categories.%s.max_retained" % new.kind)
    if keep < 1:
        return []
    active = [e for e in entries if e.kind == new.kind and e.status == "active" and e.path != new.path]
    now = config.now()
    active.sort(key=lambda e: (clock.believed(e.created, now) or 0, e.path), reverse=True)
    beyond = active[keep - 1 :][-BURST:]
    reason = "Rolling window: the newest %d are kept (categories.%s.max_retained)" % (keep, new.kind)
    for entry in beyond:
        raw = read_pending(store, batch, entry)
        if raw is not None:
            batch.put(entry.path, retired(raw, reason))
    return ["retired %s: the newest %d are kept (categories.%s.max_retained)" % (e.id, keep, new.kind) for e in beyond]


def retired(old: dict[str, Any], reason: str) -> dict[str, Any]:
    """A copy of the record with the status retired, as of now."""
    date = clock.format_time(merge.later(config.now(), old.get("updated_at")))
    record = {**old, "record_status": "retired", "retired_at": date, "retired_reason": reason[:300], "updated_at": date}
    change = {"field": "record_status", "old_value": "active", "new_value": "retired"}
    return merge.ordered(merge.with_change(record, date, "Retired: " + reason, **change))


def warn_many(batch: Batch, store: RecordStore, entries: list[Entry], category: str) -> list[str]:
    """A note when a category will hold more active records than `max_memories_per_category`.

    entries  without the new record; those that the batch retires do not count
    """
    limit = store.config.get("max_memories_per_category")
    active = [e for e in entries if e.kind == category and e.status == "active"]
    count = 1 + sum((batch.pending(e.path) or {}).get("record_status") != "retired" for e in active)
    if not limit or count <= limit:
        return []
    message = "category %s has %d active records, more than max_memories_per_category (%d); retire some"
    return [message % (category, count, limit)]
