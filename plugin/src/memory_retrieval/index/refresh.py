"""Brings the index up to date with the files: compares fingerprints, reads what changed, commits in batches.

Up to SWEEP_LIMIT entries every file is compared; above, only the folders before the answer, and the files in the sweep
after it. A refresh that its deadline cuts off continues at the next event; what is committed can be searched meanwhile.
A fingerprint is the inode, ctime and size of a file, and of a folder likewise.
"""

from __future__ import annotations

import os
import time

from ..core.model import Problem, Value
from ..store.layouts import DOCUMENT
from ..store.listing import (
    RACY,
    Entry,
    checksum,
    count_records,
    folder_fingerprint,
    list_folder,
)
from . import database, search

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..core.model import Store

SWEEP_LIMIT = 150  # entries up to which every file is compared before an answer: 0.5 ms
EVERY = (
    60.0  # seconds between sweeps of a complete index: to start one takes a prompt 1 ms
)
BATCH = 0.1  # seconds of work between commits
PATIENT = 6.0  # seconds to the deadline from which the write lock is waited for all that time; a hook has fewer
MOST_AT_ONCE = 200  # entries left that a hook indexes itself, in half a second; more of them are left to the sweep
CHUNK = 50  # new entries above which all texts are indexed before any vector; vectors computed between commits


class RefreshResult(Value):
    """What a refresh achieved.

    complete  whether the index shows every file as it is
    changed   entries read or removed
    left      entries that are not in the index yet, or without their vector
    """

    complete: bool = True
    changed: int = 0
    left: int = 0


def refresh(
    db: Any, store: Store, deadline: float, thorough: bool = False, quick: bool = False
) -> RefreshResult:
    """Brings the index up to date until `deadline` (monotonic seconds).

    thorough  compares every file of a large store too, as with more than PATIENT seconds to the deadline
    quick     of no store: sees which files were created, renamed and removed, but none that was edited in place

    When another connection holds the write lock, the index stays as it is and the result is incomplete; with more than
    PATIENT seconds to the deadline, the lock is waited for.
    """
    result = _refreshed(db, store, deadline, thorough, quick)
    if not result.complete:
        result.left = _left(db, store)
    return result


def _left(db: Any, store: Store) -> int:
    """Entries that are not in the index yet, or without their vector."""
    known = (
        "" if store.kind.documents else " where pending = 0"
    )  # a document's title answers
    indexed = db.execute("select count(*) from doc" + known).fetchone()[0]
    return max(
        0,
        sum([count_records(store.root, *folder) for folder in store.folders])
        - int(indexed),
    )


def _refreshed(
    db: Any, store: Store, deadline: float, thorough: bool, quick: bool
) -> RefreshResult:
    _be_patient(db, deadline)
    known = {
        row[0]: row[1:]
        for row in db.execute("select path, sign, listing, entries from folder")
    }
    count = sum([row[2] or 0 for row in known.values()])
    hurried = not (thorough or quick) and deadline - time.monotonic() < PATIENT
    if (
        hurried
        and _unfinished(db, known)
        and (
            _sweeping(store)
            or (not store.kind.documents and _left(db, store) > MOST_AT_ONCE)
        )
    ):
        return RefreshResult(complete=False)  # which is faster without a second writer
    folders = quick or store.only_replaced or (hurried and count > SWEEP_LIMIT)
    everything = thorough or not folders
    result = RefreshResult()
    writer = Writer(db, store, deadline)
    try:
        _refresh_folders(writer, known, everything, result)
        if result.complete and not writer.embed_pending():
            result.complete = False
    except database.sqlite.OperationalError as error:
        if not _is_locked(error):
            raise
        result.complete = False  # another process is writing: search what is indexed
    finally:
        _end(db)
        writer.close()
    return result


def _refresh_folders(
    writer: Writer, known: dict[str, Any], everything: bool, result: RefreshResult
) -> None:
    """Refreshes those of the store that may have changed, and those that are no longer part of it; adds to `result`."""
    for folder, kind in writer.store.folders:
        fingerprint = folder_fingerprint(writer.store.root, folder, kind)
        before = known.pop(folder, None)
        if everything or not before or not before[1] or before[0] != fingerprint:
            _refresh_folder(writer, folder, kind, fingerprint, before, result)
    for folder, before in known.items():
        _refresh_folder(writer, folder, "", "", before, result)


def forget_vectors(db: Any, revision: str, deadline: float) -> bool:
    """Marks all vectors as pending, since another term table made them; refreshes compute them again.

    False when another connection writes, or none can.
    """
    _be_patient(db, deadline)
    try:
        db.execute("begin immediate")
        if (
            search.count(db, "vectors") != revision
        ):  # unless another connection has done it meanwhile
            db.execute("update doc set vector=null, pending=1 where problem is null")
            db.execute("delete from signature")
            db.execute("insert or replace into meta values('vectors', ?)", (revision,))
        db.execute("commit")
    except database.sqlite.OperationalError:
        return False
    finally:
        _end(db)
    return True


def _is_locked(error: Exception) -> bool:
    """Whether another process holds the lock, or the file cannot be written."""
    return database.is_busy(error) or "readonly" in str(error)


def _end(db: Any) -> None:
    """Takes back what was not committed."""
    if db.in_transaction:
        db.execute("rollback")


def _be_patient(db: Any, deadline: float) -> None:
    """Has the connection wait for others that write, where there is time for it."""
    left = min(deadline - time.monotonic(), 60.0)
    wait = int(1000 * left) if left > PATIENT else database.BUSY_MS
    db.execute(f"pragma busy_timeout={wait}")


def refresh_paths(db: Any, store: Store, paths: list[tuple[str, str, str]]) -> bool:
    """Reads (path, kind, fingerprint) entries again; False when another process is writing."""
    writer = Writer(db, store, time.monotonic() + 1)
    try:
        db.execute("begin immediate")
        for path, kind, fingerprint in paths:
            folder = db.execute(
                "select folder from doc where path=?", (path,)
            ).fetchone()
            writer.put(
                path,
                kind,
                fingerprint,
                folder[0] if folder else path.rsplit("/", 1)[0],
                None,
            )
        db.execute("commit")
    except database.sqlite.OperationalError as error:
        if not _is_locked(error):
            raise
        return False
    finally:
        _end(db)
        writer.close()
    return True


def changed_entries(
    store: Store, rows: list[tuple[str, str, str]]
) -> list[tuple[str, str, str]]:
    """The (path, kind, indexed fingerprint) whose file has changed, with its fingerprint now ("" when it is gone)."""
    changed = []
    for path, kind, fingerprint in rows:
        try:
            info = os.lstat(os.path.join(store.root, path))
            now = f"{info.st_ino}:{info.st_ctime_ns}:{info.st_size}"
        except OSError:
            now = ""
        if now != fingerprint.partition(" ")[0]:
            changed.append((path, kind, now))
    return changed


def problems(db: Any) -> list[Problem]:
    """Every entry that is not a valid record, with the reasons."""
    found = []
    for path, text in db.execute(
        "select path, problem from doc where problem is not null order by path"
    ):
        for line in text.split("\n"):
            place, _, message = line.partition("\t")
            found.append(Problem(path=path, location=place, message=message))
    return found


class Writer:
    """Writes entries until a deadline. Loads the code that reads records with the first entry that needs it.

    later  whether vectors are computed after all texts are indexed
    heads  whether the texts of documents are left for another refresh
    """

    def __init__(self, db: Any, store: Store, deadline: float) -> None:
        self.db, self.store, self.deadline = db, store, deadline
        self.later = self.heads = False
        self._ingest: Any = None
        self._table: Any = None

    def put(
        self, path: str, kind: str, fingerprint: str, folder: str, problem: str | None
    ) -> None:
        """Replaces what is indexed of one file; fingerprint "" only removes it."""
        if self._ingest is None:
            from . import ingest, semantic

            self._ingest, self._table = ingest, semantic.open_table()
        table = None if self.later else self._table
        self._ingest.put(
            self.db,
            self.store,
            path,
            kind,
            fingerprint,
            folder,
            problem,
            table,
            whole=not self.heads,
        )

    def embed_pending(self) -> bool:
        """Computes the vectors that were left for later, until the deadline; True when none is left."""
        asked = f"select doc, path, kind from doc where pending = 1 limit {CHUNK}"
        while True:
            rows = self.db.execute(asked).fetchall()
            if not rows:
                return True
            if self.expired():
                return False
            from . import ingest, semantic

            self._table = self._table or semantic.open_table()
            self.db.execute("begin immediate")
            ingest.embed(self.db, self.store, rows, self._table)
            self.db.execute("commit")

    def expired(self) -> bool:
        return time.monotonic() > self.deadline

    def close(self) -> None:
        if self._table:
            self._table.close()


class SweepLock:
    """One sweep of a store at a time, across processes.

    A context manager whose value is True for the one process that holds the lock and False for every other. The system
    releases the lock of a process that dies. `fd` is -1 where no file can hold the lock.
    """

    def __init__(self, store: Store) -> None:
        self._path, self.fd = database.index_path(store) + ".sweep", -1

    def __enter__(self) -> bool:
        if not os.path.isabs(self._path):
            return False  # no folder can hold the index, and the working folder is not ours
        from ..store.lock import try_lock

        try:
            self.fd = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return False
        return try_lock(self.fd)

    def __exit__(self, *_: object) -> None:
        if self.fd >= 0:
            os.close(self.fd)


def is_swept(store: Store) -> bool:
    """Whether a sweep found every file of a store less than EVERY ago."""
    try:
        ended = os.stat(database.index_path(store) + ".sweep").st_mtime
    except OSError:
        return False
    return 0 <= time.time() - ended < EVERY


def _unfinished(db: Any, known: dict[str, Any]) -> bool:
    """Whether entries or vectors are left from an earlier refresh, or all are."""
    if not known or not all(row[1] for row in known.values()):
        return True
    return db.execute("select 1 from doc where pending = 1").fetchone() is not None


def _sweeping(store: Store) -> bool:
    """Whether another process sweeps the store."""
    lock = SweepLock(store)
    with lock as free:
        return not free and lock.fd >= 0


def _refresh_folder(
    writer: Writer,
    folder: str,
    kind: str,
    fingerprint: str,
    before: tuple[str, str, int] | None,
    result: RefreshResult,
) -> None:
    if writer.expired():
        result.complete = False
        return
    db, root, started = writer.db, writer.store.root, time.time_ns()
    listing = checksum(root, folder, kind) if kind else ""
    if before and listing and before[1] == listing:
        if before[0] != fingerprint:
            db.execute("update folder set sign=? where path=?", (fingerprint, folder))
        return
    entries = listed(root, folder, kind) if kind else []
    todo, gone = _changes(db, folder, entries, started)
    if not (gone or entries or fingerprint):
        db.execute("delete from folder where path=?", (folder,))
        return
    if (
        kind == DOCUMENT
        and len(todo) > CHUNK
        and not _heads(writer, folder, todo, result)
    ):
        db.execute(
            "insert or replace into folder values(?,?,?,?)",
            (folder, "", "", len(entries)),
        )
        return
    writer.later = len(todo) > CHUNK and kind != DOCUMENT
    done = _apply(writer, folder, todo, gone)
    result.changed += done
    left = len(todo) + len(gone) - done
    if left:
        result.complete = False
    if left or any(young for _, young in todo):
        fingerprint = listing = ""
    values = folder, fingerprint, listing, len(entries)
    db.execute("insert or replace into folder values(?,?,?,?)", values)


def _changes(
    db: Any, folder: str, entries: list[Entry], started: int
) -> tuple[list[tuple[Entry, bool]], list[str]]:
    """(the entries not indexed as they are, each with whether it is too young to trust; the paths that are gone)."""
    indexed = dict(db.execute("select path, sign from doc where folder=?", (folder,)))
    gone = sorted(indexed.keys() - {entry.path for entry in entries})
    changed = [
        entry for entry in entries if indexed.get(entry.path) != entry.fingerprint
    ]
    return [(entry, entry.ctime > started - RACY) for entry in changed], gone


def _heads(
    writer: Writer, folder: str, todo: list[tuple[Entry, bool]], result: RefreshResult
) -> bool:
    """Indexes documents that are not indexed yet without their texts, which take ten times as long.

    Whether there is time for the texts, too: nobody waits for a prompt.
    """
    indexed = {
        row[0]
        for row in writer.db.execute("select path from doc where folder=?", (folder,))
    }
    patient = writer.deadline - time.monotonic() > PATIENT
    writer.heads = writer.later = True
    result.changed += _apply(
        writer,
        folder,
        [(entry, True) for entry, _ in todo if entry.path not in indexed],
        [],
    )
    writer.heads = False
    whole = patient and not writer.expired()
    result.complete = result.complete and whole
    return whole


def listed(root: str, folder: str, kind: str) -> list[Entry]:
    """The entries of a folder; itself, with the reason, where it cannot be listed."""
    try:
        return list_folder(root, folder, kind)
    except OSError as error:
        problem = f"cannot be listed: {error.strerror}", "check its permissions"
        return [Entry(folder, kind, "unlisted", problem, 0)]


def _apply(
    writer: Writer, folder: str, todo: list[tuple[Entry, bool]], gone: list[str]
) -> int:
    """Removes and writes entries, committing every BATCH seconds; returns how many were done before the deadline."""
    db, done = writer.db, 0
    db.execute(
        "pragma synchronous=off"
    )  # derived data: a torn file is detected and rebuilt
    db.execute("begin immediate")
    next_commit = time.monotonic() + BATCH
    for path in gone:
        writer.put(path, "", "", folder, None)
        done += 1
    for entry, young in todo:
        writer.put(
            entry.path,
            entry.kind,
            entry.fingerprint + ("?" if young else ""),
            folder,
            entry.problem,
        )
        done += 1
        if writer.expired():
            break
        if time.monotonic() > next_commit:
            db.execute("commit")
            db.execute("begin immediate")
            next_commit = time.monotonic() + BATCH
    db.execute("commit")
    return done
