"""One memory: content, origin, history and use; and the writes that take one click."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from starlette.responses import Response

from memory_retrieval.core.model import CATEGORIES
from memory_retrieval.save.lifecycle import TRANSITIONS
from memory_retrieval.save.related import MAIN
from memory_retrieval.save.request import SaveOutcome
from memory_retrieval.store import schema

from ..present import address
from ..security import one
from ..source.files_writer import INBOX, UNDO_STORES, FilesWriter
from ..source.links import AFTER
from ..values import Document, Row
from ..view import Note, NotFound, View

TIMES = 10  # last prompts that are listed
META = (
    "schema_version category id title record_status created_at updated_at tags related_files changes "
    "times_updated content aliases holds_with supersedes superseded_by anchors source confidence retired_at "
    "retired_reason archived_at archived_reason"
).split()
ORIGIN = ("author", "agent", "session", "commit")  # keys of a record's source, as they are shown
DONE = {"retire": "Retired", "archive": "Archived", "restore": "Restored"}


def show(view: View) -> Response:
    key = view.path["key"]
    document = view.source.document(key)
    if document is None:
        return _broken(view, key)
    memory = document.row.memory
    given = [
        (entry, score)
        for entry in reversed(view.source.ledger(30))
        for path, score in entry.injected
        if path == memory.path
    ]
    usage = view.source.usage()
    sessions = {entry.session for entry in view.source.ledger(30)}
    return view.page(
        "memory.html",
        here="memories",
        **facts(document),
        shown=usage.shown.get(memory.path, 0),
        used=usage.used.get(memory.path, 0),
        muted=memory.path in usage.muted,
        given=given[:TIMES],
        verbs=_verbs(document),
        lineage=_lineage(document),
        related=view.source.related(document),
        origin=_origin(document, sessions),
    )


def facts(document: Document) -> dict[str, Any]:
    """What every page shows of a memory."""
    raw, memory = document.raw, document.row.memory
    body = (
        raw.get("content")
        if memory.kind in CATEGORIES
        else {key: value for key, value in raw.items() if key not in META}
    )
    known = schema.CONTENT.get(memory.kind) or schema.KINDS.get(memory.kind) or {}
    body = {**body, **({"guard": raw["guard"]} if raw.get("guard") else {})} if isinstance(body, dict) else {}
    order = [key for key in known if key in body] + [key for key in body if key not in known]
    short = [key for key in order if key == "expires" or (key in known and known[key][0][0] in ("enum", "boolean"))]
    changes = _changes(raw.get("changes"))
    reason = raw.get("retired_reason") or raw.get("archived_reason") if memory.status != "active" else ""
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
        "created": raw.get("created_at") or raw.get("learned_at") or raw.get("timestamp") or raw.get("fetched_at"),
    }


def change_status(view: View) -> Response:
    verb = one(view.form, "verb")
    if verb not in TRANSITIONS:
        raise NotFound(f"There is no action {verb[:40]} for a memory")
    row = view.source.row(view.path["key"])
    outcome = view.writer.change_status(verb, view.path["key"], one(view.form, "reason"))
    text = f"{DONE[verb]}." if outcome.changed else "Nothing changed: it has that status already."
    store = row.scope if row and row.scope in UNDO_STORES else "project"
    return view.to("/memories/" + address(view.path["key"]), noted(view.writer, text, outcome, store))


def mute(view: View) -> Response:
    muted = one(view.form, "muted") == "1"
    view.writer.mute(view.path["key"], muted=muted)
    text = "Muted: it is no longer injected for you; search still finds it." if muted else "It may be injected again."
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
    remarks = [*outcome.notes, *("{}: {}".format(item["id"], item["why"]) for item in outcome.related)]
    changed = outcome.changed
    return Note(text, tuple(remarks), store, writer.undo_ticket(store) if changed else "")


def _changes(value: Any) -> list[dict[str, Any]]:
    """The history, newest first. In the pattern store the key is not validated, so that it may hold anything."""
    changes = value if isinstance(value, list) else []
    return [{"date": "", "summary": "Changed", **change} for change in reversed(changes) if isinstance(change, dict)]


def _lineage(document: Document) -> list[tuple[str, str, Row | None]]:
    """(relation, title, row) of what replaced the record and what it replaced, the newest first; [] without any."""
    links = [(link.relation, link.row.memory.title if link.row else link.id, link.row) for link in document.links]
    newer = [link for link in links if link[0] == AFTER]
    here = ("this memory", document.row.memory.title, None)
    return [*reversed(newer), here, *[link for link in links if link[0] != AFTER]] if links else []


def _origin(document: Document, sessions: set[str]) -> list[tuple[str, str, str]]:
    """(name, text, address or "") of what the record says of its source; a session leads to the ledger that has it."""
    source = document.raw.get("source")
    source = source if isinstance(source, dict) else {}
    texts = [(name, str(source[name])) for name in ORIGIN if isinstance(source.get(name), str) and source[name]]
    link = "/ledger?session="
    return [(name, text, link + quote(text) if name == "session" and text in sessions else "") for name, text in texts]


def _broken(view: View, key: str) -> Response:
    broken = view.source.broken_text(key)
    if broken is None:
        raise NotFound("There is no memory {}".format(key.partition("/")[2]))
    return view.page("broken_file.html", here="memories", item=broken[0], text=broken[1])


def _verbs(document: Document) -> list[str]:
    """The status changes that are possible from the present status."""
    if document.store == "patterns":
        return []
    return [verb for verb, (before, _) in TRANSITIONS.items() if document.row.memory.status in before]
