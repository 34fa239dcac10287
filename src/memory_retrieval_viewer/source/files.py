"""A project's files and the user's store, as pages ask for them: records from the snapshot, slow checks in a thread."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Sequence
from functools import partial

from memory_retrieval.brief.by_file import memories_for
from memory_retrieval.brief.collect import ProjectBrief, given_by, open_brief
from memory_retrieval.core import environment
from memory_retrieval.core.errors import MemoryRetrievalError, StoreError
from memory_retrieval.core.model import Hit, Store
from memory_retrieval.index.refresh import SWEEP_LIMIT
from memory_retrieval.index.sweep import sweep
from memory_retrieval.retrieve.pipeline import retrieve
from memory_retrieval.retrieve.trace import Request, Trace
from memory_retrieval.save.related import find_related
from memory_retrieval.state import usage
from memory_retrieval.state.session import Session
from memory_retrieval.store import catalog, kinds
from memory_retrieval.store.place import Place
from memory_retrieval.store.reader import read_record, read_text
from memory_retrieval.upkeep import inbox

from .. import fileage
from ..values import (
    BrokenFile,
    Checkup,
    Document,
    Fields,
    LedgerEntry,
    LinkedRecord,
    Row,
)
from . import ledger_lines
from .checkup import CheckupRunner, check_records
from .files_writer import FilesWriter
from .links import links_of
from .snapshot import Snapshot, key_of

PATIENCE = 5.0  # seconds a search may wait for the index of a small store
HASTE = 0.15  # the same for a large one, where a search reports that the index is incomplete
WARM_UP = 120.0  # seconds that may be spent on the index after the start
SHOWN_TEXT = 20_000  # characters of a broken file


class StoreGone(MemoryRetrievalError):
    """The folder of the store was removed or renamed while the viewer ran."""

    def __init__(self, root: str) -> None:
        MemoryRetrievalError.__init__(self, f"{root} holds no memory store any more")


class FilesSource:
    """`root` is the value of --root; "" searches upwards from `cwd`. StoreError when there is no store.

    Reading never raises because of what a single record holds.

    name      of the project
    location  where the store is, for people
    writer    what changes the store
    """

    def __init__(self, root: str = "", cwd: str = ".") -> None:
        project = Place(cwd, root).require()
        given = root or environment.get("MEMORIES_ROOT")
        self._given = os.path.abspath(os.path.expanduser(given)) if given else ""
        self._project = project
        self._stores: list[Store] = []
        self._snapshot = Snapshot(self._find_stores)
        self._runner = CheckupRunner(partial(check_records, project.root, self._given))
        self.writer = FilesWriter(
            project.root, self._given, self._snapshot, self._runner
        )
        self.name = os.path.basename(project.root) or project.root
        self.location = project.root

    def warm_up(self) -> None:
        """Brings the search index up to date and looks for what waits, in the background."""
        threading.Thread(target=self._sweep, daemon=True).start()

    def refresh(self) -> None:
        """Brings everything up to date; called once before each page."""
        self._snapshot.refresh()

    def rows(self) -> Sequence[Row]:
        """The valid records, newest first."""
        return list(self._snapshot.rows.values())

    def broken(self) -> Sequence[BrokenFile]:
        return list(self._snapshot.broken.values())

    def row(self, key: str) -> Row | None:
        return self._snapshot.rows.get(key)

    def at(self, path: str) -> Row | None:
        """The memory at a path as the ledger and findings write it."""
        for store in self._stores:
            plain = path.removeprefix(store.root + os.sep)
            row = self._snapshot.rows.get(key_of(store, plain))
            if row is not None:
                return row
        return None

    def row_of(self, hit: Hit) -> Row | None:
        return self.row(key_of(hit.store, hit.memory.path))

    def document(self, key: str) -> Document | None:
        row = self.row(key)
        if row is None:
            return None
        store, path = row.store, row.memory.path
        memory, raw, _ = read_record(store.root, path, row.memory.kind)
        if memory is None or raw is None:
            return None
        text = raw.get("text") if row.document else read_text(store.absolute(path))
        own = store.kind.own
        return Document(
            row=row.replace(memory=memory),
            raw=raw,
            text=text or "",
            links=self._links(row, raw),
            files=fileage.states(store, memory, raw) if own else (),
            against=fileage.against(store, memory),
        )

    def related(self, document: Document) -> Sequence[tuple[Row, str]]:
        """(another active record on the same matter, why), best first; few, often none."""
        row = document.row
        if not row.curated:
            return ()
        store = self._place().store(row.store.kind)
        try:
            found = find_related(
                store, catalog.entries(store), _plain(document.raw), row.memory.path
            )
        except MemoryRetrievalError:
            return ()  # the record is shown all the same
        linked, rows = {link.id for link in document.links}, []
        for item in found:
            other = self.at(item["path"])
            if other is not None and other.memory.id not in linked:
                rows.append((other, str(item["why"])))
        return rows

    def documents(self, rows: Sequence[Row]) -> Sequence[Document]:
        """The documents of those rows that still exist, in the same order."""
        documents = [self.document(row.key) for row in rows]
        return [document for document in documents if document is not None]

    def broken_text(self, key: str) -> tuple[BrokenFile, str] | None:
        """A file that is not a valid memory, and as much of its text as can be shown."""
        item = self._snapshot.broken.get(key)
        if item is None:
            return None
        try:
            text = read_text(item.store.absolute(item.path))
        except (OSError, ValueError):
            text = ""
        return item, text[:SHOWN_TEXT]

    def retrieve(
        self,
        prompt: str,
        mode: str,
        *,
        limit: int | None = None,
        category: str = "",
        retired: bool = False,
    ) -> Trace:
        """The trace of the real pipeline."""
        root = self._given or self._project.root
        return retrieve(
            Session(self._project.root, root=root, by_hand=True),
            Request(
                prompt,
                mode=mode,
                limit=limit,
                category=category or None,
                include_retired=retired,
                deadline=self._deadline(),
                brief=given_by(self.brief()) if mode == "auto" else None,
            ),
        )

    def brief(self) -> ProjectBrief | None:
        """What a session in the project would start with."""
        return open_brief("", self._given or self._project.root, self._deadline())

    def for_file(self, path: str) -> Sequence[Row]:
        """The memories that the hook brings before an agent changes the file; `path` is relative to the project."""
        whole = os.path.join(self._project.root, path)
        hits = memories_for([self._project], [whole], (), self._deadline())
        return [row for row in map(self.row_of, hits) if row is not None]

    def _deadline(self) -> float:
        return time.monotonic() + (
            HASTE if len(self._snapshot.rows) > SWEEP_LIMIT else PATIENCE
        )

    def ledger(self, days: int) -> Sequence[LedgerEntry]:
        """Oldest first."""
        return ledger_lines.entries(self._project.root, days)

    def usage(self) -> usage.Usage:
        return usage.load(self._project.root)

    def checkup(self, *, begin: bool = True, again: bool = False) -> Checkup:
        """The last checkup, see `CheckupRunner.run`."""
        return self._runner.run(begin=begin, again=again, of=self._snapshot.rows)

    def public_checkup(self) -> Checkup:
        """One for everybody, waited for: without what the user decided to keep."""
        return check_records(self._project.root, self._given, kept=True)

    def _sweep(self) -> None:
        try:
            sweep(self._find_stores(), time.monotonic() + WARM_UP)
            self.checkup()
        except MemoryRetrievalError:
            pass  # a search says why

    def candidates(self) -> Sequence[Fields]:
        return inbox.list_candidates(self.writer.inbox_root())

    def _find_stores(self) -> list[Store]:
        """Searches each time, since a folder of patterns or the user's store may have been created meanwhile."""
        try:
            project = self._place().nearest
        except StoreError:
            project = None
        if project is None or project.root != self._project.root:
            project = self._project
            parents = {
                os.path.join(project.root, os.path.dirname(folder))
                for folder, _ in project.folders
            }
            if not any(os.path.isdir(parent) for parent in parents):
                raise StoreGone(project.root)
        self._stores = [project, *kinds.others([project.root])]
        return self._stores

    def _place(self) -> Place:
        """The place as it is now."""
        return Place(self._project.root, self._given)

    def _links(self, row: Row, raw: Fields) -> tuple[LinkedRecord, ...]:
        linked = [other for other in self.rows() if other.curated or other.document]
        others = [other for other in linked if other.store.root == row.store.root]
        return links_of(row.memory, raw, others) if row in linked else ()


def _plain(raw: Fields) -> Fields:
    """The record with lists of strings where it may hold anything: schema 1.0 does not know these keys."""
    superseded = raw.get("superseded_by")
    lists = {
        key: fileage.texts(raw.get(key))
        for key in ("tags", "aliases", "supersedes", "holds_with")
    }
    return {
        **raw,
        **lists,
        "superseded_by": superseded if isinstance(superseded, str) else None,
    }
