"""One memory: content, origin, history and use; and the writes that take one click."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from starlette.responses import Response

from memory_retrieval.save.lifecycle import TRANSITIONS
from memory_retrieval.save.related import MAIN
from memory_retrieval.save.request import SaveOutcome
from memory_retrieval.store import fields, schema

from ..fileage import listed
from ..present import address
from ..security import one
from ..source.files_writer import INBOX, UNDO_STORES, FilesWriter
from ..source.links import AFTER
from ..values import Document, Fields, Row
from ..view import Note, NotFound, View

TIMES = 10  # last prompts that are listed
PLACED = (  # shown fields that the page has a place of its own for
    "related_files",
    "aliases",
    "supersedes",
    "source",
)
BESIDE = [name for name in fields.names("shown") if name not in PLACED]
META = ("schema_version", "content", *fields.BY_NAME)
ORIGIN = (
    "author",
    "agent",
    "session",
    "commit",
)  # keys of a record's source, as they are shown
Linked = tuple[str, str, "Row | None"]
Origin = tuple[str, str, str]
DONE = {"retire": "Retired", "archive": "Archived", "restore": "Restored"}


def show(view: View) -> Response:
    key = view.path["key"]
    document = view.source.document(key)
    if document is None:
        return _broken(view, key)
    memory = document.row.memory
    usage, entries = view.source.usage(), view.source.ledger(30)
    waiting = view.source.checkup(begin=False).waiting
    brought = [(entry, *pair) for entry in reversed(entries) for pair in entry.injected]
    given = [(entry, score) for entry, path, score in brought if path == memory.path]
    return view.page(
        "memory.html",
        here="memories",
        **facts(document),
        shown=usage.shown.get(memory.path, 0),
        used=usage.used.get(memory.path, 0),
        muted=memory.path in usage.muted,
        given=given[:TIMES],
        verbs=_verbs(document.row),
        told=[reason for item in waiting if item.key == key for reason in item.reasons],
        lineage=_lineage(document),
        related=view.source.related(document),
        origin=_origin(document, {entry.session for entry in entries}),
    )


def facts(document: Document) -> Fields:
    """What every page shows of a memory."""
    raw, memory = document.raw, document.row.memory
    known = schema.CONTENT.get(memory.kind) or schema.KINDS.get(memory.kind) or {}
    body = _body(document)
    order = [key for key in dict.fromkeys([*known, *body]) if key in body]
    short = [key for key in order if key == "expires" or _is_short(known.get(key))]
    changes = _changes(raw.get("changes"))
    reason = (
        ""
        if memory.status == "active"
        else _first(raw, "retired_reason", "archived_reason")
    )
    return {
        "doc": document,
        "row": document.row,
        "memory": memory,
        "raw": raw,
        "body": [(key, body[key]) for key in order if key not in short],
        "main_part": MAIN.get(memory.kind, ""),
        "short": [(key, body[key]) for key in short if body[key] != document.row.state],
        "changes": changes,
        "reason": reason,
        "begun": bool(changes) and str(changes[-1]["summary"]).startswith("Created"),
        "created": _first(raw, "created_at", "learned_at", "timestamp", "fetched_at"),
    }


def _first(raw: Fields, *names: str) -> Any:
    """The first value that is not empty; else None."""
    return next(filter(None, map(raw.get, names)), None)


def _body(document: Document) -> Fields:
    """The fields of the content, and those beside it that are printed with it."""
    raw = document.raw
    body = {key: value for key, value in raw.items() if key not in META}
    if document.row.document:
        return {}
    content = raw.get("content")
    if document.row.memory.kind in schema.CONTENT and isinstance(content, dict):
        body = {**content}
    return {**body, **{name: raw[name] for name in BESIDE if raw.get(name)}}


def _is_short(form: Any) -> bool:
    """Whether a field has one of a few values."""
    return form is not None and form[0][0] in ("enum", "boolean")


def change_status(view: View) -> Response:
    verb = one(view.form, "verb")
    if verb not in TRANSITIONS:
        raise NotFound(f"There is no action {verb[:40]} for a memory")
    key = view.path["key"]
    row = view.source.row(key)
    outcome = view.writer.change_status(verb, key, one(view.form, "reason"))
    text = (
        f"{DONE[verb]}."
        if outcome.changed
        else "Nothing changed: it has that status already."
    )
    store = row.store.kind.name if row else "project"
    return view.to(
        "/memories/" + address(key), noted(view.writer, text, outcome, store)
    )


def mute(view: View) -> Response:
    muted = one(view.form, "muted") == "1"
    view.writer.mute(view.path["key"], muted=muted)
    text = (
        "Muted: your agents no longer get it by themselves; search still finds it."
        if muted
        else "Agents may get it again."
    )
    return view.to("/memories/" + address(view.path["key"]), Note(text))


def undo(view: View) -> Response:
    store = one(view.form, "store")
    if store not in (*UNDO_STORES, INBOX):
        raise NotFound("There is no such store")
    outcome = view.writer.undo(store, one(view.form, "ticket"))
    if store == INBOX:
        return view.to("/review", Note("Undone.", tuple(outcome.notes)))
    row = view.source.at(outcome.path)
    where = "/memories/" + address(row.key) if row else "/memories"
    return view.to(where, Note("Undone.", tuple(outcome.notes)))


def noted(writer: FilesWriter, text: str, outcome: SaveOutcome, store: str) -> Note:
    """The note of the page after a write, with an undo button if anything was changed."""
    related = [f"{item['id']}: {item['why']}" for item in outcome.related]
    ticket = writer.undo_ticket(store) if outcome.changed else ""
    return Note(text, (*outcome.notes, *related), store, ticket)


def _changes(value: Any) -> list[Fields]:
    """The history, newest first. In the pattern store the key is not validated, so that it may hold anything."""
    changes = [change for change in listed(value) if isinstance(change, dict)]
    return [
        {"date": "", "summary": "Changed", **change} for change in reversed(changes)
    ]


def _lineage(document: Document) -> list[Linked]:
    """(relation, title, row) of what replaced the record and what it replaced, the newest first; [] without any."""
    lines = list[Linked]([("this memory", document.row.memory.title, None)])
    for link in document.links:
        title = link.row.memory.title if link.row else link.id
        at = 0 if link.relation == AFTER else len(lines)
        lines.insert(at, (link.relation, title, link.row))
    return lines if document.links else []


def _origin(document: Document, sessions: set[str]) -> list[Origin]:
    """(name, text, address or "") of what the record says of its source; a session leads to the ledger that has it."""
    source = document.raw.get("source")
    lines: list[Origin] = []
    if not isinstance(source, dict):
        return []
    for name in ORIGIN:
        text = source.get(name)
        if not text or not isinstance(text, str):
            continue
        leads = name == "session" and text in sessions
        lines.append((name, text, "/ledger?session=" + quote(text) if leads else ""))
    return lines


def _broken(view: View, key: str) -> Response:
    broken = view.source.broken_text(key)
    if broken is None:
        path = key.partition("/")[2]
        raise NotFound(f"There is no memory {path}")
    return view.page(
        "broken_file.html", here="memories", item=broken[0], text=broken[1]
    )


def _verbs(row: Row) -> list[str]:
    """The status changes that are possible from the present status."""
    status = row.memory.status if row.curated else ""
    return [verb for verb, (before, _) in TRANSITIONS.items() if status in before]
