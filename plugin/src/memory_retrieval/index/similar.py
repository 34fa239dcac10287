"""Records similar to a whole text: which share of its terms each of them has, and how near its vector is.

A prompt is short and asks for a record; here a new record looks for those on the same matter. Knows no categories and
sets no threshold: `save/related.py` judges.
"""

from __future__ import annotations

from math import log

from ..core.model import Value
from ..core.stem import stem
from ..core.tokens import PROMPT_VERBS, STOP_WORDS, VERB_WEIGHT, scan
from . import search, semantic, vectors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ..core.model import Memory

MAX_TERMS = 120  # distinct terms of a text that are looked up, the first: twice as many as most records have
FEWEST = 20  # passages that a store is taken to have at least: in one of two, every shared term would be common
COMMON = (
    1 / 4
)  # share of the passages above which a term does not count as shared: it tells little
SMALL = 50  # passages up to which no term is common
FEW = 2_000  # passages up to which it is cheapest to read where a term is, and to count
COMPARED = 12  # records by terms, and as many by sign bits, whose vectors are compared


class Similar(Value):
    """A memory similar to a text.

    coverage  the share of the text's terms that the memory has, weighted by inverse document frequency, 0 to 1
    cosine    of the gist's vector and the memory's, -1 to 1; None when one of them has no vector
    terms     the shared words as the text has them, the rarest first
    """

    memory: Memory
    coverage: float
    cosine: float | None
    terms: tuple[str, ...]


def find_similar(
    db: Any, table: semantic.TermTable | None, text: str, gist: str, own: str = ""
) -> list[Similar]:
    """The memories that share most of a text's terms, or lie nearest to its gist; of any status and in no order.

    own  the path of the record whose text it is, as if it were not in the index
    """
    doc, passages = db.execute(
        "select doc, passages from doc where path=?", (own,)
    ).fetchone() or (-1, 0)
    total = max(1, search.count(db, "passages") - passages)
    terms = _terms(text)
    shared, counts = look_up(db, terms, total, doc)
    weights = {
        term: weight * idf(counts[term], total) for term, (weight, _) in terms.items()
    }
    whole = sum(weights.values()) or 1.0
    coverage = {
        at: sum([weights[term] for term in found]) / whole
        for at, found in shared.items()
    }
    vector = table.embed(gist) if table else None
    covering = sorted(coverage, key=lambda at: (-coverage[at], at))[:COMPARED]
    found = []
    for row in search.rows_of(db, {*covering, *nearest(db, vector)} - {doc}):
        cosine = semantic.cosine(vector, row[18]) if vector and row[18] else None
        stems = sorted(shared.get(row[0], ()), key=lambda term: (-weights[term], term))
        words = filter(None, [terms[term][1] for term in stems])
        found.append(
            Similar(
                search.memory_of(row), coverage.get(row[0], 0.0), cosine, tuple(words)
            )
        )
    return found


def _terms(text: str) -> dict[str, tuple[float, str]]:
    """{stem: (weight, the first word that has it, "" for the joined form of an identifier)}, in the text's order."""
    terms: dict[str, tuple[float, str]] = {}
    for token, joined in scan(text):
        if token in STOP_WORDS:
            continue
        weight = VERB_WEIGHT if token in PROMPT_VERBS else 1.0
        terms.setdefault(stem(token), (weight, "" if joined else token))
        if len(terms) >= MAX_TERMS:
            break
    return terms


def look_up(
    db: Any, terms: Iterable[str], total: int, own: int = -1
) -> tuple[dict[int, list[str]], dict[str, int]]:
    """({doc: the terms that it has}, {term: passages that have it}), without the doc `own`; `total` passages."""
    shared: dict[int, list[str]] = {}
    counts: dict[str, int] = {}
    for term in terms:
        if total > FEW:  # what is common is not read to its end
            row = db.execute(
                "select passages from vocabulary where term=?", (term,)
            ).fetchone()
            counts[term] = max(0, row[0] - (own >= 0)) if row else 0
            if not 0 < counts[term] <= total * COMMON:
                continue
        rows = db.execute(
            "select rowid from fts where fts match ?", (f'"{term}"',)
        ).fetchall()
        passages = [row >> 8 for (row,) in rows if row >> 8 != own]
        counts[term] = len(passages)
        if total <= SMALL or len(passages) <= total * COMMON:
            for doc in set(passages):
                shared.setdefault(doc, []).append(term)
    return shared, counts


def idf(count: int, total: int) -> float:
    """The inverse document frequency of a term in `count` of `total` passages."""
    total = max(total, FEWEST)
    return log(1 + max(0.0, total - count + 0.5) / (count + 0.5))


def nearest(db: Any, vector: bytes | None) -> list[int]:
    """The docs whose sign bits differ least from those of a vector."""
    if vector is None:
        return []
    blocks = db.execute("select block, bits from signature order by block").fetchall()
    return [doc for _, doc in sorted(vectors.scan(blocks, vector))[:COMPARED]]
