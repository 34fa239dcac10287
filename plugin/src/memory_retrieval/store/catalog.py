"""What a store holds, as writers need it: an entry for each record, and the text of index.md made from the entries.

Entries of unchanged files come from a cache beside the search index; all others are read. index.md is written from the
entries and read only to see whether it is stale.
"""

from __future__ import annotations

import os
import time

from ..core import holds
from ..core.errors import StoreError
from ..core.model import CATEGORIES, Memory, Problem, Record, Store, Value
from ..core.reading import read_regular
from ..core.sanitize import one_line, plain_title
from ..core.stem import stem
from ..core.tokens import tokenize
from . import catalog_cache
from .layouts import DISPLAY
from .listing import RACY, list_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


NAME = "index.md"
MAX_INDEX = 67_108_864  # bytes; a line of 100,000 records each has 15 MB
LONG = 1_000_000  # characters; titles of foreign records are not cut here
MOST_READ = 200  # documents that an ID may mean
SEPARATOR = "\x1f"  # between tags in a row of the cache; sanitised text holds no control characters
HEADER = "# Memory Index\n\n<!-- auto-generated from the records; do not edit -->\n"


class Entry(Value):
    """A summary of a record.

    head  the stems of title, tags and aliases, a string each
    line  its line in index.md; "" for kinds that are not listed there
    """

    path: str
    kind: str
    id: str
    title: str
    tags: list[str]
    status: str
    created: int | None
    updated: int | None
    superseded_by: str
    state: str
    expires: int | None
    head: list[str]
    line: str

    def shown(self) -> bool:
        """Whether it holds, as if nothing expired: index.md must not go stale because a day has passed."""
        return holds.holds(self, 0)


def entries(store: Store, id: str = "") -> list[Entry]:
    """Every valid record of a store as it is on disk now, sorted by path. StoreError when a folder cannot be listed.

    id  of documents, only those whose path, or file name, begins with it
    """
    if store.kind.documents:
        listed = [
            item
            for folder, kind in store.folders
            for item in list_folder(store.root, folder, kind)
        ]
        begun = [
            item
            for item in listed
            if item.path.startswith(id) or item.path.rpartition("/")[2].startswith(id)
        ]
        return [
            entry
            for entry in [_read(store, item) for item in begun[:MOST_READ]]
            if entry is not None
        ]
    cache = catalog_cache.Cache(store.root)
    young = time.time_ns() - RACY
    out = []
    for folder, kind in store.folders:
        try:
            listed = list_folder(store.root, folder, kind)
        except OSError as error:
            raise StoreError.at(
                os.path.join(store.root, folder),
                f"cannot be listed: {error.strerror}; check its permissions",
                "unreadable",
            ) from error
        for item in listed:
            row = cache.get(item.path, item.fingerprint)
            if row is None:
                entry = _read(store, item)
                if (
                    item.ctime < young
                ):  # a file changed twice within the clock's resolution keeps its fingerprint
                    cache.put(
                        item.path,
                        item.fingerprint,
                        _row(entry) if entry is not None else [],
                    )
            else:
                entry = _from_row(item.path, kind, row) if row else None
            if entry is not None:
                out.append(entry)
    cache.save()
    out.sort(key=lambda entry: entry.path)
    return out


def read_entry(store: Store, entry: Entry) -> tuple[Record | None, list[Problem]]:
    """The record behind an entry, as it is or is to be written; None and the problems when it is no longer valid."""
    pending = store.pending(entry.path)
    if pending is not None:
        return pending, []
    from .reader import read_record

    memory, raw, problems = read_record(store.root, entry.path, entry.kind)
    return (None if memory is None else raw), problems


def from_record(record: Record, path: str) -> Entry:
    """The entry of a record of the six categories."""
    from .reader import memory_of

    return from_memory(memory_of(record, path))


def from_memory(memory: Memory) -> Entry:
    """The entry of a record of any kind."""
    title, tags = (
        one_line(memory.title, LONG),
        [one_line(tag, LONG) for tag in memory.tags],
    )
    texts = (title, " ".join(tags), " ".join(memory.aliases))
    return Entry(
        path=memory.path,
        kind=memory.kind,
        id=one_line(memory.id, LONG),
        title=title,
        tags=tags,
        status=memory.status,
        created=memory.created,
        updated=memory.updated,
        superseded_by=memory.superseded_by or "",
        state=memory.state,
        expires=memory.expires,
        head=[" ".join([stem(token) for token in tokenize(text)]) for text in texts],
        line=_line(memory.kind, title, memory.path, tags)
        if memory.kind in CATEGORIES
        else "",
    )


def render(listed: list[Entry]) -> str:
    """The text of index.md: the records that hold, by category and title."""
    lines = sorted([e.line for e in listed if e.line and e.shown()])
    lines.sort(key=str.lower)
    return HEADER + ("\n" + "\n".join(lines) + "\n" if lines else "")


def is_stale(folder: str, listed: list[Entry]) -> bool:
    """Whether the index.md in a folder differs from what the records give."""
    return read(folder) != render(listed)


def read(folder: str) -> str | None:
    """The text of index.md; None when it is missing or cannot be read."""
    try:
        return read_regular(os.path.join(folder, NAME), MAX_INDEX).decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def _read(store: Store, item: Any) -> Entry | None:
    from .reader import read_record

    memory = (
        None
        if item.problem
        else read_record(store.root, item.path, item.kind, whole=False)[0]
    )
    return None if memory is None else from_memory(memory)


def _row(entry: Entry) -> list[str]:
    times = [
        "" if time is None else str(time) for time in (entry.created, entry.updated)
    ]
    return [
        entry.id,
        entry.title,
        SEPARATOR.join(entry.tags),
        entry.status,
        *times,
        entry.superseded_by,
        entry.state,
        "" if entry.expires is None else str(entry.expires),
        *entry.head,
        entry.line,
    ]


def _from_row(path: str, kind: str, row: list[str]) -> Entry:
    id, title, tags, status, created, updated, by, state, expires, *head, line = row
    return Entry(
        path,
        kind,
        id,
        title,
        tags.split(SEPARATOR) if tags else [],
        status,
        int(created) if created else None,
        int(updated) if updated else None,
        by,
        state,
        int(expires) if expires else None,
        head,
        line,
    )


def _line(kind: str, title: str, path: str, tags: list[str]) -> str:
    """`- [DECISION] title -> path #tags:a,b`; text of the record cannot break the line."""
    line = f"- [{DISPLAY[kind]}] {plain_title(title)} -> {path}"
    plain = [
        one_line(t, 80).replace(",", " ").replace("#", "").replace("->", "-")
        for t in tags
    ]
    names = [tag for tag in plain if tag and tag != "untagged"]
    return line + " #tags:" + ",".join(names) if names else line
