"""One write as a whole: the records it touches, the undo journal before, index.md after. The caller holds the lock.

Every single file is replaced atomically. Between two files of one batch a crash leaves each of them old or new; the order is
such that no record is ever missing, and `memories fsck` names and mends a link that has only one end.
"""

from __future__ import annotations

import os

from ..core import clock, config
from ..core.errors import StoreError
from ..state import journal, renames
from ..store import catalog, writer
from ..store.reader import read_record
from .writable import check_inside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .writable import WritableStore


class Batch:
    """Steps gathered, then committed in order."""

    def __init__(self, place: WritableStore, action: str, id: str, candidate: dict[str, Any] | None = None) -> None:
        """`candidate` is what of the inbox this write takes in; the journal keeps it, so that undo can put it back."""
        self._place, self._action, self._id, self._candidate = place, action, id, candidate
        self._steps: list[tuple[str, str, Any]] = []
        self.notes: list[str] = []

    def put(self, path: str, record: dict[str, Any]) -> None:
        """Creates or replaces the record at `path` (relative to the place's root)."""
        check_inside(self._place, path)
        self._steps.append(("put", path, record))

    def move(self, old: str, new: str, record: dict[str, Any]) -> None:
        """The record at `old` becomes `record` at `new`, which is free; at no instant are there two or none."""
        check_inside(self._place, new)
        self._steps.append(("move", old, new))
        self._steps.append(("put", new, record))

    def remove(self, path: str) -> None:
        self._steps.append(("remove", path, None))

    def record(self, entry: catalog.Entry) -> dict[str, Any] | None:
        """The record behind an entry as this batch will leave it; None when it is not valid."""
        return self.pending(entry.path) or read_record(self._place.root, entry.path, entry.kind)[1]

    def pending(self, path: str) -> dict[str, Any] | None:
        """What this batch will last write to a path; None when nothing."""
        return next((value for verb, at, value in reversed(self._steps) if verb == "put" and at == path), None)

    def commit(self, found: list[catalog.Entry] | None = None) -> None:
        """Writes everything. `found` are the store's entries before; then index.md is brought up to date from them."""
        if not self._steps:
            return
        files = self._files()
        self._journal(files)
        for verb, path, value in self._steps:
            target = self._place.absolute(path)
            if verb == "put":
                writer.make_folder(os.path.dirname(target))
                writer.write_file(target, files[path][1] or b"")
            elif verb == "move":
                writer.rename_file(target, self._place.absolute(value))
                self.notes += follow_rename(self._place, path, value)
            else:
                writer.remove_file(target)
        if found is not None:
            write_index(self._place, self._entries_after(found))

    def _files(self) -> dict[str, list[bytes | None]]:
        """{path: [content before, content after]}, None where there is no file."""
        files: dict[str, list[bytes | None]] = {}
        for verb, path, value in self._steps:
            files.setdefault(path, [read_bytes(self._place.absolute(path)), None])
            files[path][1] = serialize(value) if verb == "put" else None
            if verb == "move":
                files.setdefault(value, [None, None])
        return files

    def _journal(self, files: dict[str, list[bytes | None]]) -> None:
        entry: dict[str, Any] = {
            "when": clock.format_time(config.now()),
            "action": self._action,
            "id": self._id,
            "kind": self._place.kind,
            "files": [
                {
                    "path": path,
                    "before": before.decode("utf-8", "surrogateescape") if before is not None else None,
                    "old": journal.digest(before) if before is not None else None,
                    "new": journal.digest(after) if after is not None else None,
                }
                for path, (before, after) in files.items()
            ],
        }
        if self._candidate is not None:
            entry["candidate"] = self._candidate
        moved = [[path, value] for verb, path, value in self._steps if verb == "move"]
        if moved:
            entry["moved"] = moved
        try:
            journal.append_entry(journal_root(self._place), entry)
        except StoreError as error:
            self.notes.append("`memories undo` will not know this write: %s" % error)

    def _entries_after(self, found: list[catalog.Entry]) -> list[catalog.Entry]:
        gone, new = set(), {}
        for verb, path, value in self._steps:
            if verb == "put":
                new[path] = catalog.from_record(value, path)
            gone.add(path)
        return [e for e in found if e.path not in gone] + list(new.values())


def follow_rename(place: WritableStore, old: str, new: str) -> list[str]:
    """What the user has of a record under its path follows it; a note when that cannot be written, which harms no record."""
    try:
        renames.follow(place.root, old, new, everywhere=place.kind == "user")
    except (OSError, StoreError) as error:
        return ["whether %s is muted, and how often it was given, stays with its old name: %s" % (new, error)]
    return []


def write_index(place: WritableStore, found: list[catalog.Entry]) -> bool:
    """Writes index.md when it says something else than the entries; True when it was written. The lock is held."""
    if place.kind == "patterns":
        return False
    text = catalog.render(found)
    if catalog.read(place.base) == text:
        return False
    writer.write_file(os.path.join(place.base, catalog.NAME), text.encode("utf-8"), durable=False)
    return True


def journal_root(place: WritableStore) -> str:
    """The folder after which the undo journal and the inbox are named: one for all stores of a project."""
    return os.path.realpath(place.root)


def serialize(record: dict[str, Any]) -> bytes:
    """The file of a record: stable order, indent 2, UTF-8, final newline."""
    import json

    return (json.dumps(record, ensure_ascii=False, indent=2) + "\n").encode("utf-8")


def read_bytes(path: str) -> bytes | None:
    """The content of a regular file; None when there is none."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StoreError("%s: cannot be read: %s; check its permissions" % (path, error.strerror)) from error
