"""Which record an ID means: its id, `category/id`, a path, or the beginning of one id.

The first functions work on the entries of one store; `locate` looks through all stores that a project sees.
"""

from __future__ import annotations

import os

from ..core.errors import MemoryRetrievalError, RecordError, StoreError
from ..core.model import valid_id
from ..store import kinds
from . import names
from .writable import WritableStore, copies_for, copies_of, existing_stores, find_writable, stores_above

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..core.model import Store
    from ..store.catalog import Entry
    from .writable import WritableStore

NAMED = 5  # records that an error names
_AROUND = "%.80r is a record of the project around this one; add `--root %s` (`project` over MCP)"


def find_or_explain(store: WritableStore, entries: list[Entry], id: str) -> Entry:
    """The record that an id, `category/id`, a path or the beginning of one id names.

    RecordError when there is none, or several.
    """
    entry = find_exact(store, entries, id) or single_beginning(entries, id)
    if entry is None:
        raise not_found(entries, id)
    return entry


def find_exact(store: WritableStore, entries: list[Entry], id: str) -> Entry | None:
    """The record of a whole name, or None. RecordError when several records have it, or an invalid file or a copy."""
    name = id.strip().replace(os.sep, "/")
    name = name[: -len(".json")] if name.endswith(".json") else name
    same = [e for e in entries if e.id == name] or [e for e in entries if _is_called(store, e, name)]
    if len(same) > 1:
        paths = ", ".join(e.path for e in same)
        raise RecordError.at("id", f"{id} matches several records: {paths}; use the path", "ambiguous")
    if same:
        return same[0]
    path = next((p for p in _possible_paths(store, name) if store.holds(p)), None)
    if path:
        message = f"{path} does not contain a valid record; run `memories doctor --store`"
        raise RecordError.at("id", message, "unreadable")
    owner = store.owner_of_copy(id)
    if owner:
        raise RecordError.at("id", "%.80r is a copy from %s" % (id, owner), "read-only")
    return None


def find_by_prefix(entries: list[Entry], id: str) -> list[Entry]:
    """The records whose ids, or file names, begin with a prefix, which may end in an ellipsis or an asterisk.

    `dates-2` is none for `dates`: that may be the id of another record, which is gone.
    """
    name = id.strip().rstrip("\u2026*")
    begun = [e for e in entries if name and (e.id.startswith(name) or e.path.rpartition("/")[2].startswith(name))]
    return [e for e in begun if name != id.strip() or not _is_number(e.id[len(name) :])]


def single_beginning(entries: list[Entry], id: str) -> Entry | None:
    """The only record whose id begins with `id`, or None. RecordError, with their ids, when there are several."""
    matches = find_by_prefix(entries, id)
    if len(matches) > 1:
        raise _several(id, matches)
    return matches[0] if matches else None


def not_found(entries: list[Entry], id: str) -> RecordError:
    """The error for an unknown name; it suggests similar ids."""
    name = id.strip()
    close = [e.id for e in entries if name and (name in e.id or names.slug(name) in e.id)][:3]
    step = "did you mean {}?".format(", ".join(close)) if close else "`memories list` shows all records"
    return RecordError.at("id", "no record %.80r; %s" % (id, step), "not-found")


def find_in(store: WritableStore, entries: list[Entry], id: str) -> Entry:
    """The record of one store that an id means; the error names the other store when that one has it."""
    try:
        entry = find_exact(store, entries, id)
        error = None if entry else not_found(entries, id)
    except RecordError as problem:
        entry, error = None, problem
    if entry is not None:
        return entry
    other = next((s for s in _other_stores(store) if _has(s, id)), None)
    if other is not None:
        raise RecordError.at("id", other.kind.elsewhere % id, "other-store") from error
    begun = single_beginning(entries, id) if error and error.problems[0].code == "not-found" else None
    if begun is None:
        refuse_around(store, [id])
        raise error or not_found(entries, id)
    return begun


def refuse_around(store: WritableStore, ids: Iterable[str]) -> None:
    """RecordError when a project around that of a store has one of the records."""
    for other in stores_above(store):
        for id in filter(None, ids if other.exists() else ()):
            if _has(other, id) or find_by_prefix(other.entries(), id):
                raise RecordError.at("id", _AROUND % (id, other.root), "other-store")


def locate(id: str, root: str = "", store: str = "", cwd: str = "") -> tuple[WritableStore, Entry]:
    """The store that has a record, and its entry: project, pattern store, user store, then copies.

    store  "project", "patterns" or "user": search only this one

    A whole name in any store goes before the beginning of an id. RecordError or StoreError when there is none, or
    several.
    """
    matches = locate_all(id, root, store, cwd)
    if len(matches) > 1:
        paths = ", ".join(copy.shown(entry.path) for copy, entry in matches)
        raise RecordError.at("id", f"{id} matches several records: {paths}; use the path", "ambiguous")
    return matches[0]


def locate_all(id: str, root: str = "", store: str = "", cwd: str = "") -> list[tuple[WritableStore, Entry]]:
    """As `locate`, but with every record when several stores, or projects of the team, have the name. Never empty."""
    error: MemoryRetrievalError | None = None
    searched: list[list[Entry]] = []
    for kind in _kinds(store):
        try:
            exact = []
            for found in existing_stores(kind, cwd, root):
                searched.append(found.entries())
                entry = find_exact(found, searched[-1], id)
                exact += [(found, entry)] if entry is not None else []
            if exact:  # a path names one of them, though each has the same below its own project
                return [pair for pair in exact if id.strip() == pair[0].shown(pair[1].path)] or exact
        except MemoryRetrievalError as problem:
            if error is None or (not isinstance(error, RecordError) and isinstance(problem, RecordError)):
                error = problem
    copies = copies_of(find_writable("project", cwd, root).root, id) if not store else []
    if copies:
        return [(_copy_store(mirror), entry) for mirror, entry in copies]
    if isinstance(error, RecordError):
        raise error
    begun = beginnings(id, root, store, cwd)
    if len({entry.id for _, entry in begun}) > 1:
        raise _several(id, [entry for _, entry in begun])
    if begun:
        return begun
    raise not_found(searched[0], id) if searched else error or RecordError.at("id", f"no record {id}", "not-found")


def beginnings(id: str, root: str = "", store: str = "", cwd: str = "") -> list[tuple[WritableStore, Entry]]:
    """(store, entry) of every record whose id begins with `id`, in all existing stores."""
    from ..store import catalog
    from ..store.scope import find_stores

    matches = []
    for kind in _kinds(store):
        try:
            stores = existing_stores(kind, cwd, root)
        except MemoryRetrievalError:
            continue
        matches += [(found, entry) for found in stores for entry in find_by_prefix(found.entries(), id)]
    copies = copies_for([seen.home for seen in find_stores(cwd or ".", root)]) if not store else []
    return matches + [
        (_copy_store(mirror), entry) for mirror in copies for entry in find_by_prefix(catalog.entries(mirror), id)
    ]


def owner(store: WritableStore, entry: Entry) -> str:
    """`workspace/project` of a copy from the team database; "" for all other records."""
    return kinds.project_of(store.store(), entry.path)


def _is_number(rest: str) -> bool:
    """Whether the rest of an id only tells it from another of the same title."""
    return rest.startswith("-") and rest[1:].isdigit()


def _several(id: str, matches: list[Entry]) -> RecordError:
    listed = names.listed([entry.id for entry in matches], NAMED)
    return RecordError.at("id", "several IDs start with %.80r: %s; type more of the ID" % (id, listed), "ambiguous")


def _copy_store(copies: Store) -> WritableStore:
    return WritableStore(copies.kind, copies.origin or copies.root, "", given=True)


def _kinds(store: str) -> list[str]:
    found = sorted(kinds.WRITTEN, key=lambda kind: kind.personal)  # the project's own first
    return [store] if store else [kind.name for kind in found]


def _other_stores(store: WritableStore) -> list[WritableStore]:
    """The other existing stores, as seen from the project of one."""
    root = "" if store.kind.personal else store.root
    try:
        others = [find_writable(kind, "", root) for kind in _kinds("") if kind != store.kind.name]
    except StoreError:
        return []
    return [other for other in others if other.exists()]


def _has(store: WritableStore, id: str) -> bool:
    try:
        return find_exact(store, store.entries(), id) is not None
    except RecordError:
        return False


def _is_called(store: WritableStore, entry: Entry, name: str) -> bool:
    path = entry.path[: -len(".json")]
    paths = (path, store.shown(path), path[len(store.prefix) :], f"{entry.kind}/{entry.id}")
    return (
        name in paths
        or (name.startswith("mem_") and path.endswith("/" + name))
        or name == store.absolute(entry.path)[: -len(".json")]
    )


def _possible_paths(store: WritableStore, name: str) -> list[str]:
    if not valid_id(name):
        return []
    return [store.path(folder, name) for folder in store.folders()]
