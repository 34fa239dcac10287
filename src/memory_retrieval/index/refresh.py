"""Keeps the index equal to the files: compares signatures, re-reads what changed, commits in batches.

Up to SWEEP_LIMIT entries every file is looked at; above, only the folders, and then `sweep` (after the answer) looks at the rest.
A refresh cut off by its deadline goes on at the next event; what is committed can be searched meanwhile.
"""

from __future__ import annotations

import os
import time

from ..core.model import Problem
from ..store.listing import RACY, Entry, checksum, folder_fingerprint, list_folder
from . import database
from .sweep_lock import SweepLock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..core.model import Store

SWEEP_LIMIT = 1000  # entries that are all looked at before an answer: 4 ms
BATCH = 0.1  # seconds of work between commits
SENTENCES = 20_000  # entries up to which the vectors of single sentences are kept too: 2 KB and a millisecond each
CHUNK = 50  # new entries above which texts come first and vectors after them; vectors computed between commits


class RefreshResult:
    """`complete`: the index shows all files as they are; `changed`: entries read or removed; `left`: entries still to read."""

    __slots__ = ("complete", "changed", "left")

    def __init__(self, complete: bool = True, changed: int = 0, left: int = 0) -> None:
        self.complete, self.changed, self.left = complete, changed, left


def refresh(db: Any, store: Store, deadline: float, thorough: bool = False) -> RefreshResult:
    """Brings the index up to date until `deadline` (monotonic seconds); `thorough` looks at every file of a large store."""
    outcome = RefreshResult()
    known = {row[0]: row[1:] for row in db.execute("select path, sign, listing, entries from folder")}
    count = sum([row[2] or 0 for row in known.values()])
    everything = thorough or (count <= SWEEP_LIMIT and not store.only_replaced)
    if not thorough and count > SWEEP_LIMIT and _unfinished(db, known) and _sweeping(store):
        outcome.complete = False  # the sweep gets there sooner without a second writer, and the prompt is not held up
        return outcome
    writer = Writer(db, store, deadline, count)
    try:
        for folder, kind in store.folders:
            sign = folder_fingerprint(store.root, folder)
            before = known.pop(folder, None)
            if before and before[1] and not everything and before[0] == sign:
                continue
            _refresh_folder(writer, folder, kind, sign, before, outcome)
        for folder in known:  # a folder that is no longer part of the store
            _refresh_folder(writer, folder, "", "", known[folder], outcome)
        if not writer.embed_pending():
            outcome.complete = False
    except database.sqlite.OperationalError as error:
        if not database.is_busy(error) and "readonly" not in str(error):
            raise
        outcome.complete = False  # another process is at it; answer from what is there
    finally:
        if db.in_transaction:
            db.execute("rollback")
        writer.close()
    return outcome


def _unfinished(db: Any, known: dict[str, Any]) -> bool:
    return (
        any(not row[1] for row in known.values())
        or db.execute("select 1 from doc where pending = 1").fetchone() is not None
    )


def _sweeping(store: Store) -> bool:
    """Whether another process sweeps the store."""
    with SweepLock(store) as free:
        return not free


def refresh_paths(db: Any, store: Store, paths: list[tuple[str, str, str]]) -> bool:
    """Re-reads (path, kind, sign) entries whose file no longer has the indexed signature; False when another process writes."""
    writer = Writer(db, store, time.monotonic() + 1)
    try:
        db.execute("begin immediate")
        for path, kind, sign in paths:
            writer.put(path, kind, sign, path.rsplit("/", 1)[0], None)
        db.execute("commit")
    except database.sqlite.OperationalError as error:
        if db.in_transaction:
            db.execute("rollback")
        if not database.is_busy(error) and "readonly" not in str(error):
            raise
        return False
    finally:
        writer.close()
    return True


def changed_entries(store: Store, rows: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Those of (path, kind, indexed sign) whose file is now another one, with the new sign ("" when it is gone)."""
    changed = []
    for path, kind, sign in rows:
        try:
            info = os.lstat(os.path.join(store.root, path))
            now = "%d:%d:%d" % (info.st_ino, info.st_ctime_ns, info.st_size)
        except OSError:
            now = ""
        if now != sign:
            changed.append((path, kind, now))
    return changed


class Writer:
    """Writes entries in batches until a deadline. Loads the code that reads records when the first one is to be read."""

    def __init__(self, db: Any, store: Store, deadline: float, count: int = 0) -> None:
        self.db, self.store, self.deadline = db, store, deadline
        self.sentences = count <= SENTENCES
        self.later = False  # vectors after all texts: words find a memory sooner than meanings do
        self._ingest: Any = None
        self._table: Any = None

    def put(self, path: str, kind: str, sign: str, folder: str, problem: str | None) -> None:
        """Replaces what is indexed of one file; `sign` "" only removes it."""
        if self._ingest is None:
            from . import ingest, semantic

            self._ingest, self._table = ingest, semantic.open_table()
        self._ingest.put(
            self.db, self.store, path, kind, sign, folder, problem, None if self.later else self._table, self.sentences
        )

    def embed_pending(self) -> bool:
        """Computes the vectors that were put off, until the deadline; whether none is left."""
        asked = "select doc, path, kind from doc where pending = 1 limit %d" % CHUNK
        while True:
            rows = self.db.execute(asked).fetchall()
            if not rows:
                return True
            if self.expired():
                return False
            from . import ingest, semantic

            self._table = self._table or semantic.open_table()
            self.db.execute("begin immediate")
            ingest.embed(self.db, self.store, rows, self._table, self.sentences)
            self.db.execute("commit")

    def expired(self) -> bool:
        return time.monotonic() > self.deadline

    def close(self) -> None:
        if self._table:
            self._table.close()


def _refresh_folder(
    writer: Writer, folder: str, kind: str, sign: str, before: tuple[str, str, int] | None, outcome: RefreshResult
) -> None:
    if writer.expired():
        outcome.complete = False
        return
    db, started = writer.db, time.time_ns()
    listing = checksum(writer.store.root, folder) if kind else ""
    if before and before[1] == listing and before[1]:
        if before[0] != sign:
            db.execute("update folder set sign=? where path=?", (sign, folder))
        return
    try:
        entries = list_folder(writer.store.root, folder, kind) if kind else []
    except OSError as error:
        entries = [
            Entry(folder, kind, "unlisted", ("cannot be listed: %s" % error.strerror, "check its permissions"), 0)
        ]
    rows = {row[0]: row[1] for row in db.execute("select path, sign from doc where folder=?", (folder,))}
    present = {e.path for e in entries}
    todo = [(e, e.ctime > started - RACY) for e in entries if rows.get(e.path) != e.fingerprint]
    gone = [path for path in rows if path not in present]
    if not todo and not gone and not entries and not sign:
        db.execute("delete from folder where path=?", (folder,))
        return
    writer.later = len(todo) > CHUNK
    done = _apply(writer, folder, todo, gone)
    outcome.changed += done
    left = len(todo) + len(gone) - done
    if left:
        outcome.complete, outcome.left = False, outcome.left + left
    settled = not left and not any(young for _, young in todo)
    values = (folder, sign if settled else "", listing if settled else "", len(entries))
    db.execute("insert or replace into folder values(?,?,?,?)", values)


def _apply(writer: Writer, folder: str, todo: list[tuple[Entry, bool]], gone: list[str]) -> int:
    """Removes and writes entries, committing every BATCH seconds; returns how many before the deadline."""
    db, done = writer.db, 0
    db.execute("pragma synchronous=off")  # derived data: a torn file is found and rebuilt
    db.execute("begin immediate")
    next_commit = time.monotonic() + BATCH
    for path in gone:
        writer.put(path, "", "", folder, None)
        done += 1
    for entry, young in todo:
        writer.put(entry.path, entry.kind, entry.fingerprint + ("?" if young else ""), folder, entry.problem)
        done += 1
        if writer.expired():
            break
        if time.monotonic() > next_commit:
            db.execute("commit")
            db.execute("begin immediate")
            next_commit = time.monotonic() + BATCH
    db.execute("commit")
    return done


def problems(db: Any) -> list[Problem]:
    """Every entry that is no memory, with the reasons."""
    found = []
    for path, text in db.execute("select path, problem from doc where problem is not null order by path"):
        for line in text.split("\n"):
            place, _, message = line.partition("\t")
            found.append(Problem(path=path, location=place, message=message))
    return found
