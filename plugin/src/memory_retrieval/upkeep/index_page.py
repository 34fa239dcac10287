"""index.md as a whole: written from the records, compared with them, and searched; and what a store has of each."""

from __future__ import annotations

import os

from ..core.model import CATEGORIES, STATUSES, JsonObject, Store
from ..save.commit import make_store, write_index
from ..store import catalog
from ..store.lock import StoreLock
from ..store.reader import read_store


def create(store: Store) -> list[str]:
    """Makes what a store lacks of its folders and files; their paths."""
    created = make_store(store)
    page = os.path.join(store.base, catalog.NAME)
    existed = os.path.exists(page)
    rebuild(store)
    if os.path.exists(page) and not existed:
        created.append(store.prefix + catalog.NAME)
    return created


def rebuild(store: Store) -> JsonObject:
    """Writes index.md from the records, under the store's lock."""
    with StoreLock(store.base):
        entries = catalog.entries(store)
        changed = write_index(store, entries)
    return {
        "ok": True,
        "changed": changed,
        "entries": sum(entry.shown() for entry in entries),
    }


def validate(store: Store) -> JsonObject:
    """Compares index.md with the records line by line; the order of its lines does not count."""
    expected = set(_lines(catalog.render(catalog.entries(store))))
    written = set(_lines(catalog.read(store.base) or ""))
    missing, stale = sorted(expected - written), sorted(written - expected)
    return {"ok": not missing and not stale, "missing": missing, "stale": stale}


def query(store: Store, text: str) -> JsonObject:
    """The lines that contain a text, made from the records: index.md may be stale."""
    wanted = text.casefold()
    lines = _lines(catalog.render(catalog.entries(store)))
    return {"ok": True, "lines": [line for line in lines if wanted in line.casefold()]}


def health(store: Store) -> JsonObject:
    """Counts of the records by category and status, and what is wrong with the store."""
    entries = catalog.entries(store)
    counts = {category: dict.fromkeys(STATUSES, 0) for category in CATEGORIES}
    for entry in entries:
        counts[entry.kind][entry.status] += 1
    invalid = 0
    for path, memory, _ in read_store(store):
        invalid += memory is None and path.startswith(store.prefix)
    stale = catalog.is_stale(store.base, entries)
    return {
        "ok": not stale and not invalid,
        "records": len(entries),
        "categories": counts,
        "superseded": sum(bool(entry.superseded_by) for entry in entries),
        "invalid_files": invalid,
        "index_stale": stale,
    }


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("- [")]
