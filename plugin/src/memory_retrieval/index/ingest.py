"""Writes one record into the index or removes it: tokens, passages, vectors. Loaded only when a file has changed."""

from __future__ import annotations

from ..core import jsontext
from ..core.stem import stem
from ..core.tokens import tokenize
from ..store.reader import placed, read_record
from . import vectors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..core.model import Memory, Store

PASSAGE = (
    220  # tokens; a long record is ranked by its best passage, which beats its average
)
OVERLAP = 40  # tokens shared by neighbouring passages
MAX_PASSAGES = 250  # of one record, which has 256 row ids
MAX_HEADER = 10_000  # characters of the title, of the tags and of the aliases; each is repeated in every passage
MAX_BODY = 150_000  # characters of a record that are searched, 30 times an ordinary one: a prompt waits for it


def put(
    db: Any,
    store: Store,
    path: str,
    kind: str,
    fingerprint: str,
    folder: str,
    problem: str | None,
    table: Any,
    *,
    whole: bool = True,
) -> None:
    """Replaces what is indexed of one file.

    fingerprint  of the file; "" only removes it
    problem      why the entry cannot be a record; None to read it
    table        the term table; None leaves the vectors pending
    whole        False: of a document its text is left for later
    """
    _delete(db, path)
    if not fingerprint:
        return
    if problem is None:
        memory, _, problems = read_record(store.root, path, kind, whole=whole)
        if memory is not None:
            _insert(db, placed(memory, store), folder, fingerprint, table)
            return
        problem = "\n".join([p.location + "\t" + p.message for p in problems])
    else:
        problem = "\t" + problem
    db.execute(
        "insert into doc(path, folder, sign, problem, kind) values(?,?,?,?,?)",
        (path, folder, fingerprint, _plain(problem), kind),
    )


def replace(db: Any, memory: Memory, table: Any) -> None:
    """Puts the memory in the place of what is indexed at its path."""
    _delete(db, memory.path)
    _insert(db, memory, memory.path.rpartition("/")[0], "", table)


def _plain(text: str) -> str:
    """Text as SQLite takes it, UTF-8 alone: a lone surrogate becomes a question mark."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _insert(db: Any, memory: Memory, folder: str, fingerprint: str, table: Any) -> None:
    header = memory.title, " ".join(memory.tags), " ".join(memory.aliases)
    title, tags, aliases = [tokenize(text[:MAX_HEADER]) for text in header]
    bodies = _passages(tokenize(memory.body[:MAX_BODY]))
    header_stems = "\n".join(
        [" ".join(map(stem, part)) for part in (title, tags, aliases)]
    )
    vector = _embedded(memory, table)
    row = {
        "path": memory.path,
        "folder": folder,
        "sign": fingerprint,
        "kind": memory.kind,
        "id": memory.id,
        "title": memory.title,
        "category": memory.category,
        "tags": "\n".join(memory.tags),
        "aliases": "\n".join(memory.aliases),
        "status": memory.status,
        "created": memory.created,
        "updated": memory.updated,
        "confidence": memory.confidence,
        "severity": memory.severity or None,
        "files": "\n".join(memory.related_files),
        "superseded_by": memory.superseded_by or None,
        "digest": memory.digest,
        "state": memory.state,
        "expires": memory.expires,
        "carried": jsontext.dumps(memory.carried) if memory.carried else "",
        "head": header_stems,
        "passages": len(bodies),
        "vector": vector,
        "pending": 0 if table else 1,
    }
    values = [
        _plain(value) if isinstance(value, str) else value for value in row.values()
    ]
    columns, marks = ", ".join(row), ",".join("?" * len(row))
    cursor = db.execute(f"insert into doc({columns}) values({marks})", values)
    doc = cursor.lastrowid
    stored = " ".join(title), " ".join(tags), " ".join(aliases)
    for number, body in enumerate(bodies):
        passage = (doc * 256 + number, *stored, body)
        db.execute(
            "insert into passage(rowid, title, tags, aliases, body) values(?,?,?,?,?)",
            passage,
        )
        db.execute(
            "insert into fts(rowid, title, tags, aliases, body) values(?,?,?,?,?)",
            passage,
        )
        _count_terms(db, passage[1:], 1)
    if vector is not None:
        _set_sign_bits(db, doc, vectors.sign_bytes(vector))


def embed(db: Any, store: Store, rows: list[tuple[int, str, str]], table: Any) -> None:
    """Computes the vectors of (doc, path, kind) rows whose texts are indexed already."""
    for doc, path, kind in rows:
        memory = read_record(store.root, path, kind, whole=False)[0] if table else None
        vector = None if memory is None else _embedded(memory, table)
        db.execute("update doc set vector=?, pending=0 where doc=?", (vector, doc))
        if vector is not None:
            _set_sign_bits(db, doc, vectors.sign_bytes(vector))


def _embedded(memory: Memory, table: Any) -> bytes | None:
    """The vector of a memory; None without a term table."""
    return table.embed(vectors.document_text(memory)) if table else None


def _passages(tokens: list[str]) -> list[str]:
    """Overlapping strings of at most PASSAGE tokens; exactly one, perhaps empty, for a short body."""
    if len(tokens) <= PASSAGE + OVERLAP:
        return [" ".join(tokens)]
    step = PASSAGE - OVERLAP
    starts = range(0, max(1, len(tokens) - OVERLAP), step)
    return [" ".join(tokens[start : start + PASSAGE]) for start in starts][
        :MAX_PASSAGES
    ]


def _delete(db: Any, path: str) -> None:
    row = db.execute(
        "select doc, vector is not null from doc where path=?", (path,)
    ).fetchone()
    if row is None:
        return
    doc, has_vector = row
    own = doc * 256, doc * 256 + 255
    for old in db.execute(
        "select * from passage where rowid between ? and ?", own
    ).fetchall():
        db.execute(
            "insert into fts(fts, rowid, title, tags, aliases, body) values('delete',?,?,?,?,?)",
            old,
        )
        _count_terms(db, old[1:], -1)
    db.execute("delete from passage where rowid between ? and ?", own)
    db.execute("delete from doc where doc=?", (doc,))
    if has_vector:
        _set_sign_bits(db, doc, None)


def _count_terms(db: Any, texts: Sequence[str], change: int) -> None:
    """Has the vocabulary know of one passage more (1) or less (-1) with the tokens of these texts."""
    stems = [(term,) for term in set(map(stem, " ".join(texts).split()))]
    if change > 0:
        db.executemany("insert or ignore into vocabulary values(?, 0)", stems)
    db.executemany(
        f"update vocabulary set passages = passages + {change} where term=?", stems
    )
    if change < 0:
        db.executemany("delete from vocabulary where term=? and passages <= 0", stems)


def _set_sign_bits(db: Any, doc: int, bits: bytes | None) -> None:
    size = vectors.SIGN_BYTES
    row = db.execute(
        "select bits from signature where block=?", (doc // 1024,)
    ).fetchone()
    block = bytearray(row[0]) if row else bytearray(1024 * size)
    at = doc % 1024 * size
    block[at : at + size] = bits or bytes(size)
    db.execute(
        "insert or replace into signature values(?,?)", (doc // 1024, bytes(block))
    )
