"""The default engine: BM25 over SQLite FTS5, field by field, with the semantic tier beside it where a term table is at hand.

Every query term is asked for by itself. BM25 is a sum over terms, so nothing is lost, and each share of the sum can be shown.
"""

from __future__ import annotations

import time
from _operator import mul  # `operator` is Python code around it: half a millisecond
from math import cos, log, pi

from ..core.errors import IndexUnavailable
from ..core.model import Evidence, Memory
from ..core.stem import stem
from . import database, refresh, semantic, variants, vectors
from .backend import Candidate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..core.model import Problem, Query, Store

WEIGHTS = (5.0, 3.0, 3.0, 1.0)  # title, tags, aliases, body
WIDE = 2_000  # rows of one term; a commoner one is asked only about memories that rarer terms found
REPAIR = 0.3  # seconds that a prompt may spend on an index begun anew
PIECES = 2  # b-trees of the full-text index that are good enough
FRONT = (5, 15)  # candidates, by words and by meaning, whose sentences are compared too: for a prompt, for a search
SEARCH = 30  # candidates from which a search is meant, which may take longer than a prompt
COLUMNS = (
    "doc, path, kind, id, title, category, tags, aliases, status, created, updated, confidence, severity, files, superseded_by,"
    " digest, sign, head, vector"
)


class Fts5Index:
    """The search index of one store. Holds a connection: close it, or use it as a context manager; one thread at a time."""

    def __init__(self, store: Store, weights: tuple[float, ...] = WEIGHTS, use_vectors: bool = True) -> None:
        self.store = store
        self._weights = ", ".join("%r" % float(w) for w in weights)
        self._db = database.open_index(store)
        self._table = semantic.open_table() if use_vectors else None
        if self._table and self._count("vectors") != self._table.revision:
            self._forget_vectors(self._table)

    def __enter__(self) -> Fts5Index:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        if self._table:
            self._table.close()
        self._db.close()

    def refresh(self, deadline: float, thorough: bool = False) -> refresh.Outcome:
        """Reads what changed on disk until `deadline`; a damaged index is thrown away and begun anew."""
        try:
            return refresh.refresh(self._db, self.store, deadline, thorough)
        except database.sqlite.DatabaseError as error:
            self._heal(error, deadline)
            return refresh.Outcome(complete=False)

    def _heal(self, error: Exception, deadline: float) -> None:
        """Throws a damaged index away and begins anew; raises what is no damage."""
        if not database._is_damage(error):
            raise IndexUnavailable(str(error)) from error
        self._db.close()
        database.discard(database.index_path(self.store))
        self._db = database.open_index(self.store)
        refresh.refresh(self._db, self.store, deadline)

    def size(self) -> int:
        """Memories in the index, whatever their status."""
        count: int = self._count("memories")
        return count

    def _count(self, what: str) -> Any:
        row = self._db.execute("select value from meta where key=?", (what,)).fetchone()
        return row[0] if row else 0

    def _forget_vectors(self, table: semantic.TermTable) -> None:
        """Another term table than the vectors were made with: they are made anew, bit by bit."""
        try:
            self._db.execute("begin immediate")
            self._db.execute("update doc set vector=null, pending=1 where problem is null")
            self._db.execute("delete from signature")
            self._db.execute("insert or replace into meta values('vectors', ?)", (table.revision,))
            self._db.execute("commit")
        except database.sqlite.OperationalError:  # busy or read-only: at the next event
            if self._db.in_transaction:
                self._db.execute("rollback")
            table.close()
            self._table = None

    def merge(self, deadline: float) -> None:
        """Merges what batches of writing left in pieces, until `deadline`: a third off every query. Nothing depends on it."""
        pieces = "select count(distinct segid) from fts_idx"
        while time.monotonic() < deadline and self._db.execute(pieces).fetchone()[0] > PIECES:
            before = self._db.total_changes
            self._db.execute("insert into fts(fts, rank) values('merge', -64)")
            if self._db.total_changes - before < 2:
                return  # nothing left that SQLite would merge

    def problems(self) -> list[Problem]:
        return refresh.problems(self._db)

    def memories(self) -> list[Memory]:
        """Every indexed memory (bodies are not kept here), by path."""
        rows = self._db.execute("select %s from doc where problem is null order by path" % COLUMNS)
        return [_memory(row) for row in rows]

    def recheck(self, candidates: list[Candidate]) -> bool:
        """Compares candidates with their files and re-reads those edited in place; True when the query must be asked again."""
        if self.size() <= refresh.SWEEP_LIMIT:
            return False  # every file was looked at before the query
        rows = [(c.memory.path, c.memory.kind, self._signs.get(c.memory.path, "")) for c in candidates]
        changed = refresh.changed_entries(self.store, rows)
        return bool(changed) and refresh.refresh_paths(self._db, self.store, changed)

    def candidates(self, query: Query, limit: int = 60) -> list[Candidate]:
        """Memories of any status that share a term with the query or lie near it in meaning, at most about twice `limit`."""
        try:
            return self._candidates(query, limit)
        except database.sqlite.DatabaseError as error:  # damage in a page that the refresh did not read
            self._heal(error, time.monotonic() + REPAIR)
            return self._candidates(query, limit)

    def _candidates(self, query: Query, limit: int) -> list[Candidate]:
        self._db.execute("begin")  # one read transaction: its locks cost more than most of its statements
        try:
            shares, totals, idf = self._lexical(query)
            best: dict[int, int] = {}
            for row in sorted(totals, key=totals.__getitem__)[-4 * limit :]:
                best[row >> 8] = row  # ascending, so a memory keeps its best passage
            chosen = sorted(best, key=lambda doc: -totals[best[doc]])[:limit]
            near, spread = self._nearest(query, limit * 4 // 5)
            docs = chosen + [doc for doc in near if doc not in chosen]
            found = self._load(docs, best, totals, shares, idf, spread)
            self._look_closer(found, FRONT[limit >= SEARCH])
        finally:
            if self._db.in_transaction:
                self._db.execute("rollback")
        return found

    def _lexical(self, query: Query) -> tuple[dict[str, dict[int, float]], dict[int, float], dict[str, float]]:
        """({term: {passage row: share}}, {passage row: sum of its shares}, {term: idf})."""
        total = max(1, self._count("passages"))
        counts = self._counts(query)
        idf = {term: log(1 + max(0.0, total - n + 0.5) / (n + 0.5)) for term, n in counts.items()}
        shares: dict[str, dict[int, float]] = {}
        totals: dict[int, float] = {}
        for term in sorted(query.terms, key=lambda t: counts[t]):
            if not counts[term] or (counts[term] > WIDE and len(totals) >= 50):
                continue
            if counts[term] > total / 4 and total > 200:
                self._add_common(term, query.terms[term] * idf[term], shares, totals)
                continue
            odds = (total - counts[term] + 0.5) / (counts[term] + 0.5)
            fts_idf = log(odds) if odds > 1 else 1e-6  # as FTS5 computes it
            root, weight = self._stands_for.get(term, (term, 1.0))
            factor = -query.terms[term] * weight * idf[term] / max(fts_idf, 1e-6)  # SQLite's bm25() is negative
            asked = "select rowid, %r * bm25(fts, %s) from fts where fts match ?" % (factor, self._weights)
            found = dict(self._db.execute(asked, ('"%s"' % root,)))
            shares[term] = found
            for row, share in found.items():
                totals[row] = totals.get(row, 0.0) + share
        return shares, totals, idf

    def _counts(self, query: Query) -> dict[str, int]:
        """{term: passages that have it}; a word that none has is counted by what it most likely stands for."""
        counts: dict[str, int] = {}
        asked: int = 0
        self._stands_for: dict[str, tuple[str, float]] = {}
        find = "select doc from vocabulary where term=?"
        for term in query.terms:
            row = self._db.execute(find, (stem(term),)).fetchone()
            if row is None and asked < variants.ASKED and term not in query.joined:
                asked += 1
                other = variants.variant(self._db, term, bool(self._table and self._table.find(term) >= 0))
                if other:
                    self._stands_for[term] = other
                    row = self._db.execute(find, (other[0],)).fetchone()
            counts[term] = row[0] if row else 0
        return counts

    def _add_common(
        self, term: str, share: float, shares: dict[str, dict[int, float]], totals: dict[int, float]
    ) -> None:
        """A word of every fourth passage says little wherever it stands: a flat share, four times faster than BM25."""
        found = dict.fromkeys(
            [row for (row,) in self._db.execute("select rowid from fts where fts match ?", ('"%s"' % term,))], share
        )
        shares[term] = found
        for row in found:
            totals[row] = totals.get(row, 0.0) + share

    def _nearest(self, query: Query, count: int) -> tuple[list[int], tuple[float, float] | None]:
        """(docs nearest in meaning, (mean, deviation) of the cosine over the store or None); the context counts too."""
        self._vector = (
            self._table.embed(query.text + "\n" + query.context if query.context else query.text)
            if self._table
            else None
        )
        if self._vector is None:
            return [], None
        found = vectors.scan(self._db.execute("select block, bits from signature order by block"), self._vector)
        if not found:
            return [], None
        distances = [distance for distance, _ in found]
        mean = sum(distances) / len(found)
        deviation = max(5.0, (sum(map(mul, distances, distances)) / len(found) - mean * mean) ** 0.5)
        found.sort()
        # An angle is pi times the share of differing bits, so the average cosine and its spread follow from the distances.
        return [doc for _, doc in found[:count]], (cos(pi * mean / 256), pi * deviation / 256)

    def _load(
        self,
        docs: list[int],
        best: dict[int, int],
        totals: dict[int, float],
        shares: dict[str, dict[int, float]],
        idf: dict[str, float],
        spread: tuple[float, float] | None,
    ) -> list[Candidate]:
        out = []
        self._signs: dict[str, str] = {}
        marks = ",".join(map(str, docs))
        for row in self._db.execute("select %s from doc where doc in (%s) and problem is null" % (COLUMNS, marks)):
            doc, path = row[0], row[1]
            self._signs[path] = row[16]
            title, tags, aliases = row[17].split("\n")
            head = title.split(), tags.split(), aliases.split()
            at = best.get(doc, -1)
            found = {term: rows[at] for term, rows in shares.items() if at in rows}
            lexical = totals.get(at, 0.0)
            evidence = _evidence(found, idf, head, self._stands_for)
            cosine = stands = None
            if self._vector and row[18]:
                cosine = semantic.cosine(self._vector, row[18])
                stands = (cosine - spread[0]) / spread[1] if spread else None
            out.append(Candidate(_memory(row), lexical, cosine, stands, evidence, head))
        return out

    def _look_closer(self, found: list[Candidate], count: int) -> None:
        """Compares the sentences of the candidates in front, by words or by meaning, with the query."""
        if self._vector is None:
            return
        front = (
            sorted(found, key=lambda c: -c.lexical)[:count] + sorted(found, key=lambda c: -(c.cosine or -1.0))[:count]
        )
        by_path = {c.memory.path: c for c in front if c.cosine is not None}
        marks = ",".join("?" * len(by_path))
        for path, segments in self._db.execute(
            "select path, segments from doc where path in (%s)" % marks, list(by_path)
        ):
            candidate = by_path[path]
            candidate.closest = vectors.closest(self._vector, segments or b"", candidate.cosine or 0.0)


def _evidence(
    shares: dict[str, float],
    idf: dict[str, float],
    head: tuple[list[str], list[str], list[str]],
    stands_for: dict[str, tuple[str, float]],
) -> list[Evidence]:
    out = []
    for term, share in sorted(shares.items(), key=lambda item: -item[1]):
        root = stands_for[term][0] if term in stands_for else stem(term)
        fields = tuple([name for name, stems in zip(("title", "tags", "aliases"), head) if root in stems])
        out.append(Evidence.of(term, share, idf[term], fields or ("body",)))
    return out


def _memory(row: Any) -> Memory:
    (
        _,
        path,
        kind,
        id_,
        title,
        category,
        tags,
        aliases,
        status,
        created,
        updated,
        confidence,
        severity,
        files,
        superseded,
        digest,
    ) = row[:16]
    return Memory.of(
        path,
        kind,
        id_,
        title,
        category,
        tuple(tags.split("\n")) if tags else (),
        tuple(aliases.split("\n")) if aliases else (),
        status,
        created,
        updated,
        confidence,
        severity,
        tuple(files.split("\n")) if files else (),
        superseded,
        "",
        "",
        "",
        digest,
    )
