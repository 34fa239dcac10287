"""Which records are in use: their status, what replaces or settles them, and how many session summaries are kept.

A transition never moves the file.
"""

from __future__ import annotations

from ..core import clock, environment
from ..core.categories import BY_KEY, SESSION
from ..core.errors import RecordError
from ..core.model import Problem, Record, Store
from ..core.sanitize import one_line
from ..store.catalog import Entry
from ..store.place import Place
from ..store.settings import load_config
from . import links
from .batch import Batch
from .draft import clean
from .edit import Editing, read_pending, revised
from .request import SaveOutcome

NO_REASON = "No reason provided"
# verb: (statuses before, status after)
TRANSITIONS = {
    "retire": (("active",), "retired"),
    "archive": (("active",), "archived"),
    "restore": (("retired", "archived"), "active"),
}
DONE = {"retire": "retired", "archive": "archived", "restore": "restored"}
WINDOW = "categories.session_summary.max_retained"
WINDOW_REASON = f"the newest %d are kept ({WINDOW})"
BURST = 5  # most records that one save retires; the next ones retire the others


def change_status(place: Place, verb: str, id: str, reason: str = "") -> SaveOutcome:
    """Retires, archives or restores a record. The outcome is `already_...` when there is nothing to do.

    RecordError when the record is unknown or its status does not allow it, StoreError when the store cannot be written.
    """
    before, after = TRANSITIONS[verb]
    notes: list[str] = []
    with Editing(place, verb) as edit:
        entry = edit.find(id)
        if entry.status == after:
            return edit.outcome(f"already_{after}", entry, changed=False)
        if entry.status not in before:
            message = f"rule {verb}: the memory is {entry.status}; restore it first: memories restore {entry.id}"
            path = edit.store.shown(entry.path)
            raise RecordError(
                message, [Problem(message, path, "record_status", "wrong-status")]
            )
        record = _moved(verb, edit.read(entry), _cleaned(reason, notes))
        edit.put(entry, record)
        edit.batch.id = entry.id
    if record.get("superseded_by") and after == "active":
        notes.append(
            f"it is replaced by {record['superseded_by']}, so it will still not be injected"
        )
    return edit.outcome(DONE[verb], entry, notes)


def retire_many(place: Place, paths: list[str], reason: str = "") -> SaveOutcome:
    """Retires several records in one write, which one `undo` takes back; those that are not active are skipped.

    RecordError when one of them is unknown; nothing is written then.
    """
    notes: list[str] = []
    with Editing(place, "retire") as edit:
        found = [edit.find(path) for path in dict.fromkeys(paths)]
        chosen = [entry for entry in found if entry.status == "active"]
        notes += [
            f"{entry.id} is {entry.status} already"
            for entry in found
            if entry.status != "active"
        ]
        for entry in chosen:
            edit.put(entry, retired(edit.read(entry), _cleaned(reason, notes)))
        edit.batch.id = chosen[0].id if len(chosen) == 1 else ""
    ids = ", ".join([entry.id for entry in chosen])
    return SaveOutcome(
        status="retired",
        id=ids,
        notes=[*notes, *edit.batch.notes],
        changed=bool(chosen),
    )


def resolve(place: Place, id: str, by: str, *, dry_run: bool = False) -> SaveOutcome:
    """Marks the record `id` as replaced or settled by the record `by`, in one write that `undo` takes back.

    Both are named by an id, the beginning of one, or a path. RecordError when there is none, or when the link would
    close a circle; StoreError when the store cannot be written.
    """
    with Editing(place, "resolve", dry_run=dry_run) as edit:
        old, new = edit.find(id), edit.find(by)
        if old.superseded_by == new.id:
            return edit.outcome("already_resolved", old, changed=False)
        before = edit.read(new)
        listed = list(dict.fromkeys([*links.older(before), old.id]))
        superseding = revised(
            before, f"Replaces {old.id}", "supersedes", supersedes=listed
        )
        links.check(edit.store, edit.entries, superseding, before)
        edit.put(new, superseding)
        closed, notes = _closed(edit.read(old))
        edit.batch.put(old.path, links.superseded(closed, new.id))
        edit.batch.id = old.id
    notes.append(f"{old.id} is replaced by {new.id} and no longer injected")
    return edit.outcome(
        "resolved", old, notes + ["dry run: nothing was written"] * dry_run
    )


def retire_oldest(
    batch: Batch, store: Store, entries: list[Entry], new: Entry
) -> list[str]:
    """Retires, in the same batch, the oldest session summaries beyond WINDOW when `new` is one; a note for each."""
    keep = load_config(store).get(WINDOW)
    if keep < 1 or new.kind != SESSION:
        return []
    active = [
        e
        for e in entries
        if e.kind == new.kind and e.status == "active" and e.path != new.path
    ]
    now = environment.now()
    active.sort(
        key=lambda e: (clock.believed(e.created, now) or 0, e.path), reverse=True
    )
    beyond = active[keep - 1 :][-BURST:]
    why = WINDOW_REASON % keep
    for entry in beyond:
        raw = read_pending(store, batch, entry)
        if raw is not None:
            batch.put(entry.path, retired(raw, f"Rolling window: {why}"))
    return [f"retired {entry.id}: {why}" for entry in beyond]


def retired(old: Record, reason: str) -> Record:
    """A copy of the record with the status retired, as of now."""
    said = {"record_status": "retired", "retired_reason": reason[:300]}
    return revised(old, f"Retired: {reason}", "record_status", ("retired_at",), **said)


def _moved(verb: str, old: Record, reason: str) -> Record:
    """The record after a transition."""
    if verb == "retire":
        return retired(old, reason)
    values: Record = dict.fromkeys(
        "retired_at retired_reason archived_at archived_reason".split()
    )
    values["record_status"] = TRANSITIONS[verb][1]
    dates = ("archived_at",) if verb == "archive" else ()
    if verb == "archive":
        values["archived_reason"] = reason
    summary = (
        f"{DONE[verb].capitalize()}: {reason}"
        if reason != NO_REASON
        else DONE[verb].capitalize()
    )
    return revised(old, summary, "record_status", dates, **values)


def _cleaned(reason: str, notes: list[str]) -> str:
    """The reason as it is stored; `notes` gets what cleaning it altered."""
    return one_line(clean({"reason": reason}, notes)["reason"], 300) or NO_REASON


def _closed(record: Record) -> tuple[Record, list[str]]:
    """(the record with its content closed, a note of what changed)."""
    category = BY_KEY[record["category"]]
    key, value = category.state, category.closed
    before = record["content"].get(key)
    if value is None or before == value:
        return record, []
    field = f"content.{key}"
    closed = revised(
        record, f"Changed {field}", field, content={**record["content"], key: value}
    )
    return closed, [f"{field}: was {str(before).lower()}, is {str(value).lower()}"]
