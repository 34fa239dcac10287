"""Links between records: `supersedes` and its counterpart `superseded_by`.

Cycles are refused: every record of a cycle would be superseded, and none injected.
"""

from __future__ import annotations

from ..core.errors import RecordError, StoreError
from ..core.model import Problem, Record, Store
from ..store import documents, replacements
from ..store.catalog import Entry, read_entry
from .batch import Batch, read_bytes
from .edit import read_pending, revised
from .find import single_beginning

RING = (
    "rule no ring: {id} already replaces {own}, so both would vanish; leave it out, or remove the other "
    "link first with `memories edit {id}`"
)
DOCUMENTS = replacements.KEY
NO_DOCUMENT = (
    "no document {!r} is read in place here; leave it out, or name one that `memories list` shows "
    "(`documents` in memory-config.json says which are read)"
)
MAX_SUPERSEDED = 5  # records that one save takes out of use at most
Graph = dict[str, set[str]]  # the IDs that each record supersedes


def check(
    store: Store,
    entries: list[Entry],
    record: Record,
    before: Record | None = None,
    *,
    must_exist: bool = True,
) -> None:
    """RecordError when a record would supersede itself, one that supersedes it (directly or not), or an unknown one.

    The same goes for more than MAX_SUPERSEDED records at once: saving may be allowed without a question.

    before      the record as it was; links that it already had are not checked again unless its id changes
    must_exist  False for complete records, such as those of a backup: what they supersede may have been removed
    """
    own = {record["id"], (before or record)["id"]}
    ids = {entry.id for entry in entries}
    had = older(before or {})
    added = [id for id in older(record) if id not in had]
    problems = []
    named = [
        path
        for path in older(record, DOCUMENTS)
        if path not in older(before or {}, DOCUMENTS)
    ]
    many = len(ids.intersection(added)) + len(named)
    if many > MAX_SUPERSEDED:
        message = f"one save can replace at most {MAX_SUPERSEDED} memories, got {many}; name the others in a later save"
        problems.append(_problem(f"{message} (--update {record['id']})", "size"))
    checked = added if len(own) == 1 else older(record)
    graph = graph_of(store, entries) if checked else {}
    for id in checked:
        if id in own:
            message = f"rule no ring: a memory cannot replace itself; leave out {id!r}"
            problems.append(_problem(message, "cycle"))
        elif any(shortest_path(graph, id, end) for end in own):
            shown = " or ".join(sorted(own))
            problems.append(_problem(RING.format(id=id, own=shown), "cycle"))
        elif must_exist and id in added and id not in ids:
            message = f"there is no memory {id!r}; leave it out, or name one that `memories list` shows"
            problems.append(_problem(message, "not-found"))
    read = documents.in_use(store.root) if named and must_exist else named
    problems += [
        _problem(NO_DOCUMENT.format(path), "not-a-document")
        for path in named
        if path not in read
    ]
    if problems:
        raise RecordError("the links were refused", problems)


def parted(data: Record) -> Record:
    """The input of a save with the paths of documents among `supersedes` under their own key: no ID has a dot."""
    paths = [id for id in older(data) if "." in id and not id.endswith(".json")]
    if not paths:
        return data
    left = [id for id in older(data) if id not in paths]
    return {
        **data,
        "supersedes": left or None,
        DOCUMENTS: [*older(data, DOCUMENTS), *paths],
    }


def whole_ids(entries: list[Entry], ids: list[str]) -> list[str]:
    """The IDs, each beginning completed; a text that no ID starts with stays. RecordError when several do."""
    known = {entry.id for entry in entries}
    found = [(id, None if id in known else single_beginning(entries, id)) for id in ids]
    return list(dict.fromkeys([entry.id if entry else id for id, entry in found]))


def link(batch: Batch, store: Store, entries: list[Entry], record: Record) -> list[str]:
    """Adds `superseded_by` to every record that `record` supersedes; a note for each."""
    notes = []
    for id in older(record):
        entry = next((e for e in entries if e.id == id), None)
        if entry is None or id == record["id"]:
            message = "supersedes: there is no other memory %r; correct it with `memories edit %s`"
            notes.append(message % (id, record["id"]))
            continue
        old = read_pending(store, batch, entry)
        if old is not None and old.get("superseded_by") != record["id"]:
            batch.put(entry.path, superseded(old, record["id"]))
            notes.append(f"{id} is now replaced and no longer injected")
    return notes


def unlink(
    batch: Batch, store: Store, entries: list[Entry], before: Record, record: Record
) -> list[str]:
    """Removes `superseded_by` from every record that `record` no longer supersedes; a note for each."""
    notes = []
    kept = {record["id"], *older(record)}
    dropped = [id for id in older(before) if id not in kept]
    for entry in entries if dropped else ():
        if entry.id not in dropped:
            continue
        old = read_pending(store, batch, entry)
        if old is not None and old.get("superseded_by") == record["id"]:
            summary = f"No longer replaced by {record['id']}"
            batch.put(
                entry.path, revised(old, summary, "superseded_by", superseded_by=None)
            )
            notes.append(f"{entry.id} is no longer replaced by {record['id']}")
    return notes


def superseded(old: Record, by: str) -> Record:
    """The record, marked as superseded by another one."""
    return revised(old, f"Replaced by {by}", "superseded_by", superseded_by=by)


def shortest_path(graph: Graph, start: str, end: str) -> list[str]:
    """The ids on the shortest path from a record to one that it supersedes, both included; [] when there is none."""
    before: dict[str, str] = {}  # the record from which each was reached
    queue = [start]
    for at in queue:
        for id in sorted(graph.get(at, ())):
            if id == end:
                path = [id, at]
                while path[-1] != start:
                    path.append(before[path[-1]])
                return path[::-1]
            if id not in before:
                before[id] = at
                queue.append(id)
    return []


def older(record: Record, key: str = "supersedes") -> list[str]:
    """The IDs that a record supersedes; a record of schema 1.0 may have anything under this key."""
    ids = record.get(key)
    return [id for id in ids if isinstance(id, str)] if isinstance(ids, list) else []


def newer(record: Record) -> str:
    """The ID of what supersedes a record, or ""."""
    id = record.get("superseded_by")
    return id if isinstance(id, str) else ""


def add_edges(graph: Graph, record: Record) -> None:
    """Adds a record's links, in both directions, to a graph {id: ids that it supersedes}."""
    graph.setdefault(record["id"], set()).update(older(record))
    if newer(record):
        graph.setdefault(newer(record), set()).add(record["id"])


def graph_of(store: Store, entries: list[Entry]) -> Graph:
    """{id: ids that it supersedes} of the records that have links."""
    known = store.links()
    if known is not None:
        return known
    graph: Graph = {}
    for entry in entries:
        if entry.superseded_by or b'"supersedes"' in _content(store, entry):
            raw = read_entry(store, entry)[0]
            if raw is not None:
                add_edges(graph, raw)
    return graph


def _content(store: Store, entry: Entry) -> bytes:
    """The bytes of a file, to search them before parsing: few records have links."""
    try:
        return read_bytes(store.absolute(entry.path)) or b""
    except StoreError:
        return b""


def _problem(message: str, code: str) -> Problem:
    return Problem(location="supersedes", message=message, code=code)
