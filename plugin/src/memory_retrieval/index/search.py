"""One search of one FTS5 index: BM25 field by field, with the term vectors beside it.

Every term of the query is asked for by itself. BM25 is a sum over terms, so nothing is lost, and each share of the sum
can be shown.
"""

from __future__ import annotations

from _operator import mul  # `operator` is Python code around it: half a millisecond
from math import cos, log, pi

from ..core import environment, holds, jsontext
from ..core.model import Evidence, Memory, Value
from ..core.stem import stem
from . import semantic, variants, vectors
from .candidate import Candidate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ..core.model import Query, Store

WIDE = 2_000  # passages with a term, above which it is left out once rarer terms have found ENOUGH passages
ENOUGH = 50
COMMON = (
    1 / 4
)  # share of the passages above which a term gets a flat share of the score
SMALL = 200  # passages up to which no term is common
COLUMNS = (
    "doc, path, kind, id, title, category, tags, aliases, status, created, updated, confidence, severity, files,"
    " superseded_by, digest, sign, head, vector, state, expires, carried, passages"
)


def find_candidates(
    db: Any,
    store: Store,
    query: Query,
    limit: int,
    weights: str,
    table: semantic.TermTable | None,
) -> tuple[list[Candidate], bytes | None]:
    """Memories of any status that share a term with the query, `limit` of those that hold, and those near it by their
    vectors.

    Also the vector of the query.

    weights  of the columns title, tags, aliases and body, as the arguments of bm25()
    """
    counts, expansions = _look_up_terms(db, query, table)
    passages = max(1, count(db, "passages"))
    idf = {
        term: log(1 + max(0.0, passages - n + 0.5) / (n + 0.5))
        for term, n in counts.items()
    }
    vector = table.embed(whole_text(query)) if table else None
    near, spread = _nearest(db, vector, limit)
    search = Search(counts, expansions, idf, passages, vector, spread)
    shares, totals = _score_passages(db, query, search, weights)
    search = search.replace(shares=shares, totals=totals)
    best = _best_passages(totals, 4 * limit)
    ranked = sorted(best, key=lambda doc: -totals[best[doc]])
    docs, beyond = ranked[:limit], ranked[limit:]
    docs += [doc for doc in near if doc not in docs]
    found = new = _load(db, store, docs, best, search)
    while beyond:
        closed = sum(
            c.lexical > 0 and not holds.holds(c.memory, environment.now()) for c in new
        )
        if not closed:
            break
        more, beyond = (
            beyond[:closed],
            beyond[closed:],
        )  # what does not hold takes no place from what does
        new = _load(db, store, [doc for doc in more if doc not in near], best, search)
        found = found + new
    return found, vector


def count(db: Any, what: str) -> Any:
    """A value of the table `meta`, 0 when it is not there."""
    row = db.execute("select value from meta where key=?", (what,)).fetchone()
    return row[0] if row else 0


class Search(Value):
    """The outcome of one query in one index: the value that the stages of a search hand on.

    counts      {term: passages that have it}, of its expansion where it has one
    expansions  {out-of-vocabulary term: (stem that is searched in its place, weight)}
    idf         {term: inverse document frequency}
    passages    of the store
    vector      of the query and its context; None without a term table or a term in it
    spread      (mean, standard deviation) of the cosine over the store; None without vectors
    shares      {term: {passage: its share of the BM25 score}}
    totals      {passage: its BM25 score}
    """

    counts: dict[str, int]
    expansions: dict[str, tuple[str, float]]
    idf: dict[str, float]
    passages: int
    vector: bytes | None
    spread: tuple[float, float] | None
    shares: dict[str, dict[int, float]] = {}
    totals: dict[int, float] = {}


def _look_up_terms(
    db: Any, query: Query, table: semantic.TermTable | None
) -> tuple[dict[str, int], dict[str, tuple[str, float]]]:
    """({term: passages that have it}, expansions); an out-of-vocabulary term has the count of its expansion."""
    counts: dict[str, int] = {}
    expansions: dict[str, tuple[str, float]] = {}
    tried = 0
    lookup = "select passages from vocabulary where term=?"
    for term in query.terms:
        row = db.execute(lookup, (stem(term),)).fetchone()
        if row is None and tried < variants.MAX_TERMS and term not in query.joined:
            tried += 1
            expansion = variants.expand(
                db, term, is_word=bool(table and table.find(term) >= 0)
            )
            if expansion:
                expansions[term] = expansion
                row = db.execute(lookup, (expansion[0],)).fetchone()
        counts[term] = row[0] if row else 0
    return counts, expansions


def _score_passages(
    db: Any, query: Query, search: Search, weights: str
) -> tuple[dict[str, dict[int, float]], dict[int, float]]:
    """({term: {passage: share of the score}}, {passage: BM25}), rare terms first."""
    shares: dict[str, dict[int, float]] = {}
    totals: dict[int, float] = {}
    scored = f"select rowid, ? * bm25(fts, {weights}) from fts where fts match ?"  # one text: compiled once
    for term, count in sorted(search.counts.items(), key=lambda item: item[1]):
        if not count or (count > WIDE and len(totals) >= ENOUGH):
            continue
        value = query.terms[term] * search.idf[term]
        if search.passages > SMALL and count > search.passages * COMMON:
            found = _flat_shares(db, term, value)
        else:
            odds = (search.passages - count + 0.5) / (count + 0.5)
            fts_idf = log(odds) if odds > 1 else 1e-6  # as FTS5 computes it
            root, weight = search.expansions.get(term, (term, 1.0))
            factor = (
                -query.terms[term] * weight * search.idf[term] / max(fts_idf, 1e-6)
            )  # SQLite's bm25() is negative
            found = dict(db.execute(scored, (factor, f'"{root}"')))
        shares[term] = found
        for passage, share in found.items():
            totals[passage] = totals.get(passage, 0.0) + share
    return shares, totals


def _flat_shares(db: Any, term: str, share: float) -> dict[int, float]:
    """The same share for every passage with a common term: it tells little, and this is four times faster than BM25."""
    rows = db.execute("select rowid from fts where fts match ?", (f'"{term}"',))
    return dict.fromkeys([row for (row,) in rows], share)


def _best_passages(totals: dict[int, float], limit: int) -> dict[int, int]:
    """{doc: its best passage} of the `limit` best passages."""
    best: dict[int, int] = {}
    for passage in sorted(totals, key=totals.__getitem__)[-limit:]:
        best[passage >> 8] = passage  # ascending, so a memory keeps its best one
    return best


def whole_text(query: Query) -> str:
    """What is compared with memories by meaning."""
    said = query.said or query.text
    return said + "\n" + query.context if query.context else said


def _nearest(
    db: Any, vector: bytes | None, limit: int
) -> tuple[list[int], tuple[float, float] | None]:
    """(the docs nearest by sign bits, (mean, standard deviation) of the cosine over the store or None).

    All docs at the distance of the last one count, or their numbers would decide.
    """
    if vector is None:
        return [], None
    found = vectors.scan(
        db.execute("select block, bits from signature order by block"), vector
    )
    if not found:
        return [], None
    counts = [0] * (1 + 8 * vectors.SIGN_BYTES)  # memories at each distance
    for distance, _ in found:
        counts[distance] += 1
    sums = list(map(mul, counts, range(len(counts))))
    mean = sum(sums) / len(found)
    deviation = (sum(map(mul, sums, range(len(counts)))) / len(found) - mean**2) ** 0.5
    farthest, left = -1, limit
    while left > 0 and farthest < len(counts) - 1:
        farthest += 1
        left -= counts[farthest]
    found = sorted([pair for pair in found if pair[0] <= farthest])
    return [doc for _, doc in found], spread_of(mean, deviation, len(counts) - 1)


def spread_of(mean: float, deviation: float, dims: int) -> tuple[float, float]:
    """(mean, standard deviation) of the cosine over a store, from those of the number of signs that differ.

    An angle is pi times the share of differing signs.
    """
    deviation = max(deviation, 5 * dims / 256)
    return cos(pi * mean / dims), pi * deviation / dims


def rows_of(db: Any, docs: Iterable[int]) -> list[Any]:
    """The rows of COLUMNS of these docs, without those of files that are no records."""
    listed = ",".join(map(str, docs))
    return list(
        db.execute(
            f"select {COLUMNS} from doc where doc in ({listed}) and problem is null"
        )
    )


def _load(
    db: Any, store: Store, docs: list[int], best: dict[int, int], search: Search
) -> list[Candidate]:
    """The memories of `docs` as candidates."""
    rows = rows_of(db, docs)
    cosines: dict[int, float] = {}
    embedded = [row for row in rows if row[18]] if search.vector else []
    if search.vector and embedded:
        values = semantic.cosines(search.vector, [row[18] for row in embedded])
        cosines = dict(zip([row[0] for row in embedded], values))
    candidates = []
    for row in rows:
        passage, cosine = best.get(row[0], -1), cosines.get(row[0])
        candidate = Candidate(
            memory_of(row),
            store,
            search.totals.get(passage, 0.0),
            cosine,
            standardized(cosine, search.spread),
            _evidence(search, passage, row[17]),
            fingerprint=row[16],
            passages=row[22],
        )
        candidates.append(candidate)
    return candidates


def standardized(
    cosine: float | None, spread: tuple[float, float] | None
) -> float | None:
    """The z-score of a cosine within its store."""
    if cosine is None or spread is None:
        return None
    return (cosine - spread[0]) / spread[1]


def _evidence(search: Search, passage: int, header: str) -> list[Evidence]:
    """What each term contributed to a passage, the largest share first; the body where no header field has the term."""
    header_stems = [line.split() for line in header.split("\n")]
    shares = {
        term: found[passage]
        for term, found in search.shares.items()
        if passage in found
    }
    evidence = []
    for term, share in sorted(shares.items(), key=lambda item: -item[1]):
        matched = search.expansions[term][0] if term in search.expansions else ""
        root = matched or stem(term)
        fields = tuple(
            [
                name
                for name, stems in zip(("title", "tags", "aliases"), header_stems)
                if root in stems
            ]
        )
        evidence.append(
            Evidence(term, share, search.idf[term], fields or ("body",), matched)
        )
    return evidence


def memory_of(row: Any) -> Memory:
    """The memory of a row of COLUMNS; the index keeps neither its body nor the DO and DON'T of a pattern."""
    tags, aliases, files = _lines(row[6]), _lines(row[7]), _lines(row[13])
    carried = jsontext.loads(row[21]) if row[21] else {}
    values: Any = (
        *row[1:6],
        tags,
        aliases,
        *row[8:13],
        files,
        row[14],
        "",
        "",
        "",
        row[15],
        *row[19:21],
        carried,
    )
    return Memory(*values)


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.split("\n")) if text else ()
