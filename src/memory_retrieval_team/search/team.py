"""Searching a team database over a connection pool: `Team`, and `AsyncTeam` for asyncio. Neither ranks candidates."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from psycopg_pool import AsyncConnectionPool, ConnectionPool, PoolTimeout

from memory_retrieval.core.errors import DatabaseError
from memory_retrieval.core.model import Query
from memory_retrieval.index.candidate import SearchResult

from ..db.cluster import local_settings
from ..db.connection import CONNECT_SECONDS, STATEMENT_SECONDS, connect, is_broken, opening, shown, translated
from ..db.pipeline import async_pipeline, pipeline
from ..db.values import plain
from ..embedders.base import Embedder
from .filters import Filters
from .info import INSPECT_SECONDS, DatabaseInfo, open_checked
from .results import gather, successors_of
from .statement import EF_FILTERED, EF_OF_MANY, EF_SEARCH, SCAN_TUPLES, Search, successors
from .turns import COMMIT, Rows, Statement, in_one_turn, in_three_turns

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import TracebackType

POOL_SIZE = 4  # connections
logging.getLogger("psycopg.pool").addHandler(logging.NullHandler())  # its warnings are in the error that is raised
TRIES = POOL_SIZE + 1  # of a search: after a restart of the server every pooled connection may be broken
SETTINGS = (
    ("hnsw.iterative_scan", "relaxed_order"),
    ("hnsw.max_scan_tuples", str(SCAN_TUPLES)),
    ("jit", "off"),  # compiling takes longer than the query
)
# A kept plan for any workspace searches the vector index, also if the workspace has few of its rows. The nodes of a
# cluster keep no plan.
ONE_NODE = (("plan_cache_mode", "force_custom_plan"),)


@dataclass(frozen=True)
class PreparedQuery:
    """A search that is ready to be sent, as often as it takes."""

    query: Query
    search: Search
    tables: Sequence[str]
    info: DatabaseInfo
    everywhere: bool
    opening: Sequence[Statement]

    def turns(self) -> Generator[Sequence[Statement] | SearchResult, Sequence[Rows], None]:
        """Yields the statements of each round trip, and is sent the rows of those that return any; then the result."""
        ask = in_three_turns if self.everywhere else in_one_turn
        total, rows = yield from ask(self.search, self.tables, self.opening, rls_hides_index=self.info.rls_hides_index)
        result = gather(self.search, self.query, rows, total)
        asked = successors(result.candidates)
        if asked:
            sql, names = asked
            (found,) = yield [*self.opening, (sql.encode(), names), COMMIT]
            result.successors = successors_of(found)
        yield result


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
        search = Search.of(query, _vector(self.info, query), self.info.workspaces, filters, limit, now)
        tables = [table for table in filters.tables() if table in self.info.tables] or ["memories"]
        everywhere = self.info.distributed and len(self.info.workspaces) != 1
        values = settings(filters, everywhere=everywhere) + (() if self.info.distributed else ONE_NODE)
        return PreparedQuery(query, search, tables, self.info, everywhere, _opening(self._timeout, values))

    def _release(self) -> None:
        """Closes the embedder, unless the caller owns it."""
        if self.info.embedder is not None and self.info.embedder is not self._given:
            self.info.embedder.close()


class Team(_Searcher):
    """Searches a database. Context manager; thread-safe.

    url        as for `connect`
    workspace  to search in; None for all that the role may see: what is granted meanwhile comes within a minute
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
            try:
                with tries:
                    return self._ask(prepared)
            except PoolTimeout as error:
                raise _without_connection(self.url, error) from error

    def _ask(self, prepared: PreparedQuery) -> SearchResult:
        turns = prepared.turns()
        with _reported(self.url), self._pool.connection() as connection:
            turn = next(turns)
            while not isinstance(turn, SearchResult):
                with pipeline(connection):
                    cursors = [connection.execute(sql, parameters) for sql, parameters in turn]
                turn = turns.send([cursor.fetchall() for cursor in cursors if cursor.description])
            return turn


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
            try:
                with tries:
                    return await self._ask(self._pool, prepared)
            except PoolTimeout as error:
                raise await asyncio.to_thread(_without_connection, self.url, error) from error

    async def _ask(self, pool: AsyncConnectionPool[Any], prepared: PreparedQuery) -> SearchResult:
        turns = prepared.turns()
        with _reported(self.url):
            async with pool.connection() as connection:
                turn = next(turns)
                while not isinstance(turn, SearchResult):
                    async with async_pipeline(connection):
                        cursors = [await connection.execute(sql, parameters) for sql, parameters in turn]
                    turn = turns.send([await cursor.fetchall() for cursor in cursors if cursor.description])
                return turn


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
        return self._left > 0 and is_broken(error) and not isinstance(error, PoolTimeout)


@contextmanager
def _reported(url: str) -> Iterator[None]:
    """Turns errors of the driver into DatabaseError, but not that of its pool, which says no reason."""
    timeout: PoolTimeout | None = None
    with translated(url):
        try:
            yield
        except PoolTimeout as error:
            timeout = error
    if timeout is not None:
        raise timeout


def _without_connection(url: str, timeout: PoolTimeout) -> DatabaseError:
    """The reason why the pool has no connection, which a connection of its own tells. Blocks."""
    try:
        connect(url).close()
    except DatabaseError as error:
        reason = DatabaseError(str(error))
    else:
        reason = DatabaseError(
            f"{shown(url)}: no free connection within {CONNECT_SECONDS} s; raise the size of the pool"
        )
    reason.__cause__ = timeout  # so that it is not tried again
    return reason


def settings(filters: Filters, *, everywhere: bool = False) -> tuple[tuple[str, str], ...]:
    """The server settings for a search with these filters; `everywhere`: in several shards of a cluster."""
    ef_search = EF_FILTERED if filters.narrow else EF_OF_MANY if everywhere else EF_SEARCH
    return (*SETTINGS, ("hnsw.ef_search", str(ef_search)))


def _vector(info: DatabaseInfo, query: Query) -> list[float] | None:
    """The vector of the query with its context; None without an embedder, a text or a known word."""
    if info.embedder is None or not query.text.strip():
        return None
    text = query.text + "\n" + query.context if query.context else query.text
    return info.embedder.embed([plain(text).replace("\x00", " ")])[0]


def _opening(timeout: float, values: Iterable[tuple[str, str]]) -> list[Statement]:
    """Begins a transaction with its settings, which end with it: behind a pooler the next one may be another
    client's."""
    limits = {**dict(values), "statement_timeout": str(max(1, int(timeout * 1000)))}
    return [(b"BEGIN READ ONLY", None), *((line, None) for line in local_settings(limits))]


def _pool_options(info: DatabaseInfo, size: int) -> dict[str, Any]:
    return {
        "kwargs": opening(info.url, prepare=not info.pooled),
        "min_size": 0,
        "max_size": size,
        "timeout": CONNECT_SECONDS,
        "name": "memories",
    }
