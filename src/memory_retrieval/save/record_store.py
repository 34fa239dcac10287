"""The interface between the rules of a save and a store, which `WritableStore` implements, and one write as a batch.

Its steps are taken one at a time, and back when a later one fails: at any instant each file is old or new.
"""

from __future__ import annotations

import os

from ..core import jsontext
from ..core.errors import StoreError
from ..store import catalog, writer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ContextManager, Iterable, Protocol

    from ..core.config import Config
    from ..core.model import Problem
    from ..index.similar import Similar
    from ..store.catalog import Entry

    Step = tuple[str, str, Any]
    Files = dict[str, list["bytes | None"]]  # path: content before and after

    class RecordStore(Protocol):
        """A store that can be read and changed. Paths of records are relative to it and use slashes.

        kind    "project", "user" or "patterns"; "team" for a read-only copy of team records
        root    the folder that these paths begin at
        prefix  the part that all record paths share: ".claude/memory/", ".memories/" or ""
        graph   the links of all records, as `links.graph_of` has them, where they are known; else None
        """

        kind: str
        root: str
        prefix: str
        graph: dict[str, set[str]] | None

        @property
        def base(self) -> str:
            """The store's folder, for messages."""

        @property
        def config(self) -> Config: ...

        def exists(self) -> bool: ...

        def create(self) -> None:
            """Makes an empty store where there is none."""

        def locked(self) -> ContextManager[Any]:
            """The exclusive lock, to be held from before `entries` until after `commit`."""

        def entries(self) -> list[Entry]:
            """Every valid record, by path."""

        def read(self, entry: Entry) -> tuple[dict[str, Any] | None, list[Problem]]:
            """The record behind an entry; None and the problems when it is no longer valid."""

        def content(self, path: str) -> bytes | None:
            """The file of a record; None when there is none."""

        def holds(self, path: str) -> bool:
            """Whether a file lies at the path of a record, valid or not."""

        def ids(self, folders: Iterable[str] = ()) -> set[str]:
            """The names of all files in the store's folders (or only these), valid or not, without `.json`."""

        def has_related(self, path: str) -> bool:
            """Whether a file of the project, as named in `related_files`, exists."""

        def owner_of_copy(self, id: str) -> str:
            """`workspace/project` when an id or path names a read-only copy from the team database; else ""."""

        def path(self, folder: str, id: str) -> str: ...

        def absolute(self, path: str) -> str: ...

        def shown(self, path: str) -> str:
            """A record's path as commands print it."""

        def similar(self, text: str, gist: str, own: str) -> list[Similar]:
            """Records like the text of the record at the path `own`, of any status and in no order.

            [] where the store has no index.
            """

        def commit(self, batch: Batch, entries: list[Entry] | None = None) -> None:
            """Writes a batch; with `entries`, those before the batch, it updates the catalogue too."""

        def refresh_index(self, entries: list[Entry]) -> list[str]:
            """Updates the catalogue file; a note when that fails."""


class Batch:
    """Steps in the order in which they are written.

    steps      (verb, path, value): ("put", path, record), ("remove", path, None)
    action     the command's name, and `id` the record it is about, for the undo journal
    candidate  the inbox candidate that this write accepts; the journal keeps it, so that undo can restore it
    filed      inbox candidates that came with this write, which undo removes
    notes      secondary steps that the commit could not do
    """

    def __init__(self, action: str, id: str, candidate: dict[str, Any] | None = None) -> None:
        self.action, self.id, self.candidate = action, id, candidate
        self.steps: list[tuple[str, str, Any]] = []
        self.filed: list[str] = []
        self.notes: list[str] = []

    def put(self, path: str, record: dict[str, Any]) -> None:
        """Creates or replaces the record at `path`."""
        self.steps.append(("put", path, record))

    def remove(self, path: str) -> None:
        self.steps.append(("remove", path, None))

    def pending(self, path: str) -> dict[str, Any] | None:
        """The record that this batch will write to a path, the last of several; None when it writes none."""
        return next((value for verb, at, value in reversed(self.steps) if verb == "put" and at == path), None)

    def main(self) -> tuple[str, dict[str, Any] | None]:
        """(path before the write, record after it) of what the write is about; ("", None) when it does not write it."""
        written = ((path, value) for verb, path, value in self.steps if verb == "put" and value.get("id") == self.id)
        return next(written, ("", None))

    def entries_after(self, entries: list[catalog.Entry]) -> list[catalog.Entry]:
        """The store's entries after this batch; `entries` are those before it."""
        touched = {path for _, path, _ in self.steps}
        written = {path: catalog.from_record(value, path) for verb, path, value in self.steps if verb == "put"}
        return [entry for entry in entries if entry.path not in touched] + list(written.values())


def serialize(record: dict[str, Any]) -> bytes:
    """The file of a record: stable key order, indent 2, UTF-8, final newline."""
    return (jsontext.pretty(record) + "\n").encode("utf-8")


def read_pending(store: RecordStore, batch: Batch, entry: Entry) -> dict[str, Any] | None:
    """The record behind an entry as a batch will leave it; None when it is not valid."""
    return batch.pending(entry.path) or store.read(entry)[0]


def take(store: RecordStore, step: Step, files: Files) -> None:
    """Writes one step; StoreError when it cannot be, or when it may not outlast a power cut."""
    verb, path, _ = step
    target = store.absolute(path)
    if verb == "put":
        writer.make_folder(os.path.dirname(target))
        writer.write_file(target, files[path][1] or b"")
    else:
        writer.remove_file(target)


def take_back(store: RecordStore, steps: list[Step], files: Files) -> bool:
    """Restores what was there before `steps`, the last one first; False when that fails too, as on a full disk."""
    try:
        for _, path, _ in reversed(steps):
            before = files[path][0]
            if store.content(path) == before:
                continue  # not written yet
            elif before is None:
                writer.remove_file(store.absolute(path))
            else:
                writer.write_file(store.absolute(path), before)
    except StoreError:
        return False
    return True


def in_part(error: StoreError, step: str) -> StoreError:
    """The error of a write of which a part stays; `step` says what the user does about it."""
    problem = error.problems[0]
    why = problem.message.split(";")[0].replace("not written", "only a part is written")
    return StoreError.at(problem.path, "%s; %s" % (why, step), problem.code)
