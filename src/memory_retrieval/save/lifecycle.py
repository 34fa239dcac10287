"""A record's status: active, retired, archived, and what leads from one to another. Files stay where they are."""

from __future__ import annotations

from ..core import clock, config
from ..core.errors import RecordError, StoreError
from ..core.model import Problem
from ..core.sanitize import one_line
from ..store import catalog, schema
from . import merge, target
from .batch import Batch
from .draft import clean
from .request import SaveOutcome
from .retention import retired
from .service import check, read, rejected
from .writable import find_writable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .writable import WritableStore

NO_REASON = "No reason provided"
# verb: (status from which, status to, what to do instead when it is another)
TRANSITIONS = {
    "retire": ("active", "retired", "unarchive it first: memories unarchive %s"),
    "archive": ("active", "archived", "restore it first: memories restore %s"),
    "unarchive": ("archived", "active", "it is retired: memories restore %s"),
    "restore": ("retired", "active", "it is archived: memories unarchive %s"),
}
_ELSEWHERE = {
    "project": "%.80r is a record of the project; leave --store out",
    "patterns": "%.80r is a record of the pattern store, whose records have no status; `memories show ID --store patterns` shows it, "
    "`memories save --store patterns --update ID` changes it, `memories undo --store patterns` takes its last write back",
    "user": "%.80r is a record of the user store; add --store user",
}
DONE = {"retire": "retired", "archive": "archived", "unarchive": "unarchived", "restore": "restored"}


def change_status(
    verb: str, id: str, reason: str = "", cwd: str = "", root: str = "", store: str = "project"
) -> SaveOutcome:
    """Retires, archives, unarchives or restores a record; `already_...` when it is so. StoreError when nothing can be written."""
    try:
        place = existing_store(store, cwd, root)
        with place.locked():
            return _change(verb, id, reason, place)
    except RecordError as error:
        return rejected(error)


def existing_store(store: str = "project", cwd: str = "", root: str = "") -> WritableStore:
    """The store for commands that change what is there; StoreError when there is none."""
    place = find_writable(store, cwd, root)
    if not place.exists():
        raise StoreError("%s: no memory store; run `memories init`, or give --root" % place.base)
    return place


def records(place: WritableStore) -> list[catalog.Entry]:
    """The entries of one store."""
    return catalog.entries(place.store())


def named(place: WritableStore, found: list[catalog.Entry], id: str, *, begun: bool = False) -> catalog.Entry:
    """`target.find`; the refusal says so when it is another store that has the record."""
    try:
        return target.find_or_explain(place, found, id)
    except RecordError as error:
        other = next((p for p in _others(place) if _has(p, id)), None)
        if other is None:
            return target.find_or_explain(place, found, id, begun=begun)
        raise target.refusal("id", _ELSEWHERE[other.kind] % id) from error


def _others(place: WritableStore) -> list[WritableStore]:
    """The other stores that are there, as seen from the project of one."""
    root = "" if place.kind == "user" else place.root
    try:
        places = [find_writable(kind, "", root) for kind in _ELSEWHERE if kind != place.kind]
    except StoreError:
        return []
    return [p for p in places if p.exists()]


def _has(place: WritableStore, id: str) -> bool:
    try:
        target.find_or_explain(place, records(place), id)
    except RecordError:
        return False
    return True


def _change(verb: str, id: str, reason: str, place: WritableStore) -> SaveOutcome:
    found = records(place)
    entry = named(place, found, id)
    before, after, instead = TRANSITIONS[verb]
    status = entry.status
    if status == after:
        return SaveOutcome(status="already_" + after, id=entry.id, path=place.shown(entry.path))
    if status != before:
        message = "rule %s: only %s records; %s" % (verb, before, instead % entry.id)
        raise RecordError(message, [Problem(path=place.shown(entry.path), location="record_status", message=message)])
    notes: list[str] = []
    reason = one_line(clean({"reason": reason}, notes)["reason"], 300) or NO_REASON
    old = read(place, entry)
    record = retired(old, reason) if verb == "retire" else _changed(verb, old, reason, after)
    check(record, schema.unknown_keys(old))
    if record.get("superseded_by") and after == "active":
        notes.append("it is superseded by %s, so it will still not be injected" % record["superseded_by"])
    batch = Batch(place, verb, entry.id)
    batch.put(entry.path, record)
    batch.commit(found)
    return SaveOutcome(status=DONE[verb], id=entry.id, path=place.shown(entry.path), notes=notes + batch.notes)


def _changed(verb: str, old: dict[str, Any], reason: str, after: str) -> dict[str, Any]:
    date = clock.format_time(merge.later(config.now(), old.get("updated_at")))
    record = {**old, "record_status": after, "updated_at": date}
    for key in ("retired_at", "retired_reason", "archived_at", "archived_reason"):
        record.pop(key, None)
    if verb == "archive":
        record.update(archived_at=date, archived_reason=reason)
    summary = "%s: %s" % (DONE[verb].capitalize(), reason) if reason != NO_REASON else DONE[verb].capitalize()
    return merge.ordered(
        merge.with_change(
            record,
            date,
            summary,
            field="record_status",
            old_value=old.get("record_status") or "active",
            new_value=after,
        )
    )


def collect(place: WritableStore, now: int) -> dict[str, Any]:
    """Removes (or archives, by delete.archive_retired) retired records beyond the grace period; archived ones stay for ever."""
    days, archive = place.config.get("delete.grace_period_days"), place.config.get("delete.archive_retired")
    done: list[str] = []
    skipped: list[dict[str, str]] = []
    with place.locked():
        found = records(place)
        batch = Batch(place, "gc", "")
        for entry in [e for e in found if e.status == "retired"]:
            raw = batch.record(entry) or {}
            since = clock.parse_time(raw.get("retired_at"))
            if since is None:
                skipped.append(
                    {
                        "path": entry.path,
                        "reason": "retired_at is missing or no time; retire it again after restoring it",
                    }
                )
            elif (now - since) // clock.DAY >= days:
                done.append(entry.path)
                if archive:
                    batch.put(entry.path, _changed("archive", raw, "Retired for %d days" % days, "archived"))
                else:
                    batch.remove(entry.path)
        batch.commit(found)
    return {
        "ok": True,
        "removed": [] if archive else done,
        "archived": done if archive else [],
        "skipped": skipped,
        "grace_period_days": days,
    }
