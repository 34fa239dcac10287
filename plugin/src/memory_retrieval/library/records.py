"""Records from a program: searching, listing, one in full, why a prompt was given what it was, saving, undoing.

A save goes by the rules, locks and durability of the command line.
"""

from __future__ import annotations

from ..core import environment, holds, jsontext
from ..core.clock import believed
from ..core.errors import RecordError, StoreError
from ..core.model import Hit, JsonObject, Memory, Problem, Record, Store, Value
from ..extras import load
from ..retrieve.pipeline import retrieve
from ..retrieve.trace import Request, Trace
from ..save import find as find_record
from ..save.batch import read_bytes
from ..state.session import Session
from ..store import kinds
from ..store.catalog import Entry, from_memory, read_entry
from ..store.place import Place, no_store, require_store
from ..store.reader import read_store
from . import arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..save.request import SaveOutcome


class Listing(Value):
    """The content of a project's stores: valid records, and the problems of the other files."""

    memories: list[tuple[Store, Memory]]
    problems: list[Problem]


class StoredRecord(Value):
    """One record in full.

    path     relative to the project; absolute for the user store and for copies of team records
    digest   sha256 of its file, which `save_memory(..., digest=...)` compares
    record   the file's JSON object
    project  `workspace/project` of a copy of a team record, else ""
    store, entry  its store, and its entry in the catalogue
    """

    digest: str
    entry: Entry
    id: str
    path: str
    project: str
    record: Record
    store: Store


def find(
    query: str,
    root: str = "",
    *,
    top: int = 10,
    category: str | None = None,
    include_retired: bool = False,
    transcript: str = "",
) -> list[Hit]:
    """The memories that answer a query, best first, as `memories search` finds them; [] when there is none.

    root        project or store folder; the working folder's project by default
    category    one of the six categories, or a kind of the pattern store
    transcript  path of a conversation that a short query refers to

    StoreError when there is no store.
    """
    request = Request(
        arguments.text("query", query),
        mode="search",
        limit=arguments.count("top", top),
        transcript=transcript,
        category=category,
        include_retired=include_retired,
    )
    trace = retrieve(Session(".", root=root, by_hand=True), request)
    require_store(trace.stores)
    return list(trace.chosen)


def list_memories(
    root: str = "",
    *,
    category: str = "",
    status: str = "",
    team: bool = False,
    db_url: str = "",
    workspace: str | None = None,
) -> list[tuple[Store, Memory]]:
    """(store, memory) of the project's records and the user's, or of a team database, newest first.

    category  only this category or kind
    status    one of `core.holds.STATES`, such as "active" (what holds), "superseded" or "retired"; all by default
    team      the copies of team records instead
    db_url, workspace  the database instead, as for `MemoryRetriever`

    StoreError when there is no store, DatabaseError when the database cannot be used.
    """
    if db_url:
        return select(of_database(db_url, workspace), category, status)
    return select(read_all(root, team=team), category, status)


def of_database(url: str, workspace: str | None) -> Listing:
    """The records of a team database that the role may read."""
    found = load("team", "search.records").read(url, workspace)
    return Listing(
        memories=[(store, memory) for store, memory, *_ in found], problems=[]
    )


def read_all(root: str = "", *, team: bool = False) -> Listing:
    """Reads every file of the project's store and the user's, or of the copies of team records."""
    memories, problems = [], []
    for store in _stores(root, team=team):
        for _, memory, found in read_store(store):
            problems += [
                problem.replace(path=store.shown(problem.path)) for problem in found
            ]
            if memory is not None:
                memories.append((store, memory))
    return Listing(memories=memories, problems=problems)


def select(
    listing: Listing, category: str = "", status: str = ""
) -> list[tuple[Store, Memory]]:
    """The records of one category or kind and in one state, newest first; "" selects all."""
    kind, now = category.replace("-", "_").lower(), environment.now()
    chosen = [
        (store, memory)
        for store, memory in listing.memories
        if (not kind or kind in (memory.category, memory.kind))
        and holds.in_state(memory, status, now)
    ]
    return sorted(
        chosen, key=lambda item: (-(believed(item[1].updated, now) or 0), item[1].path)
    )


def show(
    id: str,
    root: str = "",
    store: str = "",
    *,
    db_url: str = "",
    workspace: str | None = None,
) -> StoredRecord:
    """One record, by its id, the beginning of it, `category/id`, or its path.

    store  "project", "patterns" or "user"; by default the first that has it, then the copies of team records
    db_url, workspace  a team database, in which only the whole ID or path names a record

    RecordError when there is none, or several; StoreError when there is no store.
    """
    if db_url:
        return _show_in_database(arguments.text("id", id), db_url, workspace)
    from ..core.files import content_digest

    writable, entry = find_record.locate(
        Place(root=root),
        arguments.text("id", id),
        kinds.named(store) if store else None,
    )
    return StoredRecord(
        id=entry.id,
        path=writable.shown(entry.path),
        digest=content_digest(read_bytes(writable.absolute(entry.path)) or b""),
        record=read_entry(writable, entry)[0] or {},
        project=kinds.project_of(writable, entry.path),
        store=writable,
        entry=entry,
    )


def _show_in_database(id: str, url: str, workspace: str | None) -> StoredRecord:
    found = load("team", "search.records").read(url, workspace, id)
    if len(found) != 1:
        places = ", ".join(sorted(of.root for of, *_ in found)) or "no project"
        raise RecordError(f"{id}: {places} has it; expected one memory")
    ((store, memory, digest, text),) = found
    return StoredRecord(
        id=memory.id,
        path=memory.path,
        digest=digest,
        record=jsontext.loads(text),
        project=store.root,
        store=store,
        entry=from_memory(memory),
    )


def why(
    prompt: str, root: str = "", *, memory: str = "", transcript: str = ""
) -> JsonObject:
    """What the prompt hook decides for a prompt, and on what evidence: tokens, scores, signals, threshold, reasons.

    memory      id or path: only this candidate
    transcript  path of the conversation before the prompt

    `off` says why the hook is silent at every prompt; then nothing is injected, and the rest is what it would find.
    `shortlist` holds the titles that a session would get after the brief of now, `shortlist_reason` why these or none.
    The keys are those of `memories why --format json`. StoreError when there is no store.
    """
    from ..brief.collect import (
        given_by,
        open_brief,
    )  # not at the top: a list needs no brief

    prompt = arguments.text("prompt", prompt)
    brief = given_by(open_brief(".", root))
    request = Request(
        prompt, mode="auto", transcript=transcript, despite_off=True, brief=brief
    )
    trace = retrieve(Session(".", root=root, by_hand=True), request)
    require_store(trace.stores)
    return explained(trace, memory)


def explained(trace: Trace, memory: str = "") -> JsonObject:
    """A trace as JSON; `memory` (id or path) selects one candidate."""
    from ..retrieve.explain import as_json

    value = as_json(trace)
    if memory:
        value["candidates"] = [
            c for c in value["candidates"] if memory in (c["id"], c["path"])
        ]
    return value


def save_memory(
    record: Mapping[str, Any],
    root: str = "",
    *,
    category: str = "",
    title: str = "",
    action: str = "",
    update: str = "",
    digest: str = "",
    store: str = "project",
    kind: str = "",
    dry_run: bool = False,
) -> SaveOutcome:
    """Stores a record, complete or partial: updates the one of the same id or title, or `update`, else creates one.

    category, title  override the record's own
    action           "create" or "update": do only this; "" for either
    update           id or path of the record to update, whatever its title
    digest           sha256 or md5 of the file to update; refused when it has changed
    store            "project", "user" or "patterns"; `kind` is the pattern store's kind of record
    dry_run          write nothing; `SaveOutcome.diff` shows what would change

    RecordError with every problem of the record, StoreError when the store cannot be written.
    """
    from ..save.request import (
        SaveRequest,
    )  # not at the top: a list needs nothing of a save
    from ..save.service import save

    request = SaveRequest(
        Place(root=root, kind=kinds.named(store)),
        dict(arguments.mapping("record", record)),
        category=category,
        title=title,
        action=action,
        update_id=update,
        digest=digest,
        kind=kind,
        dry_run=dry_run,
    )
    return save(request)


def undo(root: str = "", *, store: str = "project") -> SaveOutcome:
    """Undoes the last write of a store; a second call undoes the write before it.

    RecordError when the files have changed since, StoreError when there is nothing to undo.
    """
    from ..upkeep.undo import undo as undo_write

    return undo_write(Place(root=root, kind=kinds.named(store)))


def _stores(root: str, *, team: bool) -> list[Store]:
    if team:
        copies = kinds.TEAM.stores(Place(root=root).homes)
        if not copies:
            raise StoreError(
                "this project has no mirror of a team database; run `memories team sync --db-url ... --workspace ...`"
            )
        return copies
    found = [store for store in Place(root=root).stores if not store.kind.project]
    if not found:
        raise no_store()
    return found
