"""The rows of a search as candidates with their evidence, in the form of the files' index."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from memory_retrieval.core.model import Evidence, Memory, Query, Store
from memory_retrieval.core.stem import stem
from memory_retrieval.index.candidate import Candidate, SearchResult

from ..db.values import plain
from ..ingest.rows import to_memory
from .statement import Search


def gather(search: Search, query: Query, rows: Sequence[Any], total: int) -> SearchResult:
    """The rows of a search as one pool of candidates.

    A candidate's store is its project, its prior the composite score of a pattern.
    """
    positions = {term: at for at, term in enumerate(search.terms)}
    asked = {term: positions[plain(stem(term))] for term in query.terms}
    idf = next((row[-1] for row in rows if row[2] is None), None) or []
    return SearchResult([[_candidate(row, asked, idf) for row in rows if row[2] is not None]], total)


def _candidate(row: Any, asked: dict[str, int], idf: Sequence[float]) -> Candidate:
    store = Store(scope="database", root=f"{row[0]}/{row[1]}", folders=(), reason="--db-url")
    head, cosine, lexical, composite, shares = row[-5:]
    return Candidate(
        to_memory(row[2:-5]),
        store,
        float(lexical or 0.0),
        cosine,
        evidence=_evidence(asked, shares or [], idf, head),
        prior=None if composite is None else float(composite),
    )


def successors_of(rows: Sequence[Any]) -> dict[tuple[str, str], Memory]:
    """{(workspace/project, id): memory} of rows of `statement.successors`."""
    return {(f"{row[0]}/{row[1]}", row[4]): to_memory(row[2:-1]) for row in rows}


def _evidence(asked: dict[str, int], shares: Sequence[float], idf: Sequence[float], head: str) -> list[Evidence]:
    """The evidence of each term of the query; terms with one stem share it."""
    out, header = [], [line.split() for line in (head + "\n\n").split("\n")[:3]]  # of title, tags and aliases
    for term, at in asked.items():
        if at < len(shares) and shares[at] and shares[at] > 0:
            root = plain(stem(term))
            fields = tuple(
                name for name, stems in zip(("title", "tags", "aliases"), header, strict=True) if root in stems
            )
            out.append(Evidence(term, float(shares[at]), float(idf[at]), fields or ("body",), ""))
    return sorted(out, key=lambda e: -e.score)
