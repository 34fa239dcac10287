"""One record into the index, or out of it: tokens, passages, vector. Loaded only when a file has changed."""

from __future__ import annotations

from ..core.stem import stem
from ..core.tokens import tokenize
from ..store.reader import read_record
from . import vectors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..core.model import Memory, Store

PASSAGE = 220  # tokens; ranking a long record by its best passage beats ranking its average
OVERLAP = 40  # tokens shared by neighbouring passages
MAX_PASSAGES = 250  # of one record; fits the 256 row ids kept for each


def put(
    db: Any,
    store: Store,
    path: str,
    kind: str,
    sign: str,
    folder: str,
    problem: str | None,
    table: Any,
    sentences: bool = True,
) -> None:
    """Replaces what is indexed of one file. `sign` "" only removes it; `problem` says why it is no record, None to read it."""
    _delete(db, path)
    if not sign:
        return
    if problem is None:
        memory, _, problems = read_record(store.root, path, kind)
        if memory is not None:
            _insert(db, memory, folder, sign, table, sentences)
            return
        problem = "\n".join([p.location + "\t" + p.message for p in problems])
    else:
        problem = "\t" + problem
    db.execute(
        "insert into doc(path, folder, sign, problem, kind) values(?,?,?,?,?)",
        (path, folder, sign, _plain(problem), kind),
    )


def _plain(text: str) -> str:
    """SQLite takes UTF-8 only; a lone surrogate becomes a question mark."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _insert(db: Any, memory: Memory, folder: str, sign: str, table: Any, sentences: bool) -> None:
    title, tags, aliases = tokenize(memory.title), tokenize(" ".join(memory.tags)), tokenize(" ".join(memory.aliases))
    bodies = _passages(tokenize(memory.body))
    head = "\n".join([" ".join([stem(token) for token in part]) for part in (title, tags, aliases)])
    vector, segments = _embedded(memory, table, sentences)
    severity = _plain(memory.severity) if memory.severity else None
    superseded_by = _plain(memory.superseded_by) if memory.superseded_by else None
    cursor = db.execute(
        "insert into doc(path, folder, sign, kind, id, title, category, tags, aliases, status, created, updated, confidence, severity,"
        " files, superseded_by, digest, head, passages, vector, segments, pending) values(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        (
            memory.path,
            folder,
            sign,
            memory.kind,
            _plain(memory.id),
            _plain(memory.title),
            _plain(memory.category),
            _plain("\n".join(memory.tags)),
            _plain("\n".join(memory.aliases)),
            memory.status,
            memory.created,
            memory.updated,
            memory.confidence,
            severity,
            _plain("\n".join(memory.related_files)),
            superseded_by,
            memory.digest,
            head,
            len(bodies),
            vector,
            segments,
            0 if table else 1,
        ),
    )
    doc = cursor.lastrowid
    heads = " ".join(title), " ".join(tags), " ".join(aliases)
    for number, body in enumerate(bodies):
        row = (doc * 256 + number, *heads, body)
        db.execute("insert into passage(rowid, title, tags, aliases, body) values(?,?,?,?,?)", row)
        db.execute("insert into fts(rowid, title, tags, aliases, body) values(?,?,?,?,?)", row)
    if vector is not None:
        _set_signature(db, doc, vectors.signature_bytes(vector))


def embed(db: Any, store: Store, rows: list[tuple[int, str, str]], table: Any, sentences: bool = True) -> None:
    """Vectors for (doc, path, kind) rows whose texts are indexed already."""
    for doc, path, kind in rows:
        memory, _, _ = read_record(store.root, path, kind) if table else (None, None, None)
        vector, segments = _embedded(memory, table, sentences) if memory is not None else (None, None)
        db.execute("update doc set vector=?, segments=?, pending=0 where doc=?", (vector, segments, doc))
        if vector is not None:
            _set_signature(db, doc, vectors.signature_bytes(vector))


def _embedded(memory: Memory, table: Any, sentences: bool) -> tuple[bytes | None, bytes | None]:
    """(vector of the whole, vectors of its segments in a row); (None, None) without a term table."""
    if not table:
        return None, None
    segments = [table.embed(text) for text in vectors.segment_texts(memory)] if sentences else []
    return table.embed(vectors.document_text(memory)), b"".join([s for s in segments if s is not None])


def _passages(tokens: list[str]) -> list[str]:
    """Token strings of at most PASSAGE tokens that overlap; one, even of nothing, for a short body."""
    if len(tokens) <= PASSAGE + OVERLAP:
        return [" ".join(tokens)]
    step = PASSAGE - OVERLAP
    starts = range(0, max(1, len(tokens) - OVERLAP), step)
    return [" ".join(tokens[start : start + PASSAGE]) for start in starts][:MAX_PASSAGES]


def _delete(db: Any, path: str) -> None:
    row = db.execute("select doc, passages, vector is not null from doc where path=?", (path,)).fetchone()
    if row is None:
        return
    doc, passages, has_vector = row
    for number in range(passages or 0):
        old = db.execute(
            "select title, tags, aliases, body from passage where rowid=?", (doc * 256 + number,)
        ).fetchone()
        if old:
            db.execute(
                "insert into fts(fts, rowid, title, tags, aliases, body) values('delete',?,?,?,?,?)",
                (doc * 256 + number, *old),
            )
    db.execute("delete from passage where rowid between ? and ?", (doc * 256, doc * 256 + 255))
    db.execute("delete from doc where doc=?", (doc,))
    if has_vector:
        _set_signature(db, doc, None)


def _set_signature(db: Any, doc: int, bits: bytes | None) -> None:
    size = vectors.SIGNATURE_BYTES
    row = db.execute("select bits from signature where block=?", (doc // 1024,)).fetchone()
    block = bytearray(row[0]) if row else bytearray(1024 * size)
    at = doc % 1024 * size
    block[at : at + size] = bits or bytes(size)
    db.execute("insert or replace into signature values(?,?)", (doc // 1024, bytes(block)))
