"""All records of some stores in memory. `refresh` reads a file again when its fingerprint has changed."""

from __future__ import annotations

import threading
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass

from memory_retrieval.core import environment
from memory_retrieval.core.clock import believed
from memory_retrieval.core.model import Memory, Problem, Store
from memory_retrieval.store import kinds
from memory_retrieval.store.listing import RACY, Entry, list_folder
from memory_retrieval.store.reader import read_record

from ..preview import preview
from ..values import BrokenFile, Row

BODY = 600  # characters kept of a body, for lists


@dataclass(slots=True)
class _Known:
    fingerprint: str
    store: Store
    memory: Memory | None
    problems: tuple[Problem, ...]
    preview: str = ""


_Files = dict[str, _Known]


class Snapshot:
    """Records and broken files as of the last `refresh`. Safe to share between threads.

    rows    {key: row}, newest first
    broken  {key: file}, by path
    """

    def __init__(self, stores: Callable[[], list[Store]]) -> None:
        self._stores = stores
        self._lock = threading.Lock()
        self._known: _Files = {}
        self.rows: dict[str, Row] = {}
        self.broken: dict[str, BrokenFile] = {}

    def refresh(self) -> None:
        with self._lock:
            now: _Files = {}
            for store in self._stores():
                for folder, kind in store.folders:
                    now.update(self._folder(store, folder, kind))
            same = now == self._known  # what was not read again is the same object
            self._known = now
            if not same:
                self._arrange()

    def _folder(self, store: Store, folder: str, kind: str) -> _Files:
        """The entries of one folder; an unchanged file is not read again."""
        young = time.time_ns() - RACY
        try:
            entries = list_folder(store.root, folder, kind)
        except OSError as error:
            problem = Problem(
                path=folder,
                message=f"cannot be listed: {error.strerror}; check its permissions",
            )
            return {key_of(store, folder): _Known("unlisted", store, None, (problem,))}
        now = {}
        for entry in entries:
            key = key_of(store, entry.path)
            before = self._known.get(key)
            if before is not None and before.fingerprint == entry.fingerprint:
                now[key] = before
                continue
            fingerprint = entry.fingerprint if entry.ctime < young else ""
            now[key] = _read(store, entry, fingerprint)
        return now

    def _arrange(self) -> None:
        rows, broken = [], []
        places: dict[str, Callable[[str], str]] = {}
        for key, known in self._known.items():
            scope = key.partition("/")[0]
            if scope not in places:
                places[scope] = _place(known.store)
            if known.memory is not None:
                place = places[scope](known.memory.path)
                row = Row(key, known.store, known.memory, known.preview, place)
                rows.append(row)
            elif not known.store.kind.copied:
                path = known.problems[0].path if known.problems else key
                broken.append(BrokenFile(key, known.store, path, known.problems))
        now = environment.now()
        rows.sort(key=lambda row: row.memory.path)
        rows.sort(key=lambda row: believed(row.memory.updated, now) or 0, reverse=True)
        broken.sort(key=lambda item: item.path)
        self.rows = {row.key: row for row in rows}
        self.broken = {item.key: item for item in broken}


def key_of(store: Store, path: str) -> str:
    """`project/.claude/memory/decisions/x`: the store and the path, without the extension of a memory."""
    kind = store.kind
    scope = kind.name
    if not kind.own and not kind.personal:
        scope += "-%x" % zlib.crc32(store.root.encode("utf-8", "replace"))
    return scope + "/" + path.removesuffix(".json")


def _place(store: Store) -> Callable[[str], str]:
    """The function from a path to where its memory is from, for people."""
    kind = store.kind
    beside = "Document" if kind.documents else kinds.branch_of(store)
    named = "Yours" if kind.personal else beside
    return kind.project(store) if kind.project else lambda path: named


def _read(store: Store, entry: Entry, fingerprint: str) -> _Known:
    """A file so young that its times may not show the next change has the fingerprint "", so that it is read again."""
    if entry.problem:
        problem = Problem(path=entry.path, message=entry.problem)
        return _Known(fingerprint, store, None, (problem,))
    memory, raw, problems = read_record(store.root, entry.path, entry.kind, whole=False)
    if memory is None or raw is None:
        return _Known(fingerprint, store, None, tuple(problems))
    short = memory.replace(body=memory.body[:BODY])
    return _Known(fingerprint, store, short, (), preview(entry.kind, raw))
