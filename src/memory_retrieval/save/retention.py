"""Limits on how many records a category keeps: the rolling window retires the oldest, the other limit only warns."""

from __future__ import annotations

from ..core import clock, config
from . import merge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..store.catalog import Entry
    from .batch import Batch
    from .writable import WritableStore


def retire_oldest(batch: Batch, place: WritableStore, found: list[Entry], new: Entry) -> list[str]:
    """Retires, in the same batch, the oldest records beyond `max_retained` of the new one's category."""
    keep = place.config.get("categories.%s.max_retained" % new.kind)
    if keep < 1:
        return []
    active = [e for e in found if e.kind == new.kind and e.status == "active" and e.path != new.path]
    active.sort(key=lambda e: (e.created is not None, e.created or 0, e.path), reverse=True)
    beyond = active[keep - 1 :][-max(10, 10 * keep) :]
    for entry in beyond:
        raw = batch.record(entry)
        if raw is not None:
            batch.put(
                entry.path,
                retired(raw, "Rolling window: %d newest are kept (categories.%s.max_retained)" % (keep, new.kind)),
            )
    return ["retired %s: the newest %d are kept (categories.%s.max_retained)" % (e.id, keep, new.kind) for e in beyond]


def retired(old: dict[str, Any], reason: str) -> dict[str, Any]:
    """A record out of use since now."""
    date = clock.format_time(merge.later(config.now(), old.get("updated_at")))
    record = {**old, "record_status": "retired", "retired_at": date, "retired_reason": reason[:300], "updated_at": date}
    return merge.ordered(
        merge.with_change(
            record, date, "Retired: " + reason, field="record_status", old_value="active", new_value="retired"
        )
    )


def warn_many(batch: Batch, place: WritableStore, found: list[Entry], category: str) -> list[str]:
    """A note when a category holds more active records than the configuration wants; `found` is without the new one.

    What the batch has retired no longer counts.
    """
    limit = place.config.get("max_memories_per_category")
    active = [e for e in found if e.kind == category and e.status == "active"]
    count = 1 + sum((batch.pending(e.path) or {}).get("record_status") != "retired" for e in active)
    if not limit or count <= limit:
        return []
    return [
        "%d active records of category %s, more than max_memories_per_category (%d); retire some"
        % (count, category, limit)
    ]
