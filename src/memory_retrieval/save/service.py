"""The write path, whole: input -> draft -> redact -> place -> target -> merge -> validate -> write -> index.md.

`save` calls the stages in order. It returns an SaveOutcome for everything the user can mend in the input, and raises StoreError when
the store cannot be written.
"""

from __future__ import annotations

import os

from ..core import config
from ..core.errors import RecordError
from ..core.model import FOLDERS, Problem
from ..store import catalog, schema
from ..store.reader import read_record
from . import draft as drafts
from . import links, merge, names, retention, target
from .batch import Batch, read_bytes, serialize, write_index
from .request import SaveOutcome, SaveRequest
from .writable import WritableStore, find_writable, open_writable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..store.catalog import Entry
    from .draft import Draft


def save(request: SaveRequest) -> SaveOutcome:
    """Stores one record. Problems of the input come back in the outcome; StoreError when the store cannot be written."""
    if request.store == "patterns" or request.kind:
        from .patterns import save_pattern

        return save_pattern(request)
    try:
        place = find_writable(request.store, request.cwd, request.root)
        draft = drafts.build(request.data, request.category or _category_of(request, place), request.title)
        _check_early(request, draft, place)
        if not place.exists():
            links.check(place, [], _new(draft, set()), unknown_too=not draft.complete)
            if request.dry_run:
                return _preview(place, None, _new(draft, set()), draft.notes)
        with open_writable(place).locked():
            return _save(request, draft, place)
    except RecordError as error:
        return rejected(error)


def rejected(error: RecordError) -> SaveOutcome:
    """The outcome of a refusal; each problem says what it is about: a field, a file, or else the store."""
    return SaveOutcome(
        status="rejected", problems=tuple(_placed(p) for p in error.problems or (Problem(message=str(error)),))
    )


def _placed(problem: Problem) -> Problem:
    """Errors of files are texts `what: why; next step`; their first part becomes the path, or the place."""
    if problem.path or problem.location:
        return problem
    head, _, rest = problem.message.partition(": ")
    if rest and os.path.isabs(head):
        return Problem(path=head, message=rest)
    if rest and head.replace(".", "").replace("_", "").isalnum():
        return Problem(location=head, message=rest)
    return Problem(location="record" if problem.message.startswith("the record") else "store", message=problem.message)


def _save(request: SaveRequest, draft: Draft, place: WritableStore) -> SaveOutcome:
    """Under the lock: finds out whether it is a new record, and writes it."""
    found = catalog.entries(place.store())
    notes = draft.notes + (["made a store in %s" % place.base] if place.created else [])
    old = target.resolve(place, found, draft, request.update_id, request.action)
    if (
        old is not None
        and old.status != "active"
        and not target.may_replace(old, draft, request.update_id, config.now())
    ):
        raise target.refuse_inactive(old, place, named=bool(request.update_id))
    if old is not None and (old.status == "active" or request.update_id):
        return _update(request, draft, place, found, old, notes)
    return _create(request, draft, place, found, old, notes)


def _create(
    request: SaveRequest, draft: Draft, place: WritableStore, found: list[Entry], old: Entry | None, notes: list[str]
) -> SaveOutcome:
    """`old` is a record retired long ago whose place the new one takes, history included."""
    if request.action == "update":
        raise target.refusal("id", "there is no record to update; leave --action out, or name one with --update ID")
    if request.digest:
        raise target.refusal("hash", "there is no record to compare with; leave --hash out to create one")
    if old is None:
        target.check_readable(place, found, draft)
    taken = target.taken_ids(place, found) - ({old.id} if old else set())
    record = _new(draft, taken, old.id if old else "")
    if old is not None:
        before = read(place, old)
        record = merge.with_change(
            {**record, "changes": list(before.get("changes") or []) + list(record.get("changes") or [])},
            record["updated_at"],
            "Created anew; the record of %s had been retired" % (before.get("created_at") or "before"),
        )
    check(record)
    links.check(place, found, record, unknown_too=not draft.complete)
    path = old.path if old else place.path(FOLDERS[draft.category], record["id"])
    candidate = _candidate(place, found, record)
    if request.dry_run:
        return _preview(place, path if old else None, record, draft.notes, candidate)
    batch = Batch(place, "save", record["id"], request.candidate)
    batch.put(path, record)
    notes += links.link(batch, place, found, record)
    notes += retention.retire_oldest(batch, place, found, catalog.from_record(record, path))
    batch.commit(found)
    notes += retention.warn_many(batch, place, found, draft.category)
    return SaveOutcome(
        status="created", id=record["id"], path=place.shown(path), candidate=candidate, notes=notes + batch.notes
    )


def _update(
    request: SaveRequest, draft: Draft, place: WritableStore, found: list[Entry], old: Entry, notes: list[str]
) -> SaveOutcome:
    before = read(place, old)
    target.check_digest(place, old, request.digest)
    record, problems = merge.merged(before, draft, config.now(), _exists_in(place), notes)
    if problems:
        raise RecordError("the update is refused", problems)
    if record is before:
        _repair_index(request, place, found)
        return SaveOutcome(status="unchanged", id=old.id, path=place.shown(old.path), notes=notes)
    if request.action == "create":
        raise target.refusal(
            "id", "%s exists already and says something else; leave --action out, or use --update %s" % (old.id, old.id)
        )
    path, record = (old.path, record) if request.keep_id else _renamed(place, found, old, before, record, notes)
    check(record, schema.unknown_keys(before))
    links.check(place, found, record, before, unknown_too=not draft.complete)
    if record["title"] != before["title"]:
        notes += _same_title(place, found, old, record)
    if request.dry_run:
        return _preview(place, old.path, record, notes)
    batch = Batch(place, "save", record["id"], request.candidate)
    if path == old.path:
        batch.put(path, record)
    else:
        batch.move(old.path, path, record)
        links.rename_references(batch, place, found, old.id, record["id"])
    notes += links.unlink(batch, found, before, record)
    notes += links.link(batch, place, found, record)
    batch.commit(found)
    return SaveOutcome(status="updated", id=record["id"], path=place.shown(path), notes=notes + batch.notes)


def read(place: WritableStore, entry: catalog.Entry) -> dict[str, Any]:
    """The record behind an entry, as it is on disk; RecordError when it is no longer valid."""
    memory, raw, problems = read_record(place.root, entry.path, entry.kind)
    if memory is None or raw is None:
        raise RecordError("%s is no valid record" % entry.path, problems)
    return raw


def check(record: dict[str, Any], tolerated: Any = ()) -> None:
    """RecordError with every problem of a record about to be written; `tolerated` are places of unknown keys it had before."""
    problems = [p for p in schema.validate(record, strict=True) if p.location not in tolerated]
    if not problems and len(serialize(record)) > drafts.MAX_INPUT:
        problems = [
            Problem(
                message="the record has %d bytes, at most %d; shorten it" % (len(serialize(record)), drafts.MAX_INPUT)
            )
        ]
    if problems:
        raise RecordError("the record is refused", problems)


def _category_of(request: SaveRequest, place: WritableStore) -> str:
    """The category of the record that --update names, for a partial record that does not say it."""
    if not request.update_id or request.data.get("category") or not place.exists():
        return ""
    return target.find_or_explain(place, catalog.entries(place.store()), request.update_id).kind


def _check_early(request: SaveRequest, draft: Draft, place: WritableStore) -> None:
    """Refuses what cannot succeed before anything is touched, be it a lock file; the rest is checked under the lock."""
    if not place.exists() and (request.update_id or request.action == "update"):
        raise target.refusal(
            "id", "there is no memory store here yet, so nothing to update; leave --update and --action out"
        )
    problems = schema.validate(_new(draft, set()), strict=True)
    wrong = [problem for problem in problems if not problem.message.startswith("missing")]
    if problems and (
        not place.exists() or target.resolve(place, catalog.entries(place.store()), draft, request.update_id) is None
    ):
        raise RecordError("the record is refused", problems)
    if wrong:
        raise RecordError("the update is refused", wrong)


def _new(draft: Draft, taken: set[str], id: str = "") -> dict[str, Any]:
    id = id or draft.fields.get("id") or names.new_id(str(draft.fields.get("title") or ""), draft.category, taken)
    return merge.new_record(draft, id, config.now())


def _renamed(
    place: WritableStore,
    found: list[Entry],
    old: Entry,
    before: dict[str, Any],
    record: dict[str, Any],
    notes: list[str],
) -> tuple[str, dict[str, Any]]:
    """(path, record) under the id that follows a title which really changed; a collision keeps the old one."""
    if record["title"] == before["title"] or not names.title_changed(before["title"], record["title"]):
        return old.path, record
    id = names.new_id(record["title"], record["category"], set())
    if id == old.id:
        return old.path, record
    if id in target.taken_ids(place, found):
        notes.append("id: stays %s, since %s is taken" % (old.id, id))
        return old.path, record
    notes.append("id: was %s, follows the new title" % old.id)
    entry = {"date": record["updated_at"], "summary": "Renamed", "field": "id", "old_value": old.id, "new_value": id}
    record = {**record, "id": id, "changes": (record["changes"] + [entry])[-merge.MAX_CHANGES :]}
    return old.path.rsplit("/", 1)[0] + "/" + id + ".json", merge.ordered(record)


def _same_title(place: WritableStore, found: list[Entry], old: Entry, record: dict[str, Any]) -> list[str]:
    """A note for each other record in use that bears the new title too: no refusal, since it may be meant, but nobody sees it else."""
    key = names.title_key(record["title"])
    others = [
        e
        for e in found
        if e.path != old.path and e.status == "active" and not e.superseded_by and names.title_key(e.title) == key
    ]
    message = "title: %s has the same (%s); retire one of the two, or give this one another title"
    return [message % (e.id, place.shown(e.path)) for e in others if e.id not in (record.get("supersedes") or ())]


def _exists_in(place: WritableStore) -> Callable[[str], bool]:
    def exists(path: str) -> bool:
        return os.path.lexists(os.path.join(place.root, path))

    return exists


def _candidate(place: WritableStore, found: list[Entry], record: dict[str, Any]) -> dict[str, Any] | None:
    from .candidate import for_new

    return for_new(place, found, record)


def _preview(
    place: WritableStore,
    path: str | None,
    record: dict[str, Any],
    notes: list[str],
    candidate: dict[str, Any] | None = None,
) -> SaveOutcome:
    import difflib

    before = (read_bytes(place.absolute(path)) or b"").decode("utf-8", "replace") if path else ""
    shown = path or place.path(FOLDERS[record["category"]], record["id"])
    check(record, schema.unknown_keys(record))
    lines = difflib.unified_diff(
        before.splitlines(True),
        serialize(record).decode("utf-8").splitlines(True),
        "a/" + shown if path else "/dev/null",
        "b/" + shown,
    )
    return SaveOutcome(
        status="updated" if path else "created",
        id=record["id"],
        path=place.shown(shown),
        candidate=candidate,
        notes=[*notes, "dry run: nothing was written"],
        diff="".join(lines),
    )


def _repair_index(request: SaveRequest, place: WritableStore, found: list[Entry]) -> None:
    if not request.dry_run:
        write_index(place, found)
