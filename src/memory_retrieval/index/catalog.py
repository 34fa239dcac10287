"""What a store holds, as writers need it: one entry a record, and the text of index.md made from them.

The search index answers when it is complete; otherwise the records themselves are read. index.md is written from the entries
and never read for anything but to see whether it is stale.
"""

import os
import time

from ..core import clock
from ..core.errors import IndexUnavailable
from ..core.model import CATEGORIES
from ..core.sanitize import one_line
from ..core.stem import stem
from ..core.tokens import tokenize
from ..store.layouts import DISPLAY
from ..store.reader import list_folder, read_record
from . import database, refresh

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..core.model import Memory, Store

NAME = "index.md"
HEADER = "# Memory Index\n\n<!-- auto-generated from the records; do not edit -->\n"
PATIENCE = 10.0  # seconds the search index may take to catch up before the records are read instead


class Entry:
    """A record in few words. `head` holds the stems of title, tags and aliases, a tuple each; `body` is empty when not read."""

    __slots__ = ("path", "kind", "id", "title", "tags", "status", "created", "updated", "superseded_by", "head")

    def __init__(self, path, kind, id, title, tags, status, created, updated, superseded_by, head):
        # type: (str, str, str, str, tuple[str, ...], str, int | None, int | None, str | None, tuple[list[str], ...]) -> None
        self.path, self.kind, self.id, self.title, self.tags = path, kind, id, title, tags
        self.status, self.created, self.updated = status, created, updated
        self.superseded_by, self.head = superseded_by, head

    def shown(self):
        # type: () -> bool
        """Whether it may be injected at all: active, and no other record has taken its place."""
        return self.status == "active" and not self.superseded_by


def entry_of(memory):
    # type: (Memory) -> Entry
    head = tuple([stem(t) for t in tokenize(text)] for text in (memory.title, " ".join(memory.tags), " ".join(memory.aliases)))
    return Entry(
        memory.path, memory.kind, memory.id, memory.title, memory.tags, memory.status, memory.created, memory.updated,
        memory.superseded_by, head,
    )  # fmt: skip


def entries(store):
    # type: (Store) -> list[Entry]
    """Every valid record of a store as it is on disk now, by path."""
    found = _from_index(store)
    return _from_files(store) if found is None else found


def render(found):
    # type: (list[Entry]) -> str
    """The text of index.md: the records that may be injected, by category and title."""
    lines = sorted((DISPLAY[e.kind], e.title.lower(), e.path, entry_line(e)) for e in found if e.kind in CATEGORIES and e.shown())
    return HEADER + ("\n" + "\n".join([line[3] for line in lines]) + "\n" if lines else "")


def entry_line(entry):
    # type: (Entry) -> str
    """`- [DECISION] title -> path #tags:a,b`; text of the record cannot break the line."""
    title = one_line(" ".join(one_line(entry.title, 400).replace(" -> ", " - ").replace("#tags:", "").split()))
    line = "- [%s] %s -> %s" % (DISPLAY[entry.kind], title, entry.path)
    tags = [tag for tag in (one_line(t, 80).replace(",", " ").replace("#", "") for t in entry.tags) if tag and tag != "untagged"]
    return line + " #tags:" + ",".join(tags) if tags else line


def _from_index(store):
    # type: (Store) -> list[Entry] | None
    """None when the search index is missing, busy or not complete."""
    try:
        db = database.open_index(store)
    except IndexUnavailable:
        return None
    try:
        if not refresh.refresh(db, store, time.monotonic() + PATIENCE, thorough=True).complete:
            return None
        rows = db.execute(
            "select path, kind, id, title, tags, status, created, updated, superseded_by, head from doc"
            " where problem is null order by path"
        ).fetchall()
    except database.sqlite.Error:
        return None
    finally:
        db.close()
    # A path with a lone surrogate stands there mangled; such a store is read from its files.
    return None if any("?" in row[0] for row in rows) else [_entry(row) for row in rows]


def _entry(row):
    tags = tuple(row[4].split("\n")) if row[4] else ()
    head = tuple([part.split() for part in (row[9] or "\n\n").split("\n")])
    return Entry(row[0], row[1], row[2], row[3], tags, row[5], row[6], row[7], row[8], head)


def _from_files(store):
    found = []
    for folder, kind in store.folders:
        for item in sorted(list_folder(store.root, folder, kind), key=lambda e: e.path):
            memory = None if item.problem else read_record(store.root, item.path, kind)[0]
            if memory is not None:
                found.append(entry_of(memory))
    return found


def is_stale(folder, found):
    # type: (str, list[Entry]) -> bool
    """Whether the index.md in a folder says something else than the records."""
    return read(folder) != render(found)


def read(folder):
    # type: (str) -> str | None
    """The text of index.md; None when there is none that can be read."""
    try:
        with open(os.path.join(folder, NAME), encoding="utf-8", newline="") as file:
            return file.read()
    except (OSError, UnicodeDecodeError):
        return None


def time_of(entry):
    # type: (Entry) -> str
    return clock.format_time(entry.updated) if entry.updated is not None else ""


def from_record(record, path):
    # type: (dict[str, Any], str) -> Entry
    """The entry of a record about to be written."""
    tags = tuple(record.get("tags") or ())
    texts = record["title"], " ".join(tags), " ".join(record.get("aliases") or ())
    return Entry(
        path, record["category"], record["id"], record["title"], tags, record.get("record_status") or "active",
        clock.parse_time(record["created_at"]), clock.parse_time(record["updated_at"]), record.get("superseded_by"),
        tuple([stem(t) for t in tokenize(text)] for text in texts),
    )  # fmt: skip
