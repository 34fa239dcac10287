"""The status of a record (active, retired, archived) and its transitions. They never move the file."""

from __future__ import annotations

from ..core import clock, config
from ..core.errors import RecordError
from ..core.model import Problem
from ..core.sanitize import one_line
from ..store import schema
from . import find, merge
from .batch import Batch
from .draft import clean
from .record_store import read_pending
from .request import SaveOutcome
from .retention import retired
from .service import check, read
from .writable import existing_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..store.catalog import Entry
    from .writable import WritableStore

NO_REASON = "No reason provided"
# verb: (statuses before, status after)
TRANSITIONS = {
    "retire": (("active",), "retired"),
    "archive": (("active",), "archived"),
    "restore": (("retired", "archived"), "active"),
}
DONE = {"retire": "retired", "archive": "archived", "restore": "restored"}


def change_status(
    verb: str, id: str, reason: str = "", cwd: str = "", root: str = "", store: str = "project"
) -> SaveOutcome:
    """Retires, archives or restores a record. The outcome is `already_...` when there is nothing to do.

    RecordError when the record is unknown or its status does not allow it, StoreError when the store cannot be written.
    """
    target = existing_store(store, cwd, root)
    with target.locked():
        return _change(target, verb, id, reason)


def retire_many(
    paths: list[str], reason: str = "", cwd: str = "", root: str = "", store: str = "project"
) -> SaveOutcome:
    """Retires several records in one write, which one `undo` takes back; those that are not active are skipped.

    RecordError when one of them is unknown; nothing is written then.
    """
    target = existing_store(store, cwd, root)
    with target.locked():
        entries = target.entries()
        found = [find.find_in(target, entries, path) for path in dict.fromkeys(paths)]
        chosen = [entry for entry in found if entry.status == "active"]
        notes = ["%s is %s already" % (entry.id, entry.status) for entry in found if entry.status != "active"]
        batch = Batch("retire", chosen[0].id if len(chosen) == 1 else "")
        for entry in chosen:
            batch.put(entry.path, _next(target, entry, "retire", reason, notes))
        if chosen:
            target.commit(batch, entries)
    ids = ", ".join([entry.id for entry in chosen])
    return SaveOutcome(status="retired", id=ids, notes=[*notes, *batch.notes], changed=bool(chosen))


def collect(store: WritableStore, now: int) -> dict[str, Any]:
    """Removes records retired longer than the grace period ago."""
    days = store.config.get("delete.grace_period_days")
    done: list[str] = []
    skipped: list[dict[str, str]] = []
    with store.locked():
        entries = store.entries()
        batch = Batch("gc", "")
        for entry in [e for e in entries if e.status == "retired"]:
            raw = read_pending(store, batch, entry) or {}
            since = clock.parse_time(raw.get("retired_at"))
            if since is None:
                reason = "retired_at is missing or not a time; restore the record and retire it again"
                skipped.append({"path": entry.path, "reason": reason})
            elif (now - since) // clock.DAY >= days:
                done.append(entry.path)
                batch.remove(entry.path)
        store.commit(batch, entries)
    return {"ok": True, "removed": done, "skipped": skipped, "grace_period_days": days}


def _change(store: WritableStore, verb: str, id: str, reason: str) -> SaveOutcome:
    entries = store.entries()
    entry = find.find_in(store, entries, id)
    path = store.shown(entry.path)
    before, after = TRANSITIONS[verb]
    if entry.status == after:
        return SaveOutcome(status="already_" + after, id=entry.id, path=path, changed=False)
    if entry.status not in before:
        message = "rule %s: the record is %s; restore it first: memories restore %s" % (verb, entry.status, entry.id)
        problem = Problem(path=path, location="record_status", message=message, code="wrong-status")
        raise RecordError(message, [problem])
    notes: list[str] = []
    record = _next(store, entry, verb, reason, notes)
    if record.get("superseded_by") and after == "active":
        notes.append("it is superseded by %s, so it will still not be injected" % record["superseded_by"])
    batch = Batch(verb, entry.id)
    batch.put(entry.path, record)
    store.commit(batch, entries)
    return SaveOutcome(status=DONE[verb], id=entry.id, path=path, notes=notes + batch.notes)


def _next(store: WritableStore, entry: Entry, verb: str, reason: str, notes: list[str]) -> dict[str, Any]:
    """The record after the transition; `notes` gets what cleaning the reason altered."""
    reason = one_line(clean({"reason": reason}, notes)["reason"], 300) or NO_REASON
    old = read(store, entry)
    record = retired(old, reason) if verb == "retire" else _changed(verb, old, reason, TRANSITIONS[verb][1])
    check(record, tolerated=schema.unknown_keys(old))
    return record


def _changed(verb: str, old: dict[str, Any], reason: str, after: str) -> dict[str, Any]:
    date = clock.format_time(merge.later(config.now(), old.get("updated_at")))
    record = {**old, "record_status": after, "updated_at": date}
    for key in ("retired_at", "retired_reason", "archived_at", "archived_reason"):
        record.pop(key, None)
    if verb == "archive":
        record.update(archived_at=date, archived_reason=reason)
    summary = "%s: %s" % (DONE[verb].capitalize(), reason) if reason != NO_REASON else DONE[verb].capitalize()
    change = {"field": "record_status", "old_value": old.get("record_status") or "active", "new_value": after}
    return merge.ordered(merge.with_change(record, date, summary, **change))
