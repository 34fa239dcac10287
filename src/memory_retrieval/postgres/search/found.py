"""The rows of a search as candidates, each with what speaks for it: the same values that the files' index hands over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...core.model import Evidence, Memory, Query, Store
from ...core.stem import stem
from ...index.backend import Candidate
from ..ingest.rows import plain, rounded
from .search import Search

Head = tuple[list[str], list[str], list[str]]  # stems of title, tags and aliases


@dataclass
class Found:
    """What a search brought: candidates in no order, whose each is, patterns' composite scores by identity, and the records searched."""

    store: Store
    candidates: list[Candidate]
    stores: dict[int, Store]
    composites: dict[int, float]
    total: int


def gather(search: Search, query: Query, answers: Sequence[Sequence[Any]], total: int) -> Found:
    """The rows of a search as candidates; several answers where a cluster was asked workspace by workspace."""
    places = {term: at for at, term in enumerate(search.terms)}
    asked = {term: places[plain(stem(term))] for term in query.terms}
    found = Found(Store(scope="database", root="", folders=(), reason="--db-url"), [], {}, {}, total)
    stores: dict[tuple[str, str], Store] = {}
    for rows in answers:
        idf = next((row[-1] for row in rows if row[2] is None), None) or []
        for row in rows:
            if row[2] is not None:
                _add(found, row, asked, idf, stores)
    return found


def _add(
    found: Found, row: Any, asked: dict[str, int], idf: Sequence[float], stores: dict[tuple[str, str], Store]
) -> None:
    memory, head = _memory(row)
    workspace, project = row[0], row[1]
    key = workspace, project
    stores.setdefault(key, Store(scope="database", root=f"{workspace}/{project}", folders=(), reason="--db-url"))
    cosine, lexical, composite, shares = row[-4:]
    candidate = Candidate(memory, float(lexical or 0.0), cosine, None, _evidence(asked, shares or [], idf, head), head)
    found.candidates.append(candidate)
    found.stores[id(memory)] = stores[key]
    if composite is not None:
        found.composites[id(memory)] = float(composite)


def _memory(row: Any) -> tuple[Memory, Head]:
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
        do_text,
        dont_text,
    ) = row[: len(row) - 4]
    parts = [part.split() for part in (head + "\n\n").split("\n")[:3]]
    memory = Memory.of(
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
    )
    return memory, (parts[0], parts[1], parts[2])


def _evidence(asked: dict[str, int], shares: Sequence[float], idf: Sequence[float], head: Head) -> list[Evidence]:
    """What each word of the query found; words of one stem share what it found."""
    out = []
    for term, at in asked.items():
        if at < len(shares) and shares[at] and shares[at] > 0:
            root = plain(stem(term))
            fields = tuple(
                name for name, stems in zip(("title", "tags", "aliases"), head, strict=True) if root in stems
            )
            out.append(Evidence.of(term, float(shares[at]), float(idf[at]), fields or ("body",)))
    return sorted(out, key=lambda e: -e.score)
