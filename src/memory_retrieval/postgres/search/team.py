"""Searching a team database over a connection pool: `Team`, and `AsyncTeam` for asyncio. Neither ranks candidates."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from psycopg_pool import AsyncConnectionPool, ConnectionPool, PoolTimeout

from ...core.errors import DatabaseError
from ...core.model import Query
from ...index.candidate import SearchResult
from ..db.connection import CONNECT_SECONDS, STATEMENT_SECONDS, is_broken, opening, shown, translated
from ..db.pipeline import async_pipeline, pipeline
from ..db.values import plain
from ..embedders.base import Embedder
from .filters import Filters
from .info import DatabaseInfo, open_checked
from .results import gather
from .statement import EF_FILTERED, EF_SEARCH, SCAN_TUPLES, Search, statement

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

POOL_SIZE = 4  # connections
TRIES = POOL_SIZE + 1  # of a search: after a restart of the server every pooled connection may be broken
INSPECT_SECONDS = 60.0  # after which tables and workspaces are read again
MAX_SCATTERED = 200  # workspaces of a cluster that one search queries
SETTINGS = (
    ("hnsw.iterative_scan", "relaxed_order"),
    ("hnsw.max_scan_tuples", str(SCAN_TUPLES)),
    ("jit", "off"),  # compiling takes longer than the query
)


@dataclass(frozen=True)
class PreparedQuery:
    """The statements of one search, sent in one round trip, and the conversion of their rows."""

    query: Query
    search: Search
    statements: Sequence[tuple[bytes, Any]]

    def result(self, answers: Sequence[list[Any]]) -> SearchResult:
        """The result from the rows of each statement that returns any: settings, searches, number of records."""
        _, *rows, total = answers
        return gather(self.search, self.query, rows, int(total[0][0]))


class _Searcher:
    """The common base: keeps the properties of the database up to date and prepares queries. Blocks."""

    def __init__(self, url: str, workspace: str | None, embedder: Embedder | None, timeout: float) -> None:
        self.url, self.workspace = url, workspace
        self._given, self._timeout = embedder, timeout
        self.info, self._inspected = DatabaseInfo(url, None, embedder, ()), 0.0

    def _inspect(self) -> None:
        self.info, self._inspected = open_checked(self.url, self.workspace, self._given), time.monotonic()

    def _prepare(self, query: Query, limit: int, filters: Filters | None, now: float) -> PreparedQuery:
        if time.monotonic() - self._inspected > INSPECT_SECONDS:
            self._inspect()
        filters = filters or Filters()
        searches = _searches(self.info, query, self.workspace, filters, limit, now)
        tables = [table for table in filters.tables() if table in self.info.tables] or ["memories"]
        asked = [statement(search, tables, rls_hides_index=self.info.rls_hides_index) for search in searches]
        begin, end = (b"BEGIN READ ONLY", None), (b"COMMIT", None)
        statements = [(sql.encode(), parameters) for sql, parameters in asked]
        return PreparedQuery(
            query, searches[0], [begin, _settings(self._timeout, filters), *statements, _total(self.workspace), end]
        )

    def _release(self) -> None:
        """Closes the embedder, unless the caller owns it."""
        if self.info.embedder is not None and self.info.embedder is not self._given:
            self.info.embedder.close()


class Team(_Searcher):
    """Searches a database. Context manager; thread-safe.

    url        as for `connect`
    workspace  to search in; None for all that the role may see
    embedder   for the queries' vectors, not closed with this; None for the database's own
    timeout    seconds that a search may take on the server
    """

    def __init__(
        self,
        url: str,
        workspace: str | None = None,
        *,
        embedder: Embedder | None = None,
        timeout: float = STATEMENT_SECONDS,
        pool_size: int = POOL_SIZE,
    ) -> None:
        super().__init__(url, workspace, embedder, timeout)
        self._inspect()  # reports an error at once; the pool would retry until its time-out
        self._pool = ConnectionPool[Any](open=True, **_pool_options(self.info, pool_size))

    def __enter__(self) -> Team:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._pool.close()
        self._release()

    def find(self, query: Query, limit: int, filters: Filters | None = None, now: float = 0.0) -> SearchResult:
        """At most about twice `limit` records that share a term with the query or are close to it by cosine."""
        prepared, tries = self._prepare(query, limit, filters, now), _Tries()
        while True:
            with tries:
                return prepared.result(self._ask(prepared.statements))

    def _ask(self, statements: Sequence[tuple[bytes, Any]]) -> list[list[Any]]:
        with _reported(self.url), self._pool.connection() as connection:
            with pipeline(connection):
                cursors = [connection.execute(sql, parameters) for sql, parameters in statements]
            return [cursor.fetchall() for cursor in cursors if cursor.description]


class AsyncTeam(_Searcher):
    """`Team` for asyncio; open it with `async with`. Queries are prepared in the event loop's default executor."""

    def __init__(
        self,
        url: str,
        workspace: str | None = None,
        *,
        embedder: Embedder | None = None,
        timeout: float = STATEMENT_SECONDS,
        pool_size: int = POOL_SIZE,
    ) -> None:
        super().__init__(url, workspace, embedder, timeout)
        self._size = pool_size
        self._pool: AsyncConnectionPool[Any] | None = None

    async def __aenter__(self) -> AsyncTeam:
        await asyncio.to_thread(self._inspect)
        self._pool = AsyncConnectionPool[Any](open=False, **_pool_options(self.info, self._size))
        await self._pool.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        if self._pool is not None:
            await self._pool.close()
        self._release()

    async def find(self, query: Query, limit: int, filters: Filters | None = None, now: float = 0.0) -> SearchResult:
        """As `Team.find`."""
        if self._pool is None:
            raise DatabaseError(f"{shown(self.url)}: not open yet; use `async with`")
        prepared, tries = await asyncio.to_thread(self._prepare, query, limit, filters, now), _Tries()
        while True:
            with tries:
                return prepared.result(await self._ask(self._pool, prepared.statements))

    async def _ask(self, pool: AsyncConnectionPool[Any], statements: Sequence[tuple[bytes, Any]]) -> list[list[Any]]:
        with _reported(self.url):
            async with pool.connection() as connection:
                async with async_pipeline(connection):
                    cursors = [await connection.execute(sql, parameters) for sql, parameters in statements]
                return [await cursor.fetchall() for cursor in cursors if cursor.description]


class _Tries:
    """Suppresses the error of a lost connection TRIES - 1 times, so that the search is repeated on another one."""

    def __init__(self) -> None:
        self._left = TRIES

    def __enter__(self) -> None:
        self._left -= 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        # On PoolTimeout the pool has retried already.
        return self._left > 0 and is_broken(error) and not isinstance(error and error.__cause__, PoolTimeout)


@contextmanager
def _reported(url: str) -> Iterator[None]:
    """Turns errors of the driver and of its pool into DatabaseError."""
    try:
        with translated(url):
            yield
    except PoolTimeout as error:
        raise DatabaseError(
            f"{shown(url)}: no connection within {CONNECT_SECONDS} s; see that the server runs, or raise the"
            " pool's size"
        ) from error


def settings(filters: Filters) -> tuple[tuple[str, str], ...]:
    """The server settings for a search with these filters."""
    return (*SETTINGS, ("hnsw.ef_search", str(EF_FILTERED if filters.narrow else EF_SEARCH)))


def _searches(
    info: DatabaseInfo, query: Query, workspace: str | None, filters: Filters, limit: int, now: float
) -> list[Search]:
    """One search; on a cluster one per workspace, each of which runs on a single node."""
    vector = None
    if info.embedder is not None and query.text.strip():
        text = query.text + "\n" + query.context if query.context else query.text
        vector = info.embedder.embed([plain(text).replace("\x00", " ")])[0]
    scattered = workspace is None and info.distributed and bool(info.workspaces)
    scopes = info.workspaces[:MAX_SCATTERED] if scattered else (workspace,)
    return [Search.of(query, vector, scope, filters, limit, now) for scope in scopes]


def _settings(timeout: float, filters: Filters) -> tuple[bytes, list[str]]:
    """The settings, for this transaction only: behind a pooler the next one may be another client's."""
    values = [*settings(filters), ("statement_timeout", str(max(1, int(timeout * 1000))))]
    calls = ", ".join("set_config(%s, %s, true)" for _ in values)
    return f"SELECT {calls}".encode(), [part for pair in values for part in pair]


def _total(workspace: str | None) -> tuple[bytes, dict[str, Any]]:
    where = " WHERE workspace = %(workspace)s" if workspace is not None else ""
    return f"SELECT coalesce(sum(records), 0) FROM workspaces{where}".encode(), {"workspace": workspace}


def _pool_options(info: DatabaseInfo, size: int) -> dict[str, Any]:
    return {
        "kwargs": opening(info.url, prepare=not info.pooled),
        "min_size": 0,
        "max_size": size,
        "timeout": CONNECT_SECONDS,
        "name": "memories",
    }
