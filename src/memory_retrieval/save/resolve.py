"""One record replaces or settles another: the old one is linked to the new, closed, and never injected again."""

from __future__ import annotations

from ..core import clock, config
from ..core.categories import BY_KEY
from ..store import schema
from . import find, links, merge
from .batch import Batch
from .request import SaveOutcome
from .service import check, read
from .writable import existing_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..store.catalog import Entry
    from .writable import WritableStore


def resolve(
    id: str, by: str, *, store: str = "project", cwd: str = "", root: str = "", dry_run: bool = False
) -> SaveOutcome:
    """Marks the record `id` as replaced or settled by the record `by`, in one write that `undo` takes back.

    Both are named by an id, the beginning of one, or a path. RecordError when there is none, or when the link would
    close a circle; StoreError when the store cannot be written.
    """
    target = existing_store(store, cwd, root)
    with target.locked():
        entries = target.entries()
        old = find.find_in(target, entries, id)
        new = find.find_in(target, entries, by)
        if old.superseded_by == new.id:
            return SaveOutcome(status="already_resolved", id=old.id, path=target.shown(old.path), changed=False)
        batch, notes = _plan(target, entries, old, new)
        if not dry_run:
            target.commit(batch, entries)
        notes += batch.notes or (["dry run: nothing was written"] if dry_run else [])
    return SaveOutcome(status="resolved", id=old.id, path=target.shown(old.path), notes=notes)


def _plan(store: WritableStore, entries: list[Entry], old: Entry, new: Entry) -> tuple[Batch, list[str]]:
    before = read(store, new)
    date = clock.format_time(merge.later(config.now(), before.get("updated_at")))
    listed = list(dict.fromkeys([*(before.get("supersedes") or ()), old.id]))
    superseding = {**before, "schema_version": "1.1", "updated_at": date, "supersedes": listed}
    values = {"field": "supersedes", "old_value": before.get("supersedes"), "new_value": listed}
    superseding = merge.ordered(merge.with_change(superseding, date, "Supersedes %s" % old.id, **values))
    links.check(store, entries, superseding, before)
    check(superseding, tolerated=schema.unknown_keys(before))
    closed, notes = _closed(read(store, old))
    batch = Batch("resolve", old.id)
    batch.put(new.path, superseding)
    batch.put(old.path, links.superseded(closed, new.id))
    return batch, [*notes, "%s is superseded by %s and no longer injected" % (old.id, new.id)]


def _closed(record: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """(the record with its content closed, a note of what changed)."""
    category = BY_KEY[record["category"]]
    key, value = category.state, category.closed
    before = record["content"].get(key)
    if value is None or before == value:
        return record, []
    date = clock.format_time(merge.later(config.now(), record.get("updated_at")))
    change = {"field": "content." + key, "old_value": before, "new_value": value}
    closed = {**record, "content": {**record["content"], key: value}}
    note = "content.%s: was %s, is %s" % (key, str(before).lower(), str(value).lower())
    return merge.with_change(closed, date, "Changed content.%s" % key, **change), [note]
