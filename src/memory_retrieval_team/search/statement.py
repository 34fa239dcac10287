"""The statement of a search: lexical and vector candidates in one round trip, both filtered in SQL.

    terms -> inverse document frequencies -> rare terms fetch, all terms score -> nearest vectors -> union, whole rows

The lexical leg is BM25 with exact document frequencies (table `terms`); the score is an inner product of sparse
vectors (ingest/lexical.py). Only rare terms fetch rows: a term of every third record has next to no weight, but would
fetch every third record. A term of more than SMALL records fetches those that have another term of the query too; those
that have none follow if one of them may be among the best third, by the highest score that a single term can reach.
`retrieve` ranks the candidates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from memory_retrieval.core.clock import SKEW
from memory_retrieval.core.model import FOLDERS, JsonObject, Query
from memory_retrieval.core.stem import stem
from memory_retrieval.index.candidate import Candidate

from ..db.tables import vector_column
from ..db.values import halfvec, plain
from ..embedders.base import Vector
from ..ingest.lexical import DIMS, K1, dimension
from ..ingest.rows import memory_columns
from . import templates
from .filters import (
    Filters,
    conditions,
    filter_parameters,
    in_workspaces,
    workspace_parameters,
)

MOST = 1_000_000  # upper limit of candidates; the server's integers have 31 bits
BUDGET = (
    3000  # rows that the terms may fetch together; the rarest term may always fetch
)
SMALL = 600  # rows that terms may fetch together whether or not the rows have other terms of the query
FETCHED = 12_000  # rows of one table that are scored at most, if even the rarest term is frequent
# Candidate list of the HNSW index; measured in docs/maintainers/scale.md. The planner does not know how far the index
# scan continues with a narrow filter; the high cost makes it read the few matching rows instead.
EF_SEARCH = 800
EF_OF_MANY = (
    40  # of each of the shards that answer together: every one has few of the nearest
)
SCANNED = 2000  # records of all workspaces searched, up to which each is scored
EXACT = 5000  # the same, up to which each vector is compared; docs/maintainers/scale.md
NEARLY_ZERO = 1e-4  # less than any number but zero in a vector of the term table
SAMPLE = 1000  # vectors of a table from which the average cosine is estimated where not all are read
UNION = "\n    UNION ALL\n"
SCAN_TUPLES = 40_000  # rows that an iterative scan of the HNSW index reads at most


@dataclass(frozen=True)
class Search:
    """A query for the database. Without `vector` only terms are searched, without `workspaces` all that the role may
    see, which have so many `records`."""

    terms: tuple[str, ...]
    weights: tuple[float, ...]
    vector: Vector
    workspaces: tuple[str, ...]
    filters: Filters
    words: int
    near: int
    now: float
    records: int = MOST

    @property
    def dims(self) -> int:
        """The dimensions of the vector; 0 without one."""
        return len(self.vector) if self.vector else 0

    @property
    def exact(self) -> int:
        """The number of records with the highest lexical scores that a search finds for certain."""
        return max(1, self.words // 3)

    @staticmethod
    def of(
        query: Query,
        vector: Vector,
        workspaces: Sequence[str],
        filters: Filters,
        limit: int,
        now: float,
        *,
        records: int = MOST,
    ) -> Search:
        """A stem of several terms gets the sum of their weights."""
        count = min(limit, MOST)
        near = max(10, count * 4 // 5)
        stems: dict[str, float] = {}
        for term, weight in query.terms.items():
            root = plain(stem(term))
            stems[root] = stems.get(root, 0.0) + weight
        weights = tuple(stems.values())
        scope = tuple(workspaces)
        return Search(
            tuple(stems), weights, vector, scope, filters, count, near, now, records
        )


SIMILARITY, CONFIDENCE, YOUNG, OLD = 0.5, 0.3, 0.2, 0.1
"""Weights of a pattern's score: cosine similarity, confidence, and recency up to 30 days and after."""


def columns(table: str) -> str:
    """The columns of a result row: workspace, project, those of `memory_columns`, head."""
    of_memory = memory_columns(table, "r.")
    return f"r.workspace, r.project, {of_memory}, head"


def statement(
    search: Search, tables: Sequence[str], *, rls_hides_index: bool = False
) -> tuple[str, JsonObject]:
    """(SQL, parameters). One row per candidate: `columns`, cosine, lexical, composite, passages, shares (the
    score of each term). A last row with a null path has `templates.SPREAD` as cosine and lexical, and the inverse
    document frequencies as shares.

    rls_hides_index  search through `fetch_words` (schema/0001), for a role that cannot use the lexical index
    """
    scope = in_workspaces(search.workspaces)
    found, spread = "SELECT t, workspace, project, path FROM words", "NULL, NULL"
    if search.vector is not None:
        found += "\n    UNION\n    SELECT t, workspace, project, path FROM near"
        spread = (
            "(SELECT avg(bits) FROM measured), (SELECT stddev_pop(bits) FROM measured)"
        )
    sql = templates.QUERY.format(
        counted=counted(scope),
        candidates=_candidates(search, tables, rls_hides_index=rls_hides_index),
        legs=found,
        spread=spread,
        whole=UNION.join([whole(search, table, scope) for table in tables]),
    )
    return sql, parameters(search)


def _candidates(search: Search, tables: Sequence[str], *, rls_hides_index: bool) -> str:
    """The SQL that finds the keys of the candidates."""
    if search.records <= SCANNED:
        scored = legs(templates.SCORED, search, tables)
        return templates.BY_SCAN.format(measured=UNION.join(scored))
    fetch = templates.WORDS_BY_FUNCTION if rls_hides_index else templates.WORDS
    nearest, measured = [templates.NOTHING], ["    SELECT NULL"]
    if search.vector is not None:
        nearest = legs(templates.NEAR, search, tables)
        measured = sampled(search, tables)
    together, rest = [
        legs(
            fetch,
            search,
            tables,
            fetched=FETCHED,
            asked=by,
            fetching=f"{by}.fetching",
            vector=f"{by}.vector",
        )
        for by in ("q", "rest")
    ]
    return templates.BY_INDEX.format(
        measured=UNION.join(measured),
        words=UNION.join(together),
        rest=UNION.join(rest),
        near=UNION.join(nearest),
    )


def sampled(search: Search, tables: Sequence[str]) -> list[str]:
    """The SQL that compares signs of some vectors of each table: the newest of a workspace."""
    order = " ORDER BY updated_at DESC" if len(search.workspaces) == 1 else ""
    return legs(templates.SAMPLED, search, tables, order=order)


def legs(
    template: str, search: Search, tables: Sequence[str], **names: Any
) -> list[str]:
    """The template filled for each table."""
    scope, dims, found = in_workspaces(search.workspaces), search.dims, []
    for table in tables:
        where, column = conditions(search.filters, table), vector_column(table)
        distance = bits = "NULL::float8"
        if dims:
            distance = f"{column} <=> %(vector)s::halfvec({dims})"
            # Zero counts as positive, as in the index of files.
            nearly = f"array_fill({NEARLY_ZERO}, ARRAY[{dims}])::halfvec"
            bits = f"binary_quantize({column} + {nearly}) <~> %(signs)s::bit({dims})"
        exact = " + 0" if search.records <= EXACT else ""  # no index has this order
        of_table = {
            "exact": exact,
            "vector": column,
            "distance": distance,
            "bits": bits,
            **names,
        }
        found.append(template.format(table=table, scope=scope, where=where, **of_table))
    return found


def successors(
    candidates: Sequence[Candidate],
) -> tuple[str, dict[str, list[str]]] | None:
    """(SQL, parameters) of the memories that candidates were superseded by, by their paths; None for none."""
    keys = set[tuple[str, ...]]()
    for candidate in candidates:
        later = candidate.memory.superseded_by
        if not later:
            continue
        store = candidate.memory.path.rsplit("/", 2)[0]
        paths = [f"{store}/{folder}/{later}.json" for folder in FOLDERS.values()]
        keys.update(
            key for path in paths for key in keys_of(candidate.store.root, path)
        )
    if not keys:
        return None
    names = by_column(sorted(keys), "workspaces", "projects", "paths")
    selected = columns("memories")
    return f"SELECT {selected} FROM memories r WHERE {templates.KEYS}", names


def keys_of(root: str, path: str) -> list[tuple[str, str, str]]:
    """The (workspace, project, path) that `root`, workspace/project, may stand for: either name may have a slash."""
    slashes = [at for at, sign in enumerate(root) if sign == "/"]
    return [(root[:at], root[at + 1 :], path) for at in slashes]


def by_column(rows: Sequence[Sequence[str]], *names: str) -> JsonObject:
    """Rows as parameters: {name: column}."""
    return {name: [row[at] for row in rows] for at, name in enumerate(names)}


def counted(scope: str) -> str:
    """The head of a statement, which defines `size`, `known`, `q` and `singles` for the workspaces of `scope`, a
    condition."""
    return templates.COUNTED.format(
        scope=scope, dimensions=DIMS, budget=BUDGET, small=SMALL, highest=K1 + 1
    )


def whole(
    search: Search,
    table: str,
    scope: str,
    *,
    known: str = "known k",
    found: str = "found f",
    vector: str = "(SELECT vector FROM q)",
) -> str:
    """The SQL for the whole rows of the candidates in `found`, for the terms in `known` and the query's `vector`."""
    cosine, similarity, composite = "NULL::float8", "0", "NULL::float8"
    if search.dims:
        column = vector_column(table)
        cosine = f"1 - (r.{column} <=> %(vector)s::halfvec({search.dims}))"
        similarity = f"coalesce({cosine}, 0)"
    if table == "patterns":
        composite = (
            f"{similarity} * {SIMILARITY} + coalesce(r.confidence, 0.5) * {CONFIDENCE}"
            f" + CASE WHEN r.learned_at > to_timestamp(%(now)s) - interval '30 days'"
            f" AND r.learned_at <= to_timestamp(%(now)s) + interval '{SKEW} seconds' THEN {YOUNG} ELSE {OLD} END"
        )
    return templates.WHOLE.format(
        table=table,
        columns=columns(table),
        cosine=cosine,
        composite=composite,
        dimensions=DIMS,
        scope=scope,
        known=known,
        found=found,
        vector=vector,
    )


def parameters(search: Search) -> JsonObject:
    """The parameters of all statements of a search."""
    return {
        **filter_parameters(search.filters),
        "terms": list(search.terms),
        "weights": list(search.weights),
        "dims": [dimension(t) for t in search.terms],
        **workspace_parameters(search.workspaces),
        "words": search.words,
        "exact": search.exact,
        "near": search.near,
        "sample": SAMPLE,
        "vector": halfvec(search.vector),
        "signs": "".join(["01"[value >= 0] for value in search.vector or ()]),
        "now": search.now,
    }
