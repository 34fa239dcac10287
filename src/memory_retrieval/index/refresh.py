"""Keeps the index equal to the files: compares signatures, re-reads what changed, commits in batches.

Up to SWEEP_LIMIT entries every file is looked at; above, only the folders, and then `sweep` (after the answer) looks at the rest.
A refresh cut off by its deadline goes on at the next event; what is committed can be searched meanwhile.
"""

import os
import time
import zlib

from ..core.model import Problem
from ..core.stem import stem
from ..core.tokens import tokenize
from ..store.reader import RACY, folder_sign, list_folder, read_record
from . import database, semantic, vectors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any
    from ..core.model import Memory, Store

SWEEP_LIMIT = 1000  # entries that are all looked at before an answer: 4 ms
BATCH = 0.1  # seconds of work between commits
PASSAGE = 220  # tokens; ranking a long record by its best passage beats ranking its average
OVERLAP = 40  # tokens shared by neighbouring passages
MAX_PASSAGES = 250  # of one record; fits the 256 row ids kept for each


class Outcome:
    """`complete`: the index shows all files as they are; `changed`: entries read or removed; `left`: entries still to read."""

    __slots__ = ("complete", "changed", "left")

    def __init__(self, complete=True, changed=0, left=0):
        self.complete, self.changed, self.left = complete, changed, left


def refresh(db, store, deadline, thorough=False):
    # type: (Any, Store, float, bool) -> Outcome
    """Brings the index up to date until `deadline` (monotonic seconds); `thorough` looks at every file of a large store."""
    outcome = Outcome()
    known = {row[0]: row[1:] for row in db.execute("select path, sign, listing, entries from folder")}
    everything = thorough or sum(row[2] or 0 for row in known.values()) <= SWEEP_LIMIT
    table = _LazyTable()
    try:
        for folder, kind in store.folders:
            sign = folder_sign(store.root, folder)
            before = known.pop(folder, None)
            if before and before[1] and not everything and before[0] == sign:
                continue
            _refresh_folder(db, store, folder, kind, sign, before, deadline, table, outcome)
        for folder in known:  # a folder that is no longer part of the store
            _refresh_folder(db, store, folder, "", "", known[folder], deadline, table, outcome)
    except database.sqlite.OperationalError as error:
        if not database.is_busy(error) and "readonly" not in str(error):
            raise
        outcome.complete = False  # another process is at it; answer from what is there
    finally:
        if db.in_transaction:
            db.execute("rollback")
        table.close()
    return outcome


def refresh_paths(db, store, paths):
    # type: (Any, Store, list[tuple[str, str, str]]) -> bool
    """Re-reads (path, kind, sign) entries whose file no longer has the indexed signature; True when any had changed."""
    table = _LazyTable()
    try:
        db.execute("begin immediate")
        for path, kind, sign in paths:
            _store_entry(db, store, path, kind, sign, table)
        db.execute("commit")
    except database.sqlite.OperationalError as error:
        if db.in_transaction:
            db.execute("rollback")
        if not database.is_busy(error) and "readonly" not in str(error):
            raise
        return False
    finally:
        table.close()
    return True


class _LazyTable:
    """The term table, opened when the first record is embedded: most prompts find nothing changed."""

    def __init__(self):
        self._table, self._opened = None, False

    def embed(self, text):
        # type: (str) -> bytes | None
        if not self._opened:
            self._table, self._opened = semantic.open_table(), True
        return self._table.embed(text) if self._table else None

    def close(self):
        # type: () -> None
        if self._table:
            self._table.close()


def changed_entries(store, rows):
    # type: (Store, list[tuple[str, str, str]]) -> list[tuple[str, str, str]]
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


def _refresh_folder(db, store, folder, kind, sign, before, deadline, table, outcome):
    started = time.time_ns()
    try:
        entries = list_folder(store.root, folder, kind) if kind else []
    except OSError as error:
        entries = []
        _note_folder(db, folder, "cannot be listed: %s; check its permissions" % error.strerror)
    listing = _listing(entries)
    if before and before[1] == listing and before[1]:
        if before[0] != sign:
            db.execute("update folder set sign=? where path=?", (sign, folder))
        return
    rows = {row[0]: row[1] for row in db.execute("select path, sign from doc where folder=?", (folder,))}
    changed = [e for e in entries if rows.get(e.path) != e.sign]
    present = {e.path for e in entries}
    gone = [path for path in rows if path not in present]
    if not changed and not gone and not entries and not sign:
        db.execute("delete from folder where path=?", (folder,))
        return
    done, young = _apply(db, store, folder, changed, gone, started, deadline, table)
    outcome.changed += done
    left = len(changed) + len(gone) - done
    if left:
        outcome.complete, outcome.left = False, outcome.left + left
    settled = not left and not young
    values = (folder, sign if settled else "", listing if settled else "", len(entries))
    db.execute("insert or replace into folder values(?,?,?,?)", values)


def _listing(entries):
    """A checksum of names and signs in the file system's order (a different order of equal entries costs one comparison)."""
    blob = "\n".join([e.path + "\t" + e.sign for e in entries]).encode("utf-8", "surrogateescape")
    return "%08x%08x%x" % (zlib.crc32(blob), zlib.adler32(blob), len(blob))


def _apply(db, store, folder, changed, gone, started, deadline, table):
    """Writes changes in batches; returns how many were written, and whether a file was too young to be trusted."""
    done, young = 0, False
    db.execute("begin immediate")
    next_commit = time.monotonic() + BATCH
    for path in gone:
        _delete(db, path)
        done += 1
    for entry in changed:
        fresh = entry.ctime > started - RACY
        young = young or fresh
        _store_entry(db, store, entry.path, entry.kind, entry.sign + ("?" if fresh else ""), table, folder, entry.problem)
        done += 1
        now = time.monotonic()
        if now > deadline:
            break
        if now > next_commit:
            db.execute("commit")
            db.execute("begin immediate")
            next_commit = time.monotonic() + BATCH
    db.execute("commit")
    return done, young


def _store_entry(db, store, path, kind, sign, table, folder=None, problem=None):
    _delete(db, path)
    if not sign:
        return
    folder = path.rsplit("/", 1)[0] if folder is None else folder
    if problem is None:
        memory, _, problems = read_record(store.root, path, kind)
        if memory is not None:
            _insert(db, memory, folder, sign, table)
            return
        problem = "\n".join([p.place + "\t" + p.message for p in problems])
    else:
        problem = "\t" + problem
    text = problem.encode("utf-8", "replace").decode("utf-8")
    db.execute("insert into doc(path, folder, sign, problem, kind) values(?,?,?,?,?)", (_plain(path), folder, sign, text, kind))


def _note_folder(db, folder, message):
    db.execute("insert or replace into doc(path, folder, sign, problem) values(?,?,?,?)", (folder, "", "", "\t" + message))


def _plain(text):
    """SQLite takes UTF-8 only; a lone surrogate becomes a question mark."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _insert(db, memory, folder, sign, table):
    # type: (Any, Memory, str, str, Any) -> None
    title, tags, aliases = tokenize(memory.title), tokenize(" ".join(memory.tags)), tokenize(" ".join(memory.aliases))
    bodies = _passages(tokenize(memory.body))
    head = "\n".join([" ".join([stem(token) for token in part]) for part in (title, tags, aliases)])
    vector = table.embed(vectors.document_text(memory))
    cursor = db.execute(
        "insert into doc(path, folder, sign, kind, id, title, category, tags, aliases, status, created, updated, confidence, severity,"
        " files, superseded_by, digest, head, passages, vector) values(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        (memory.path, folder, sign, memory.kind, _plain(memory.id), _plain(memory.title), _plain(memory.category),
         _plain("\n".join(memory.tags)), _plain("\n".join(memory.aliases)), memory.status, memory.created, memory.updated,
         memory.confidence, memory.severity, _plain("\n".join(memory.related_files)), memory.superseded_by, memory.digest, head,
         len(bodies), vector),
    )  # fmt: skip
    doc = cursor.lastrowid
    heads = " ".join(title), " ".join(tags), " ".join(aliases)
    for number, body in enumerate(bodies):
        row = (doc * 256 + number, *heads, body)
        db.execute("insert into passage(rowid, title, tags, aliases, body) values(?,?,?,?,?)", row)
        db.execute("insert into fts(rowid, title, tags, aliases, body) values(?,?,?,?,?)", row)
    if vector is not None:
        _set_signature(db, doc, vectors.signature_bytes(vector))


def _passages(tokens):
    # type: (list[str]) -> list[str]
    """Token strings of at most PASSAGE tokens that overlap; one, even of nothing, for a short body."""
    if len(tokens) <= PASSAGE + OVERLAP:
        return [" ".join(tokens)]
    step = PASSAGE - OVERLAP
    starts = range(0, max(1, len(tokens) - OVERLAP), step)
    return [" ".join(tokens[start : start + PASSAGE]) for start in starts][:MAX_PASSAGES]


def _delete(db, path):
    row = db.execute("select doc, passages, vector is not null from doc where path=?", (_plain(path),)).fetchone()
    if row is None:
        return
    doc, passages, has_vector = row
    for number in range(passages or 0):
        old = db.execute("select title, tags, aliases, body from passage where rowid=?", (doc * 256 + number,)).fetchone()
        if old:
            db.execute("insert into fts(fts, rowid, title, tags, aliases, body) values('delete',?,?,?,?,?)", (doc * 256 + number, *old))
    db.execute("delete from passage where rowid between ? and ?", (doc * 256, doc * 256 + 255))
    db.execute("delete from doc where doc=?", (doc,))
    if has_vector:
        _set_signature(db, doc, None)


def _set_signature(db, doc, bits):
    size = vectors.SIGNATURE_BYTES
    row = db.execute("select bits from signature where block=?", (doc // 1024,)).fetchone()
    block = bytearray(row[0]) if row else bytearray(1024 * size)
    at = doc % 1024 * size
    block[at : at + size] = bits or bytes(size)
    db.execute("insert or replace into signature values(?,?)", (doc // 1024, bytes(block)))


def problems(db):
    # type: (Any) -> list[Problem]
    """Every entry that is no memory, with the reasons."""
    found = []
    for path, text in db.execute("select path, problem from doc where problem is not null order by path"):
        for line in text.split("\n"):
            place, _, message = line.partition("\t")
            found.append(Problem(path=path, place=place, message=message))
    return found
