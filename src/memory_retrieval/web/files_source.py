"""A project's files (and the user's store) as a `Source`. Reads through the snapshot, writes through the same functions as the commands."""

from __future__ import annotations

import hashlib
import os
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any

from ..core import config
from ..core.errors import RecordError, StoreError
from ..core.model import CATEGORIES, Hit, Problem, Store
from ..index.refresh import SWEEP_LIMIT
from ..retrieve.pipeline import Request, Retrieval, retrieve
from ..save import fsck, inbox, lifecycle, undo
from ..save.patterns import FOLDER
from ..save.request import SaveOutcome, SaveRequest
from ..save.service import save
from ..save.writable import WritableStore, find_writable
from ..state import journal, ledger, usage
from ..store.reader import read_record, read_text
from ..store.scope import find_project, find_user
from . import fileage, kept_reports
from .child import Looker, look_now, warm_up
from .snapshot import Snapshot, key_of
from .source import Broken, Change, Checkup, Document, FileState, Link, Prompted, Report, Row, StoreGone

PATIENCE = 5.0  # seconds a search may wait for the index of a small store
HASTE = 0.15  # the same for a large one: what is not indexed yet is said to be missing
SHOWN_TEXT = 20_000  # characters of a broken file


class FilesSource:
    """`root` is what the user gave with --root ("": found from the working folder). StoreError when there is no store."""

    team = False

    def __init__(self, root: str = "", cwd: str = ".") -> None:
        project = find_project(cwd, root)
        if project is None:
            raise StoreError("no memory store at or above this folder; run `memories init`, or give --root")
        # Made absolute, since the processes of `child` work in the project's folder.
        given = root or config.environ("MEMORIES_ROOT")
        self.given, self._project = os.path.abspath(os.path.expanduser(given)) if given else "", project
        self._stores: dict[str, Store] = {}
        self._snapshot = Snapshot(self._find_stores)
        self._looker = Looker(project.root, self.given)
        self._ledger = _Ledger()
        self.name = os.path.basename(project.root) or project.root
        self.place = project.root

    @property
    def writer(self) -> FilesSource:
        return self

    def warm_up(self) -> None:
        """Brings the search index up to date in a process of its own."""
        warm_up(self._project.root, self.given)

    def close(self) -> None:
        self._looker.stop()

    # --- reading ---

    def look(self) -> None:
        self._snapshot.look()

    def remarks(self) -> Sequence[str]:
        return ()

    def rows(self) -> Sequence[Row]:
        return list(self._snapshot.rows.values())

    def tally(self) -> None:
        return None

    def projects(self) -> Sequence[tuple[str, int]]:
        return ()

    def with_bodies(self, rows: Sequence[Row]) -> Sequence[Row]:
        return rows

    def broken(self) -> Sequence[Broken]:
        return list(self._snapshot.broken.values())

    def row(self, key: str) -> Row | None:
        return self._snapshot.rows.get(key)

    def at(self, path: str) -> Row | None:
        for store in self._stores.values():
            plain = path[len(store.root) + 1 :] if path.startswith(store.root + os.sep) else path
            row = self._snapshot.rows.get(key_of(store, plain))
            if row is not None:
                return row
        return None

    def row_of(self, hit: Hit) -> Row | None:
        store = self._stores.get(hit.store.scope)
        return self._snapshot.rows.get(key_of(store, hit.memory.path)) if store is not None else None

    def document(self, key: str) -> Document | None:
        row = self.row(key)
        if row is None:
            return None
        store = self._stores[row.scope]
        memory, raw, _ = read_record(store.root, row.memory.path, row.memory.kind)
        if memory is None or raw is None:
            return None
        text = read_text(os.path.join(store.root, row.memory.path))
        name = _store_name(row)
        return Document(
            row=Row(row.key, row.scope, memory),
            raw=raw,
            text=text,
            digest=hashlib.sha256(text.encode("utf-8")).hexdigest(),
            store=name,
            editable=name != "patterns" or row.memory.path.rsplit("/", 2)[-2] == FOLDER.get(row.memory.kind),
            links=self._links(row, raw),
            files=self._files(store, row, raw),
        )

    def documents(self, rows: Sequence[Row]) -> Sequence[Document]:
        return [found for found in (self.document(row.key) for row in rows) if found is not None]

    def broken_text(self, key: str) -> tuple[Broken, str] | None:
        item = self._snapshot.broken.get(key)
        if item is None:
            return None
        try:
            text = read_text(os.path.join(self._stores[key.partition("/")[0]].root, item.path))[:SHOWN_TEXT]
        except (OSError, ValueError):
            text = ""
        return item, text

    def retrieve(
        self, prompt: str, mode: str, *, limit: int | None = None, category: str = "", retired: bool = False
    ) -> Retrieval:
        wait = HASTE if len(self._snapshot.rows) > SWEEP_LIMIT else PATIENCE
        return retrieve(
            Request(
                prompt,
                cwd=self._project.root,
                root=self.given or self._project.root,
                mode=mode,
                limit=limit,
                category=category or None,
                include_retired=retired,
                deadline=time.monotonic() + wait,
            )
        )

    def ledger(self, days: int) -> Sequence[Prompted]:
        return self._ledger.entries(self._project.root, days)

    def usage(self) -> usage.Usage:
        return usage.load(self._project.root)

    def checkup(self, *, begin: bool = True, again: bool = False) -> Checkup:
        return self._looker.look(begin=begin, again=again)

    def public_checkup(self) -> Checkup:
        return look_now(self.place, self.given, machine=False)

    def candidates(self) -> Sequence[dict[str, Any]]:
        return inbox.list_candidates(self._inbox_root())

    def candidate(self, id: str) -> dict[str, Any] | None:
        return next((c for c in self.candidates() if c["id"] == id), None)

    def reports(self) -> Sequence[Report]:
        return kept_reports.kept()

    # --- writing ---

    def save(self, change: Change) -> SaveOutcome:
        row = self.row(change.key) if change.key else None
        if change.key and row is None:
            raise RecordError(
                "the record is gone",
                [Problem(location="id", message="the record is gone; somebody removed or renamed it")],
            )
        store = _store_name(row) if row else change.store
        update = "" if row is None else row.memory.id if store == "patterns" else row.memory.path
        patterns = store == "patterns"
        request = SaveRequest(
            data=dict(change.data),
            category="" if patterns else change.category,
            kind=change.category if patterns else "",
            digest=change.digest,
            store=store,
            update_id=update,
            action="update" if row else "create",
            **self._where(),
        )
        return self._written(save(request))

    def change_status(self, verb: str, key: str, reason: str) -> SaveOutcome:
        row = self._writable_row(key)
        return self._written(
            lifecycle.change_status(verb, row.memory.path, reason, store=_store_name(row), **self._where())
        )

    def mute(self, key: str, *, muted: bool) -> SaveOutcome:
        row = self._writable_row(key)
        usage.set_muted(self._project.root, row.memory.path, muted)
        return SaveOutcome(status="muted" if muted else "unmuted", id=row.memory.id, path=row.memory.path)

    def undo_ticket(self, store: str) -> str:
        place = find_writable(store, **self._where())
        newest = next(
            (e for e in journal.entries(os.path.realpath(place.root)) if e[1].get("kind") == place.kind), None
        )
        return (
            "%s-%s" % (os.path.basename(newest[0]), journal.digest(repr(newest[1]).encode("utf-8", "replace")))
            if newest
            else ""
        )

    def undo(self, store: str, ticket: str) -> SaveOutcome:
        if not ticket or self.undo_ticket(store) != ticket:
            raise StoreError("another write came after that one, so it stays; `memories undo` takes back the last one")
        return self._written(undo.undo(store=store, **self._where()))

    def mend(self) -> int:
        places = [find_writable(kind, **self._where()) for kind in ("project", "patterns")]
        there = [place for place in places if place.exists()]
        before = sum(len(fsck.check(place)) for place in there)
        for place in there:
            fsck.mend(place)
        return before - sum(len(fsck.check(place)) for place in there)  # mending one may settle others

    def fill(self, id: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        return inbox.fill(self._inbox_root(), id, dict(fields))

    def accept(self, id: str) -> SaveOutcome:
        return self._written(inbox.accept(self._inbox_root(), id))

    def reject(self, id: str) -> SaveOutcome:
        return inbox.reject(self._inbox_root(), id)

    # --- helpers ---

    def _written(self, outcome: SaveOutcome) -> SaveOutcome:
        self._snapshot.look()  # so that the page after a write finds the record where it is now
        return outcome

    def _find_stores(self) -> list[Store]:
        """Looked for anew each time: a folder of patterns, or the user's store, may have come since."""
        try:
            project = find_project(self._project.root, self.given)
        except StoreError:
            project = None
        if project is None or project.root != self._project.root:
            project = self._project
            parents = {os.path.join(project.root, os.path.dirname(folder)) for folder, _ in project.folders}
            if not any(os.path.isdir(parent) for parent in parents):
                raise StoreGone(project.root)
        found = [store for store in (project, find_user()) if store is not None]
        self._stores = {store.scope: store for store in found}
        return found

    def _where(self) -> dict[str, str]:
        return {"cwd": self._project.root, "root": self.given}

    def _inbox_root(self) -> str:
        place: WritableStore = find_writable(**self._where())
        return os.path.realpath(place.root)

    def _writable_row(self, key: str) -> Row:
        row = self.row(key)
        if row is None:
            raise StoreError("the record is gone; somebody removed or renamed it")
        return row

    def _links(self, row: Row, raw: dict[str, Any]) -> tuple[Link, ...]:
        """Both ends, each other record once."""
        if row.memory.kind not in CATEGORIES:
            return ()
        near = [other for other in self.rows() if other.scope == row.scope and other.memory.kind in CATEGORIES]
        by_id = {other.memory.id: other for other in near}
        supersedes = dict.fromkeys(fileage.texts(raw.get("supersedes")))
        supersedes |= dict.fromkeys(other.memory.id for other in near if other.memory.superseded_by == row.memory.id)
        links = [Link("supersedes", id, by_id.get(id)) for id in supersedes]
        by = row.memory.superseded_by
        return tuple(([Link("superseded by", by, by_id.get(by))] if by else []) + links)

    def _files(self, store: Store, row: Row, raw: dict[str, Any]) -> tuple[FileState, ...]:
        return fileage.states(store.root, raw, row.memory.updated) if store.scope == "project" else ()


def _store_name(row: Row) -> str:
    """The store as write commands call it."""
    return row.scope if row.memory.kind in CATEGORIES else "patterns"


class _Ledger:
    """The ledger's lines of one project; parsed anew only when a file of it has changed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sign: object = None
        self._entries: list[Prompted] = []

    def entries(self, root: str, days: int) -> list[Prompted]:
        with self._lock:
            sign = (root, days, _signature())
            if sign != self._sign:
                self._entries = [_prompted(entry) for entry in ledger.entries(days) if entry.get("root") == root]
                self._sign = sign
            return self._entries


def _signature() -> list[tuple[str, int, int]]:
    """Changes whenever a line is added to the ledger, or a day of it goes."""
    try:
        files = [(entry.name, entry.stat()) for entry in os.scandir(os.path.join(config.state_dir(), "ledger"))]
    except OSError:
        return []
    return sorted((name, info.st_size, info.st_mtime_ns) for name, info in files)


def _prompted(entry: dict[str, Any]) -> Prompted:
    """A line as a value; the ledger is a file like any other, so nothing in it is taken on trust."""
    injected = tuple(
        (str(pair[0]), _number(pair[1]))
        for pair in _list(entry.get("injected"))
        if isinstance(pair, list) and len(pair) == 2
    )
    used = tuple(str(path) for path in _list(entry.get("used")))
    return Prompted(
        _number(entry.get("at")),
        str(entry.get("session") or ""),
        _number(entry.get("ms")),
        injected,
        used,
        str(entry.get("prompt") or ""),
    )


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _number(value: object) -> float:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else 0.0
