"""Searching a team database over a connection pool. Candidates are not ranked here."""

from __future__ import annotations

import logging
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from psycopg_pool import ConnectionPool, PoolTimeout

from memory_retrieval.core.errors import DatabaseError
from memory_retrieval.core.model import Evidence, JsonObject, Memory, Query, Store
from memory_retrieval.core.stem import stem
from memory_retrieval.index.candidate import Candidate, SearchResult
from memory_retrieval.index.search import spread_of, standardized, whole_text
from memory_retrieval.store import kinds

from ..db.cluster import local_settings, set_locally
from ..db.connection import (
    CONNECT_SECONDS,
    STATEMENT_SECONDS,
    Connection,
    connect,
    failure,
    is_broken,
    opening,
    translated,
)
from ..db.values import parameter, plain
from ..embedders.base import Embedder, Vector
from ..embedders.choose import StaticEmbedder
from ..ingest.rows import to_memory
from .filters import Filters
from .info import INSPECT_SECONDS, DatabaseInfo, open_checked
from .statement import EF_OF_MANY, EF_SEARCH, MOST, SCAN_TUPLES, Search, successors
from .turns import COMMIT, Statement, in_one_turn, in_three_turns

POOL_SIZE = 4  # connections
HEADER = ("title", "tags", "aliases")  # fields of `head`, one a line
Asked = tuple[str, str, int, float, float]
"""A term of the query: (term, stem, place among the stems, inverse document frequency, its part of the stem's
weight)."""
# What it warns of, the first error of a pipeline or the pool's, is in the error that is raised.
logging.getLogger("psycopg").setLevel(logging.CRITICAL)
TRIES = (
    POOL_SIZE + 1
)  # of a search: after a restart of the server every pooled connection may be broken
SETTINGS = (
    ("hnsw.iterative_scan", "relaxed_order"),
    ("hnsw.max_scan_tuples", str(SCAN_TUPLES)),
    ("jit", "off"),  # compiling takes longer than the query
)
# A kept plan for any workspace searches the vector index, also if the workspace has few of its rows. The nodes of a
# cluster keep no plan.
ONE_NODE = {"plan_cache_mode": "force_custom_plan"}


@dataclass(frozen=True)
class PreparedQuery:
    """A search that is ready to be sent, as often as it takes."""

    query: Query
    terms_vector: bytes | None
    search: Search
    tables: Sequence[str]
    info: DatabaseInfo
    everywhere: bool
    opening: Sequence[Statement]

    def turns(self) -> Generator[Sequence[Statement], Any, SearchResult]:
        """Yields the statements of each round trip, is sent their rows, and returns the result of the search."""
        turns = in_three_turns if self.everywhere else in_one_turn
        hides = self.info.rls_hides_index
        total, rows = yield from turns(
            self.search, self.tables, self.opening, rls_hides_index=hides
        )
        result = gather(self.search, self.query, rows, total)
        result.vector = self.terms_vector
        later = successors(result.candidates)
        if later is None:
            return result
        sql, names = later
        (found,) = yield [*self.opening, (sql.encode(), names), COMMIT]
        result.successors = successors_of(found)
        return result


class Team:
    """Searches a database. Context manager; thread-safe.

    url        as for `connect`
    workspace  to search in; None for all that the role may see: what is granted meanwhile comes within a minute
    embedder   for the queries' vectors, not closed with this; None for the database's own
    timeout    seconds that a search may take on the server
    shared     a pool to use, not closed with this
    role       which each transaction takes on; "" for the one that connects
    """

    def __init__(
        self,
        url: str,
        workspace: str | None = None,
        *,
        embedder: Embedder | None = None,
        timeout: float = STATEMENT_SECONDS,
        pool_size: int = POOL_SIZE,
        shared: ConnectionPool[Any] | None = None,
        role: str = "",
    ) -> None:
        self.url = url
        self.workspace = workspace
        self._given = embedder
        self._timeout = timeout
        self._shared = shared
        self._role = role
        self._terms = StaticEmbedder()  # the kind of a prompt is told by its vectors
        self._inspect()  # reports an error at once; the pool would retry until its time-out
        pooled = self.info.pooled
        self.pool_options = pool_options(url, pool_size, prepare=not pooled)
        self._pool = shared or ConnectionPool[Any](**self.pool_options)

    def __enter__(self) -> Team:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._shared is None:
            self._pool.close()
        self._terms.close()
        if self.info.embedder is not None and self.info.embedder is not self._given:
            self.info.embedder.close()

    def find(
        self, query: Query, limit: int, filters: Filters | None = None, now: float = 0.0
    ) -> SearchResult:
        """At most about twice `limit` records that share a term with the query or are close to it by cosine."""
        prepared = self.prepare(query, limit, filters or Filters(), now)
        for left in reversed(range(TRIES)):
            try:
                with translated(self.url):
                    return self._ask(prepared)
            except DatabaseError as error:
                self.give_up(error, left)
        raise AssertionError

    def _ask(self, prepared: PreparedQuery) -> SearchResult:
        self._pool.open()
        turns = prepared.turns()
        rows = None
        with self._pool.connection() as connection:
            while True:
                try:
                    statements = turns.send(rows)
                except StopIteration as end:
                    result: SearchResult = end.value
                    return result
                with connection.pipeline():
                    cursors = [connection.execute(*asked) for asked in statements]
                rows = [cursor.fetchall() for cursor in cursors if cursor.description]

    def give_up(self, error: DatabaseError, left: int) -> None:
        """Raises the error of a search, unless it may be tried again, for which there are `left` times."""
        if isinstance(error.__cause__, PoolTimeout):  # it has tried, and says not why
            raise self._without_connection() from error.__cause__
        if not (left and is_broken(error)):
            raise error

    def _without_connection(self) -> DatabaseError:
        """The reason why the pool has no connection, which a connection of its own tells."""
        try:
            connect(self.url).close()
        except DatabaseError as error:
            return error
        return failure(
            self.url,
            f"no free connection within {CONNECT_SECONDS} s; raise the size of the pool",
        )

    def _inspect(self) -> None:
        acting = None
        if self._shared is not None:
            acting = partial(acting_as, self._shared, self._role)
        self.info = open_checked(self.url, self.workspace, self._given, acting)
        self._inspected = time.monotonic()

    def prepare(
        self, query: Query, limit: int, filters: Filters, now: float
    ) -> PreparedQuery:
        if time.monotonic() - self._inspected > INSPECT_SECONDS:
            self._inspect()
        info = self.info
        everywhere = info.distributed and len(info.workspaces) != 1
        records = MOST if everywhere else info.records
        vector = _vector(info, query)
        scope = info.workspaces
        search = Search.of(query, vector, scope, filters, limit, now, records=records)
        tables = [table for table in filters.tables() if table in info.tables] or [
            "memories"
        ]
        values = dict(settings(filters, everywhere=everywhere))
        if not info.distributed:
            values |= ONE_NODE
        if self._role:
            values["role"] = self._role
        by_terms = self._terms.term_vector(whole_text(query))
        start = _opening(self._timeout, values)
        return PreparedQuery(query, by_terms, search, tables, info, everywhere, start)


def pool_options(url: str, size: int, *, prepare: bool) -> JsonObject:
    """The arguments of a pool, which connects when it is asked to."""
    return {
        "open": False,
        "kwargs": opening(url, prepare=prepare),
        "min_size": 0,
        "max_size": size,
        "timeout": CONNECT_SECONDS,
        "name": "memories",
    }


@contextmanager
def acting_as(pool: ConnectionPool[Any], role: str) -> Iterator[Connection]:
    """A transaction as a role that the connected one may take on; the role ends with it."""
    with pool.connection() as connection, connection.transaction():
        set_locally(connection, role=role, statement_timeout=f"{STATEMENT_SECONDS}s")
        yield connection


def settings(
    filters: Filters, *, everywhere: bool = False
) -> tuple[tuple[str, str], ...]:
    """The server settings for a search with these filters; `everywhere`: in several shards of a cluster."""
    ef_search = EF_OF_MANY if everywhere and not filters.narrow else EF_SEARCH
    return (*SETTINGS, ("hnsw.ef_search", str(ef_search)))


def _vector(info: DatabaseInfo, query: Query) -> Vector:
    """The vector of the query with its context; None without an embedder, a text or a known word."""
    if info.embedder is None or not query.text.strip():
        return None
    text = parameter(whole_text(query))
    (vector,) = info.embedder.embed([text])
    return vector


def _opening(timeout: float, values: dict[str, str]) -> list[Statement]:
    """Begins a transaction with its settings, which end with it: behind a pooler the next one may be another
    client's."""
    milliseconds = max(1, int(timeout * 1000))
    lines = local_settings({**values, "statement_timeout": str(milliseconds)})
    return [(b"BEGIN READ ONLY", None), *[(line, None) for line in lines]]


def gather(
    search: Search, query: Query, rows: Sequence[Any], total: int
) -> SearchResult:
    """The rows of a search as one pool of candidates.

    A candidate's store is its project, its prior the composite score of a pattern.
    """
    found = [row for row in rows if row[2] is not None]
    places = {root: at for at, root in enumerate(search.terms)}
    (last,) = [row for row in rows if row[2] is None]
    mean, deviation, *_, idf = last[-5:]
    spread = None
    if mean is not None:
        spread = spread_of(mean, deviation, search.dims)
    asked = []
    for term, weight in query.terms.items():
        root = plain(stem(term))
        at = places[root]
        part = weight / search.weights[at]
        asked.append((term, root, at, idf[at] if idf else 0.0, part))
    pool = [_candidate(row, asked, spread) for row in found]
    return SearchResult([pool], total)


def _candidate(
    row: Any, asked: Sequence[Asked], spread: tuple[float, float] | None
) -> Candidate:
    head, cosine, lexical, composite, passages, shares = row[-6:]
    return Candidate(
        to_memory(row[2:-6]),
        stored(*row[:2]),
        float(lexical or 0.0),
        cosine,
        standardized(cosine, spread),
        evidence=_evidence(asked, shares or [], head),
        prior=None if composite is None else float(composite),
        passages=passages,
    )


def stored(workspace: str, project: str) -> Store:
    """A project of a database as a store."""
    return Store(kinds.DATABASE, f"{workspace}/{project}", reason="--db-url")


def successors_of(rows: Sequence[Any]) -> dict[tuple[str, str], Memory]:
    """{(workspace/project, id): memory} of rows of `statement.successors`."""
    found = {}
    for workspace, project, *row, _ in rows:
        memory = to_memory(row)
        found[f"{workspace}/{project}", memory.id] = memory
    return found


def _evidence(
    asked: Sequence[Asked], shares: Sequence[float], head: str
) -> list[Evidence]:
    """The evidence of each term of the query; terms with one stem divide its share."""
    out = []
    lines = [line.split() for line in head.split("\n")]
    header = dict(zip(HEADER, lines, strict=False))
    for term, root, at, idf, part in asked:
        share = 0.0
        if at < len(shares):
            share = (shares[at] or 0.0) * part
        if share <= 0:
            continue
        fields = tuple(name for name, stems in header.items() if root in stems)
        place = fields or ("body",)
        out.append(Evidence(term, float(share), float(idf), place))
    return sorted(out, key=lambda e: -e.score)
