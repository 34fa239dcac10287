"""Which record an ID means: its id, `category/id`, a path, or the beginning of one id.

The first functions work on the entries of one store; `find_in` and `locate` know the other stores of a place.
"""

from __future__ import annotations

import os

from ..core.errors import MemoryRetrievalError, RecordError, StoreError
from ..core.model import Kind, Store, valid_id
from ..store import catalog, kinds
from . import names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..store.catalog import Entry
    from ..store.place import Place

    Found = tuple[Store, Entry]

NAMED = 5  # records that an error names
ORDER = sorted(kinds.WRITTEN, key=lambda kind: kind.personal)  # the project's own first
AROUND = "%.80r is a memory of the project around this one; add `--root %s` (`project` over MCP)"


def find_exact(store: Store, entries: list[Entry], id: str) -> Entry | None:
    """The record of a whole name, or None. RecordError when several records have it, or an invalid file."""
    name = id.strip().replace(os.sep, "/").removesuffix(".json")
    same = [entry for entry in entries if entry.id == name]
    same = same or [entry for entry in entries if _is_called(store, entry, name)]
    if len(same) > 1:
        paths = ", ".join(entry.path for entry in same)
        raise RecordError.at(
            "id", f"{id} matches several memories: {paths}; use the path", "ambiguous"
        )
    if same:
        return same[0]
    for folder, _ in store.kind.folders if valid_id(name) else ():
        path = store.path(folder, name)
        if store.has_file(path):
            message = (
                f"{path} does not contain a valid memory; run `memories doctor --store`"
            )
            raise RecordError.at("id", message, "unreadable")
    return None


def find_begun(entries: list[Entry], id: str) -> list[Entry]:
    """The records whose ids, or file names, begin with a prefix, which may end in an ellipsis or an asterisk.

    `dates` does not mean `dates-2`: that may be the id of another record, which is gone.
    """
    name = id.strip().rstrip("\u2026*")
    begun = [
        e
        for e in entries
        if name
        and (e.id.startswith(name) or e.path.rpartition("/")[2].startswith(name))
    ]
    return [e for e in begun if name != id.strip() or not _is_number(e.id[len(name) :])]


def single_beginning(entries: list[Entry], id: str) -> Entry | None:
    """The only record whose id begins with `id`, or None. RecordError, with their ids, when there are several."""
    matches = find_begun(entries, id)
    if len(matches) > 1:
        raise _several(id, matches)
    return matches[0] if matches else None


def find_in(place: Place, store: Store, entries: list[Entry], id: str) -> Entry:
    """The record of one store of a place that an id means.

    RecordError when there is none, or several; it names the other store, project or copy that has the record.
    """
    error: RecordError | None = None
    try:
        entry = find_exact(store, entries, id)
        if entry is not None:
            return entry
        _refuse_copy(place, id)
    except RecordError as problem:
        error = problem
    for other in _others(place, store.kind):
        if _has(other, id):
            raise RecordError.at(
                "id", other.kind.elsewhere % id, "other-store"
            ) from error
    begun = None if error else single_beginning(entries, id)
    if begun is not None:
        return begun
    refuse_around(place, store.kind, [id])
    raise error or _not_found(entries, id)


def refuse_around(place: Place, kind: Kind, ids: Iterable[str]) -> None:
    """RecordError when a project around has one of the records in its store of a kind."""
    for other in place.above(kind):
        for id in filter(None, ids if other.exists() else ()):
            if _has(other, id) or find_begun(catalog.entries(other), id):
                raise RecordError.at("id", AROUND % (id, other.root), "other-store")


def locate(place: Place, id: str, kind: Kind | None = None) -> Found:
    """The store that has a record, and its entry: project, pattern store, user store, then copies.

    kind  search only the stores of this one

    A whole name in any store goes before the beginning of an id. RecordError or StoreError when there is none, or
    several.
    """
    matches = locate_all(place, id, kind)
    if len(matches) > 1:
        paths = ", ".join(copy.shown(entry.path) for copy, entry in matches)
        raise RecordError.at(
            "id", f"{id} matches several memories: {paths}; use the path", "ambiguous"
        )
    return matches[0]


def locate_all(place: Place, id: str, kind: Kind | None = None) -> list[Found]:
    """As `locate`, but with every record when several stores, or projects of the team, have the name. Never empty."""
    errors: list[MemoryRetrievalError] = []
    searched: list[list[Entry]] = []
    for of in [kind] if kind else ORDER:
        try:
            found = _exact_in(place.every(of), id, searched)
        except MemoryRetrievalError as problem:
            errors.append(problem)
            continue
        if (
            found
        ):  # a path names one of them, though each has the same below its own project
            return [
                pair for pair in found if id.strip() == pair[0].shown(pair[1].path)
            ] or found
    if kind:
        _refuse_copy(place, id)
    copies = [] if kind else _copies(place, id)
    return copies or _begun_or_error(place, id, kind, errors, searched)


def _begun_or_error(
    place: Place,
    id: str,
    kind: Kind | None,
    errors: list[MemoryRetrievalError],
    searched: list[list[Entry]],
) -> list[Found]:
    """The records whose id starts with it, where no record has the whole name; else the error that says most."""
    for error in errors:
        if isinstance(error, RecordError):
            raise error
    begun = beginnings(place, id, kind)
    if len({entry.id for _, entry in begun}) > 1:
        raise _several(id, [entry for _, entry in begun])
    if begun:
        return begun
    raise _not_found(searched[0], id) if searched else errors[0]


def beginnings(place: Place, id: str, kind: Kind | None = None) -> list[Found]:
    """(store, entry) of every record whose id begins with `id`, in all existing stores, or in those of one kind."""
    stores: list[Store] = []
    for of in [kind] if kind else ORDER:
        try:
            stores += place.every(of)
        except MemoryRetrievalError:
            continue
    stores += [] if kind else place.copies
    return [
        (_held(store), entry)
        for store in stores
        for entry in find_begun(catalog.entries(store, id.strip()), id)
    ]


def _exact_in(stores: list[Store], id: str, searched: list[list[Entry]]) -> list[Found]:
    """(store, entry) of each store that has a record of this whole name; adds what was read to `searched`."""
    found = []
    for store in stores:
        entries = catalog.entries(store)
        searched.append(entries)
        entry = find_exact(store, entries, id)
        if entry is not None:
            found.append((store, entry))
    return found


def _copies(place: Place, id: str) -> list[Found]:
    """(store, entry) of each read-only copy that an id or path names."""
    found = []
    for store in place.copies:
        for entry in catalog.entries(store, id.strip()):
            if id.strip() in (entry.id, entry.path, store.shown(entry.path)):
                found.append((_held(store), entry))
    return found


def document(place: Place, id: str) -> Found | None:
    """The store and the entry of a document that is read in place, by its path."""
    found = [pair for pair in _copies(place, id) if pair[0].kind.documents]
    return found[0] if found else None


def _held(store: Store) -> Store:
    """A store as its records are read: those of another worktree where they are, not as they were copied."""
    return store.replace(root=store.origin, origin="") if store.origin else store


def _refuse_copy(place: Place, id: str) -> None:
    """RecordError when an id or path names a read-only copy."""
    for store, entry in _copies(place, id):
        whose = kinds.project_of(store, entry.path) or (
            entry.path if store.kind.documents else store.root
        )
        raise RecordError.at(
            "id", "%.80r is %s" % (id, store.kind.refused % whose), "read-only"
        )


def _others(place: Place, kind: Kind) -> list[Store]:
    """The existing stores of the other kinds."""
    try:
        stores = [place.store(other) for other in ORDER if other is not kind]
    except StoreError:
        return []
    return [store for store in stores if store.exists()]


def _has(store: Store, id: str) -> bool:
    try:
        return find_exact(store, catalog.entries(store), id) is not None
    except RecordError:
        return False


def _not_found(entries: list[Entry], id: str) -> RecordError:
    """The error for an unknown name; it suggests similar ids."""
    name = id.strip()
    close = [
        e.id for e in entries if name and (name in e.id or names.slug(name) in e.id)
    ][:3]
    step = (
        "did you mean {}?".format(", ".join(close))
        if close
        else "`memories list` shows all memories"
    )
    return RecordError.at("id", f"no memory {id!r:.80}; {step}", "not-found")


def _several(id: str, matches: list[Entry]) -> RecordError:
    listed = names.listed([entry.id for entry in matches], NAMED)
    return RecordError.at(
        "id",
        f"several IDs start with {id!r:.80}: {listed}; type more of the ID",
        "ambiguous",
    )


def _is_number(rest: str) -> bool:
    """Whether the rest of an id only tells it from another of the same title."""
    return rest.startswith("-") and rest[1:].isdigit()


def _is_called(store: Store, entry: Entry, name: str) -> bool:
    path = entry.path.removesuffix(".json")
    paths = (
        path,
        store.shown(path),
        path[len(store.prefix) :],
        f"{entry.kind}/{entry.id}",
    )
    if name in paths or name == store.absolute(path):
        return True
    return name.startswith("mem_") and path.endswith(f"/{name}")
