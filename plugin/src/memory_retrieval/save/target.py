"""Which record a draft updates: the one named, that of its id, or that of its title and kind. Scores play no part."""

from __future__ import annotations

from ..core.errors import RecordError
from ..core.model import Problem, Store
from ..store.catalog import Entry
from ..store.schema import INCOMPLETE
from . import find, names
from .batch import read_bytes
from .draft import Draft
from .request import SaveRequest

RESURRECTION = (
    86_400  # seconds after which a new record may replace a retired one of its id
)


def resolve(
    store: Store, entries: list[Entry], draft: Draft, request: SaveRequest
) -> Entry | None:
    """The record to update, retired ones included; None for a new one. RecordError when the name cannot be used."""
    if request.update_id:
        return _named(store, entries, draft, request)
    entry = _same_id(store, entries, draft)
    return entry or _same_title(entries, draft)


def _named(
    store: Store, entries: list[Entry], draft: Draft, request: SaveRequest
) -> Entry:
    entry = find.find_in(request.place, store, entries, request.update_id)
    if entry.kind == draft.kind:
        return entry
    step = f"save a new memory beside {entry.id} as {draft.kind}"
    if store.kind.curated:
        step = f"run `memories edit {entry.id} --category {draft.kind}`"
    raise RecordError.at(
        "category", f"rule immutable: {entry.id} is a {entry.kind}; {step}", "immutable"
    )


def _same_id(store: Store, entries: list[Entry], draft: Draft) -> Entry | None:
    id = draft.fields.get("id")
    if not id:
        return None
    path = draft.policy.path(store, id)
    same = [entry for entry in entries if entry.id == id or entry.path == path]
    for entry in same:
        if entry.kind == draft.kind:
            return entry
    if same and store.kind.curated:
        message = (
            f"{id} is already used by a {same[0].kind} ({same[0].path}); use another ID"
        )
        raise RecordError.at("id", message, "exists")
    if store.has_file(path):
        message = f"{path} is not a valid memory; run `memories doctor --store`, or use another ID"
        raise RecordError.at("id", message, "unreadable")
    return None


def _same_title(entries: list[Entry], draft: Draft) -> Entry | None:
    key = names.title_key(draft.title) if draft.policy.same_title else ""
    again = draft.fields.get(
        INCOMPLETE
    )  # a sentence that was replaced and is said again applies again
    same = []
    for entry in entries if key else ():
        if entry.kind != draft.kind or (again and entry.superseded_by):
            continue
        if names.may_be(entry.title, key) and names.title_key(entry.title) == key:
            same.append(entry)
    if not same:
        return None
    entry = min(
        same, key=lambda e: (e.status != "active", bool(e.superseded_by), e.path)
    )
    if draft.fields.pop("id", entry.id) != entry.id:
        draft.notes.append(f"id: stays {entry.id}, the memory of this title")
    return entry


def check_readable(store: Store, entries: list[Entry], draft: Draft) -> None:
    """RecordError when the file for a new record's id exists but is invalid: it may be the record of this title."""
    path = draft.policy.path(store, names.new_id(draft.title, draft.kind, set()))
    if (
        draft.fields.get("id")
        or any(entry.path == path for entry in entries)
        or not store.has_file(path)
    ):
        return
    message = (
        "contains a file that is not a valid memory, maybe the one with this title; run `memories doctor --store`, or "
        "use another title"
    )
    problem = Problem(
        path=store.shown(path), location="title", message=message, code="unreadable"
    )
    raise RecordError(f"{path}: {message}", [problem])


def may_replace(old: Entry, update_id: str, now: int) -> bool:
    """Whether a new record may take over the id of a retired one: after a day, and not when `update_id` names it."""
    if old.status != "retired" or update_id:
        return False
    return old.updated is None or now - old.updated >= RESURRECTION


def inactive(store: Store, old: Entry, *, named: bool) -> RecordError:
    """The error for an update of a retired or archived record; `named` when `--update` gave its id."""
    rule, advice = f"is {old.status}", ""
    if not named:
        advice = ", or use another title"
    if not named and old.status == "retired":
        rule = "rule 24 hours: was switched off less than a day ago"
        advice = ", use another title, or save it again after a day"
    message = (
        f"{store.shown(old.path)} {rule}; run `memories restore {old.id}` first{advice}"
    )
    return RecordError.at("record_status", message, "inactive")


def check_digest(store: Store, entry: Entry, digest: str) -> None:
    """RecordError when the file has changed since it was read. `digest`: sha256 or md5 in hex, "" for no check."""
    if not digest:
        return
    from ..core.files import content_digest

    algorithm = {64: "sha256", 32: "md5"}.get(len(digest.strip()))
    if algorithm is None:
        raise RecordError.at(
            "hash",
            f"expected the SHA-256 or MD5 of the file in hexadecimal, got {digest!r:.80}",
        )
    data = read_bytes(store.absolute(entry.path)) or b""
    if content_digest(data, algorithm) != digest.strip().lower():
        message = f"rule no lost update: {store.shown(entry.path)} has changed since you read it; read it again "
        raise RecordError.at(
            "hash", f"{message}(`memories show {entry.id}`) and retry", "stale"
        )
