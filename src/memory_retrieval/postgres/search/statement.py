"""The statement of a search: lexical and vector candidates in one round trip, both filtered in SQL.

    terms -> inverse document frequencies -> rare terms fetch, all terms score -> nearest vectors -> union, whole rows

The lexical leg is BM25 with exact document frequencies (table `terms`); the score is an inner product of sparse
vectors (ingest/lexical.py). Only rare terms fetch rows: a term of every third record has next to no weight, but would
fetch every third record. `retrieve` ranks the candidates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...core.model import Query
from ...core.stem import stem
from ..db.tables import vector_column
from ..db.values import halfvec, parameter, plain, seconds
from ..ingest.lexical import DIMS, dimension
from . import templates
from .filters import Filters

MOST = 1_000_000  # upper limit of candidates; the server's integers have 31 bits
# Tolerance of the minimum confidence: more than the rounding error of `real` (0.95 is stored as 0.949999988), less than
# any difference between confidences that people write
NEARLY = 1e-6
BUDGET = 3000  # rows that the terms may fetch together; the rarest term may always fetch
FETCHED = 12_000  # rows of one table that are scored at most, if even the rarest term is frequent
EF_SEARCH = 140  # candidate list of the HNSW index; measured in docs/scale.md
# The same with a narrow filter. The planner does not know how far the index scan continues then; the higher cost makes
# it read the few matching rows instead.
EF_FILTERED = 600
SCAN_TUPLES = 40_000  # rows that an iterative scan of the HNSW index reads at most


@dataclass(frozen=True)
class Search:
    """A query for the database. Without `vector` only terms are searched; `workspace` None: all the role may see."""

    terms: tuple[str, ...]
    weights: tuple[float, ...]
    vector: list[float] | None
    workspace: str | None
    filters: Filters
    words: int
    near: int
    now: float

    @staticmethod
    def of(
        query: Query, vector: list[float] | None, workspace: str | None, filters: Filters, limit: int, now: float
    ) -> Search:
        """A stem of several terms gets their greatest weight."""
        limit = min(limit, MOST)
        stems: dict[str, float] = {}
        for term, weight in query.terms.items():
            root = plain(stem(term))
            stems[root] = max(stems.get(root, 0.0), weight)
        return Search(
            tuple(stems), tuple(stems.values()), vector, workspace, filters, limit, max(10, limit * 4 // 5), now
        )


COLUMNS = (
    "workspace",
    "project",
    "path",
    "kind",
    "id",
    "title",
    "category",
    "tags",
    "aliases",
    "status",
    seconds("{r}created_at"),
    seconds("{r}updated_at"),
    "confidence",
    "severity",
    "related_files",
    "superseded_by",
    "body",
    "head",
    "content_hash",
)
"""The columns of a result row; {r} stands for the table's alias and a dot."""


SIMILARITY, CONFIDENCE, YOUNG, OLD = 0.5, 0.3, 0.2, 0.1
"""Weights of a pattern's score: cosine similarity, confidence, and recency up to 30 days and after."""


def columns(table: str, alias: str) -> str:
    """COLUMNS and the DO and DON'T of a pattern, as SQL."""
    own = ("do_text", "dont_text") if table == "patterns" else ("''::text", "''::text")
    return ", ".join(
        c.format(r=alias + ".") if "{r}" in c else c if c[0] == "'" else f"{alias}.{c}" for c in COLUMNS + own
    )


def statement(search: Search, tables: Sequence[str], *, rls_hides_index: bool = False) -> tuple[str, dict[str, Any]]:
    """(SQL, parameters). One row per candidate: COLUMNS, do_text, dont_text, cosine, lexical, composite, shares (the
    score of each term). A last row with a null path has the inverse document frequencies in `shares`.

    rls_hides_index  search through `fetch_words` (schema/0001), for a role that cannot use the lexical index
    """
    parameters = _parameters(search.filters)
    dims = len(search.vector) if search.vector else 0
    parameters |= {
        "terms": list(search.terms),
        "weights": list(search.weights),
        "dims": [dimension(t) for t in search.terms],
        "workspace": search.workspace,
        "words": search.words,
        "near": search.near,
        "vector": halfvec(search.vector),
        "now": search.now,
    }
    scope = "workspace = %(workspace)s" if search.workspace is not None else "true"
    fetch = templates.WORDS_BY_FUNCTION if rls_hides_index else templates.WORDS
    words = "\n    UNION ALL\n".join(
        fetch.format(table=t, scope=scope, where=_conditions(search.filters, t), fetched=FETCHED) for t in tables
    )
    if rls_hides_index:
        parameters |= _for_function(search.filters)
    near = "\n    UNION ALL\n".join(
        templates.NEAR.format(
            table=t, scope=scope, where=_conditions(search.filters, t), vector=vector_column(t), dims=dims
        )
        for t in tables
    )
    whole = "\n    UNION ALL\n".join(
        _whole(t, dims, "r." + scope if search.workspace is not None else scope) for t in tables
    )
    legs = "SELECT t, workspace, project, path FROM words"
    if search.vector is not None:
        legs += "\n    UNION\n    SELECT t, workspace, project, path FROM near"
    near = near if search.vector is not None else templates.NOTHING
    sql = templates.QUERY.format(
        scope=scope, dimensions=DIMS, budget=BUDGET, words=words, near=near, legs=legs, whole=whole
    )
    return sql, parameters


def _conditions(filters: Filters, table: str) -> str:
    """The filters of both legs as SQL; each condition starts with AND."""
    parts = list[str]()
    if filters.in_force:
        parts.append("status = 'active' AND superseded_by IS NULL")
    if filters.category:  # a memory's kind is its category; without the OR the planner can use the index on it
        parts.append(
            "category = %(category)s" if table == "memories" else "(category = %(category)s OR kind = %(category)s)"
        )
    if filters.kinds:
        parts.append("kind = ANY (%(kinds)s)")
    if filters.severities:
        parts.append("severity = ANY (%(severities)s)")
    if filters.confidence is not None:
        parts.append("(confidence IS NULL OR confidence >= %(confidence)s)")
    if filters.since is not None:
        parts.append("updated_at >= to_timestamp(%(since)s)")
    return "".join(f"\n      AND {part}" for part in parts)


def _parameters(filters: Filters) -> dict[str, Any]:
    """The parameters of `_conditions`."""
    return {
        "category": parameter(filters.category) if filters.category else None,
        "kinds": list(filters.kinds),
        "severities": [parameter(text) for text in filters.severities],
        "confidence": _least(filters),
        "since": filters.since,
    }


def _least(filters: Filters) -> float | None:
    return None if filters.confidence is None else filters.confidence - NEARLY


def _for_function(filters: Filters) -> dict[str, Any]:
    """The filters as arguments of `fetch_words`."""
    return {
        "in_force": filters.in_force,
        "only_category": parameter(filters.category) if filters.category else None,
        "only_kinds": list(filters.kinds) or None,
        "only_severities": [parameter(text) for text in filters.severities] or None,
        "least_confidence": _least(filters),
        "only_since": filters.since,
    }


def _whole(table: str, dims: int, scope: str) -> str:
    cosine = f"1 - (r.{vector_column(table)} <=> %(vector)s::halfvec({dims}))" if dims else "NULL::float8"
    composite = "NULL::float8"
    if table == "patterns":
        similarity = f"coalesce({cosine}, 0)" if dims else "0"
        composite = (
            f"{similarity} * {SIMILARITY} + coalesce(r.confidence, 0.5) * {CONFIDENCE}"
            f" + CASE WHEN r.learned_at > to_timestamp(%(now)s) - interval '30 days' THEN {YOUNG} ELSE {OLD} END"
        )
    return templates.WHOLE.format(
        table=table, columns=columns(table, "r"), cosine=cosine, composite=composite, dimensions=DIMS, scope=scope
    )
