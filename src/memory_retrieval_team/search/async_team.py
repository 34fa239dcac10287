"""Searching a team database from an event loop: only the fetch differs from `Team`."""

from __future__ import annotations

import asyncio
from typing import Any

from psycopg_pool import AsyncConnectionPool

from memory_retrieval.core.errors import DatabaseError
from memory_retrieval.core.model import Query
from memory_retrieval.index.candidate import SearchResult

from ..db.connection import translated
from .engine import PostgresEngine
from .team import TRIES, PreparedQuery, Team


class AsyncTeam:
    """Sends the searches of a `Team` over psycopg's asynchronous connections, in one event loop.

    What may block, reading the tables again and embedding a query, is done in a thread.
    """

    def __init__(self, team: Team) -> None:
        self._team = team
        self._pool = AsyncConnectionPool[Any](**team.pool_options)

    async def close(self) -> None:
        await self._pool.close()

    async def search(
        self, engine: PostgresEngine, query: Query, limit: int, now: int
    ) -> SearchResult:
        """As `engine.search`."""
        team = self._team
        filters = engine.filters
        prepared = await asyncio.to_thread(
            team.prepare, query, limit, filters, float(now)
        )
        for left in reversed(range(TRIES)):
            try:
                with translated(team.url):
                    return await self._ask(prepared)
            except DatabaseError as error:
                team.give_up(error, left)
        raise AssertionError

    async def _ask(self, prepared: PreparedQuery) -> SearchResult:
        await self._pool.open()
        turns = prepared.turns()
        rows = None
        async with self._pool.connection() as connection:
            while True:
                try:
                    statements = turns.send(rows)
                except StopIteration as end:
                    result: SearchResult = end.value
                    return result
                async with connection.pipeline():
                    cursors = [await connection.execute(*asked) for asked in statements]
                rows = [await c.fetchall() for c in cursors if c.description]
