"""The rows of a search as candidates with their evidence, in the form of the files' index."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from memory_retrieval.core.model import Evidence, Memory, Query, Store
from memory_retrieval.core.stem import stem
from memory_retrieval.index.candidate import Candidate, SearchResult

from ..db.values import plain, rounded
from .statement import Search

Stems = tuple[list[str], list[str], list[str]]  # of title, tags and aliases


def gather(search: Search, query: Query, rows: Sequence[Any], total: int) -> SearchResult:
    """The rows of a search as one pool of candidates.

    A candidate's store is its project, its prior the composite score of a pattern.
    """
    positions = {term: at for at, term in enumerate(search.terms)}
    asked = {term: positions[plain(stem(term))] for term in query.terms}
    idf = next((row[-1] for row in rows if row[2] is None), None) or []
    return SearchResult([[_candidate(row, asked, idf) for row in rows if row[2] is not None]], total)


def _candidate(row: Any, asked: dict[str, int], idf: Sequence[float]) -> Candidate:
    memory, stems = _memory(row)
    store = Store(scope="database", root=f"{row[0]}/{row[1]}", folders=(), reason="--db-url")
    cosine, lexical, composite, shares = row[-4:]
    return Candidate(
        memory,
        store,
        float(lexical or 0.0),
        cosine,
        evidence=_evidence(asked, shares or [], idf, stems),
        prior=None if composite is None else float(composite),
    )


def _memory(row: Any) -> tuple[Memory, Stems]:
    (
        _,
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
        body,
        head,
        digest,
        state,
        expires,
        do_text,
        dont_text,
    ) = row[: len(row) - 4]
    parts = [part.split() for part in (head + "\n\n").split("\n")[:3]]
    memory = Memory(
        path,
        kind,
        id_,
        title,
        category,
        tuple(tags),
        tuple(aliases),
        status,
        created,
        updated,
        rounded(confidence),
        severity,
        tuple(files),
        superseded,
        body,
        do_text,
        dont_text,
        digest[:8],
        state,
        expires,
    )
    return memory, (parts[0], parts[1], parts[2])


def successors_of(rows: Sequence[Any]) -> dict[tuple[str, str], Memory]:
    """{(workspace/project, id): memory} of rows of `statement.successors`."""
    return {(f"{row[0]}/{row[1]}", row[4]): _memory([*row, *[None] * 4])[0] for row in rows}


def _evidence(asked: dict[str, int], shares: Sequence[float], idf: Sequence[float], header: Stems) -> list[Evidence]:
    """The evidence of each term of the query; terms with one stem share it."""
    out = []
    for term, at in asked.items():
        if at < len(shares) and shares[at] and shares[at] > 0:
            root = plain(stem(term))
            fields = tuple(
                name for name, stems in zip(("title", "tags", "aliases"), header, strict=True) if root in stems
            )
            out.append(Evidence(term, float(shares[at]), float(idf[at]), fields or ("body",), ""))
    return sorted(out, key=lambda e: -e.score)
