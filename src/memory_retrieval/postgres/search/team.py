"""The team database as an engine: opens it, asks it, and hands over candidates as the files' index does.

`Team` asks over a pool of connections and may be shared between threads; `AsyncTeam` is the same for asyncio. Neither knows how
candidates are ranked.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from psycopg_pool import AsyncConnectionPool, ConnectionPool, PoolTimeout

from ...core import config
from ...core.errors import DatabaseError, MemoryRetrievalError
from ...core.model import Query
from ...index.candidate import SearchResult
from ..db import embedding_model, migrate
from ..db.connection import (
    CONNECT_SECONDS,
    STATEMENT_SECONDS,
    Connection,
    connect,
    is_broken,
    is_pooled,
    opening,
    shown,
    translated,
)
from ..db.pipeline import async_pipeline, pipeline
from ..embedders.base import Embedder, open_embedder
from ..ingest.rows import NAMES, parameter, plain
from .found import gather
from .search import EF_FILTERED, EF_SEARCH, SCAN_TUPLES, Filters, Search, statement

if TYPE_CHECKING:
    from types import TracebackType

Asked = tuple[Search, str, dict[str, Any]]  # what is asked, its SQL, its parameters
POOL_SIZE = 4  # connections
TRIES = (
    POOL_SIZE + 1
)  # of a search, since reading twice does no harm: after a restart of the server each connection may be cut
LOOK_AGAIN = 60.0  # seconds after which it is found out anew which tables and workspaces there are
MAX_SCATTERED = 200  # workspaces of a cluster that one search asks
SETTINGS = (
    ("hnsw.iterative_scan", "relaxed_order"),
    ("hnsw.max_scan_tuples", str(SCAN_TUPLES)),
    ("jit", "off"),  # compiling costs more than such a query runs
)


@dataclass
class Opened:
    """What is known of a database once it was opened.

    notes        for people: what a search will lack
    workspaces   those that the role may see
    distributed  whether the tables are spread over a cluster by workspace
    barred       whether row-level security keeps this role from the word index
    pooled       whether a pooler stands between us and the server
    """

    url: str
    model: embedding_model.Model | None
    embedder: Embedder | None
    tables: tuple[str, ...]
    notes: list[str] = field(default_factory=list)
    workspaces: tuple[str, ...] = ()
    distributed: bool = False
    barred: bool = False
    pooled: bool = False

    @property
    def by_model(self) -> bool:
        """Whether a sentence model makes the vectors, and not the shipped term table."""
        return self.embedder is not None and self.embedder.name != "static"


def look_around(connection: Connection, url: str, embedder: Embedder | None = None) -> Opened:
    """Checks the version, finds out which tables and workspaces there are, and opens the embedder that made the vectors."""
    migrate.check(connection, url)
    with translated(url):
        stored = embedding_model.read(connection)
        marks = ", ".join(f"EXISTS (SELECT FROM {table})" for table in NAMES)
        row = connection.execute(f"SELECT {marks}".encode()).fetchone() or ()
        names = connection.execute("SELECT workspace FROM workspaces ORDER BY workspace")
        tables = tuple(name for name, there in zip(NAMES, row, strict=True) if there)
        opened = Opened(url, stored, embedder, tables, workspaces=tuple(name for (name,) in names))
        opened.distributed, opened.barred, opened.pooled = (
            is_distributed(connection),
            is_barred(connection),
            is_pooled(connection),
        )
    if stored is not None and embedder is None:
        try:
            opened.embedder = embedder_of(stored)
            embedding_model.require_same(stored, opened.embedder, url)
        except MemoryRetrievalError as error:
            opened.embedder = None
            opened.notes.append(f"searching by words alone: {error}")
    return opened


def embedder_of(stored: embedding_model.Model) -> Embedder:
    """The embedder by which a database's vectors were made, as this machine has it."""
    if stored.embedder == "static":
        return open_embedder("static")
    name = config.environ("MEMORIES_EMBED_MODEL") or ("" if stored.embedder == "onnx" else stored.model)
    url = config.environ("MEMORIES_EMBED_URL") if stored.embedder == "http" else ""
    return open_embedder(stored.embedder, model=name, url=url, key=config.environ("MEMORIES_EMBED_KEY"), attempts=1)


class Team:
    """A database for searching. Context manager; may be shared between threads.

    url        as for `connect`
    workspace  to search in; None for all that the role may see
    embedder   for the queries' vectors, not closed with this; None for the one the database names
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
        self.url, self.workspace = url, workspace
        self._timeout, self._given = timeout, embedder
        self.opened = open_checked(
            url, workspace, embedder
        )  # says at once what is wrong; a pool would try until its time is up
        self._looked = time.monotonic()
        self._pool: ConnectionPool[Any] = ConnectionPool(
            kwargs=opening(url, prepare=not self.opened.pooled),
            min_size=0,
            max_size=pool_size,
            open=True,
            timeout=CONNECT_SECONDS,
            name="memories",
        )  # type: ignore[call-arg,arg-type,unused-ignore]

    def __enter__(self) -> Team:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._pool.close()
        release(self.opened, self._given)

    def find(self, query: Query, limit: int, filters: Filters | None = None, now: float = 0.0) -> SearchResult:
        """At most about twice `limit` records that share a word with the query or lie near it in meaning."""
        if time.monotonic() - self._looked > LOOK_AGAIN:
            self.opened, self._looked = open_checked(self.url, self.workspace, self._given), time.monotonic()
        asked = prepare(self.opened, query, self.workspace, filters or Filters(), limit, now)
        for _ in range(TRIES - 1):
            try:
                return self._ask(asked, query)
            except DatabaseError as error:
                if not _is_cut(error):
                    raise
        return self._ask(asked, query)

    def _ask(self, asked: list[Asked], query: Query) -> SearchResult:
        try:
            with translated(self.url), self._pool.connection() as connection:
                with pipeline(connection):  # one round trip
                    connection.execute("BEGIN READ ONLY")
                    connection.execute(*_settings(self._timeout, asked[0][0].filters))
                    cursors = [connection.execute(sql.encode(), parameters) for _, sql, parameters in asked]
                    total = connection.execute(*_total(self.workspace))
                    connection.execute("COMMIT")
                rows = [cursor.fetchall() for cursor in cursors]
                return gather(asked[0][0], query, rows, _number(total.fetchone()))
        except PoolTimeout as error:
            raise _no_connection(self.url) from error


def open_checked(url: str, workspace: str | None, embedder: Embedder | None) -> Opened:
    """What there is to search; DatabaseError when the database cannot be used or has no such workspace."""
    with connect(url) as connection:
        if workspace is not None:
            migrate.check(connection, url)
            require_workspace(connection, url, workspace)
        return look_around(connection, url, embedder)


def require_workspace(connection: Connection, url: str, workspace: str) -> None:
    """DatabaseError that names some workspaces there are, unless this one is among those that the role may see."""
    with translated(url):
        if (
            connection.execute("SELECT FROM workspaces WHERE workspace = %s", (parameter(workspace),)).fetchone()
            is not None
        ):
            return
        names = [row[0] for row in connection.execute("SELECT workspace FROM workspaces ORDER BY workspace LIMIT 11")]
    there = ", ".join(names[:10]) + (", ..." if len(names) > 10 else "") if names else "none that this role may see"
    raise DatabaseError(f"{shown(url)}: no workspace {workspace!r:.80}; there are: {there}")


def release(opened: Opened, given: Embedder | None) -> None:
    """Closes the embedder, unless somebody else owns it."""
    if opened.embedder is not None and opened.embedder is not given:
        opened.embedder.close()


def is_distributed(connection: Connection) -> bool:
    """Whether Citus spreads the tables over a cluster."""
    row = connection.execute("SELECT to_regclass('pg_dist_partition') IS NOT NULL").fetchone()
    if not row or not row[0]:
        return False
    found = connection.execute(
        "SELECT count(*) FROM pg_dist_partition WHERE logicalrelid = 'memories'::regclass"
    ).fetchone()
    return bool(found and found[0])


def is_barred(connection: Connection) -> bool:
    """Whether row-level security keeps this role from the word index: always, unless a superuser has declared `@@` to leak nothing."""
    row = connection.execute(
        "SELECT row_security_active('memories') AND NOT proleakproof FROM pg_proc"
        " WHERE oid = 'pg_catalog.ts_match_vq(tsvector, tsquery)'::regprocedure"
    ).fetchone()
    return bool(row and row[0])


def prepare(
    opened: Opened, query: Query, workspace: str | None, filters: Filters, limit: int, now: float
) -> list[Asked]:
    """The search, its SQL and its parameters: one statement, or on a cluster one for each workspace, which goes to one node."""
    vector = None
    if opened.embedder is not None and query.text.strip():
        text = query.text + "\n" + query.context if query.context else query.text
        vector = opened.embedder.embed([plain(text).replace("\x00", " ")])[0]
    tables = [table for table in filters.tables() if table in opened.tables] or ["memories"]
    scattered = workspace is None and opened.distributed and bool(opened.workspaces)
    scopes = opened.workspaces[:MAX_SCATTERED] if scattered else (workspace,)
    searches = [Search.of(query, vector, scope, filters, limit, now) for scope in scopes]
    return [(search, *statement(search, tables, barred=opened.barred)) for search in searches]


def settings(filters: Filters) -> tuple[tuple[str, str], ...]:
    """What the server is to use for such a search."""
    return (*SETTINGS, ("hnsw.ef_search", str(EF_FILTERED if filters.narrow else EF_SEARCH)))


def _settings(timeout: float, filters: Filters) -> tuple[bytes, list[str]]:
    """Settings for this transaction alone, so that a pooler between us and the server does not carry them to others."""
    values = [*settings(filters), ("statement_timeout", str(max(1, int(timeout * 1000))))]
    calls = ", ".join("set_config(%s, %s, true)" for _ in values)
    return f"SELECT {calls}".encode(), [part for pair in values for part in pair]


def _is_cut(error: DatabaseError) -> bool:
    """Whether a connection was lost, and another one may well be had; the pool has tried long enough when it has none."""
    return is_broken(error) and not isinstance(error.__cause__, PoolTimeout)


def _no_connection(url: str) -> DatabaseError:
    return DatabaseError(
        f"{shown(url)}: no connection within {CONNECT_SECONDS} s; see that the server runs, or raise the pool's size"
    )


def _total(workspace: str | None) -> tuple[bytes, dict[str, Any]]:
    where = " WHERE workspace = %(workspace)s" if workspace is not None else ""
    return f"SELECT coalesce(sum(records), 0) FROM workspaces{where}".encode(), {"workspace": workspace}


def _number(row: Any) -> int:
    return int(row[0]) if row else 0


class AsyncTeam:
    """`Team` for asyncio: open it with `async with`. Embedding a query runs on the event loop's default threads."""

    def __init__(
        self,
        url: str,
        workspace: str | None = None,
        *,
        embedder: Embedder | None = None,
        timeout: float = STATEMENT_SECONDS,
        pool_size: int = POOL_SIZE,
    ) -> None:
        self.url, self.workspace = url, workspace
        self._given, self._timeout, self._size = embedder, timeout, pool_size
        self._pool: AsyncConnectionPool[Any] | None = None
        self.opened, self._looked = Opened(url, None, embedder, ()), 0.0

    async def __aenter__(self) -> AsyncTeam:
        self.opened = await asyncio.to_thread(open_checked, self.url, self.workspace, self._given)
        self._looked = time.monotonic()
        self._pool = AsyncConnectionPool(
            kwargs=opening(self.url, prepare=not self.opened.pooled),
            min_size=0,
            max_size=self._size,
            open=False,
            timeout=CONNECT_SECONDS,
        )  # type: ignore[call-arg,arg-type,unused-ignore]
        await self._pool.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        if self._pool is not None:
            await self._pool.close()
        release(self.opened, self._given)

    async def find(self, query: Query, limit: int, filters: Filters | None = None, now: float = 0.0) -> SearchResult:
        """As `Team.find`."""
        if self._pool is None:
            raise DatabaseError(f"{shown(self.url)}: not open yet; use `async with`")
        if time.monotonic() - self._looked > LOOK_AGAIN:
            self.opened = await asyncio.to_thread(open_checked, self.url, self.workspace, self._given)
            self._looked = time.monotonic()
        asked = await asyncio.to_thread(prepare, self.opened, query, self.workspace, filters or Filters(), limit, now)
        for _ in range(TRIES - 1):
            try:
                return await self._ask(self._pool, asked, query)
            except DatabaseError as error:
                if not _is_cut(error):
                    raise
        return await self._ask(self._pool, asked, query)

    async def _ask(self, pool: AsyncConnectionPool[Any], asked: list[Asked], query: Query) -> SearchResult:
        try:
            with translated(self.url):
                async with pool.connection() as connection:
                    async with async_pipeline(connection):
                        await connection.execute("BEGIN READ ONLY")
                        await connection.execute(*_settings(self._timeout, asked[0][0].filters))
                        cursors = [await connection.execute(sql.encode(), parameters) for _, sql, parameters in asked]
                        total = await connection.execute(*_total(self.workspace))
                        await connection.execute("COMMIT")
                    rows = [await cursor.fetchall() for cursor in cursors]
                    count = await total.fetchone()
                return gather(asked[0][0], query, rows, _number(count))
        except PoolTimeout as error:
            raise _no_connection(self.url) from error
