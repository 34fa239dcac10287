"""`AsyncMemoryRetriever`: a `MemoryRetriever` that an event loop can await."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

from ..core.errors import MemoryRetrievalError
from ..extras import load
from ..retrieve.pipeline import retrieve_async
from .retriever import MemoryRetriever, Result, _Wanted

if TYPE_CHECKING:
    from collections.abc import Sequence


class AsyncMemoryRetriever:
    """`MemoryRetriever` for asyncio, with the same arguments, results and errors.

    Over a database it asks through psycopg's asynchronous connections, in one event loop; over files each query runs in
    a thread. It opens at its first use.
    """

    def __init__(
        self,
        root: str | None = None,
        db_url: str | None = None,
        workspace: str | None = None,
        *,
        timeout: float = 30.0,
    ) -> None:
        self._make = partial(MemoryRetriever, root, db_url, workspace, timeout=timeout)
        self._opening = asyncio.Lock()
        self._retriever: MemoryRetriever | None = None
        self._team: Any = None
        self._closed = False

    async def __aenter__(self) -> AsyncMemoryRetriever:
        await self._opened()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Releases what is held, as `MemoryRetriever.close`."""
        self._closed = True
        if self._team is not None:
            await self._team.close()
        if self._retriever is not None:
            self._retriever.close()

    @property
    def notes(self) -> list[str]:
        """As `MemoryRetriever.notes`; none before the first use."""
        return self._retriever.notes if self._retriever is not None else []

    async def query(
        self,
        query: str,
        category: str | None = None,
        top_k: int = 5,
        min_confidence: float | None = None,
        severity: str | Sequence[str] | None = None,
        recent_days: float | None = None,
        transcript: str | None = None,
    ) -> list[Result]:
        """As `MemoryRetriever.query`."""
        retriever = await self._opened()
        filters = min_confidence, severity, recent_days
        if self._team is None:
            every = query, category, top_k, *filters, transcript
            return await asyncio.to_thread(retriever.query, *every)
        wanted = _Wanted.of(category, *filters)
        asked = retriever._asked(query, top_k, transcript, wanted)
        trace = await retrieve_async(*asked, self._team.search)
        return retriever._results(trace, wanted, top_k)

    async def _opened(self) -> MemoryRetriever:
        if self._closed:
            raise MemoryRetrievalError("this retriever is closed; open a new one")
        async with self._opening:
            if self._retriever is None:
                retriever = await asyncio.to_thread(self._make)
                if retriever._team is not None:
                    make = load("team", "search.async_team").AsyncTeam
                    self._team = make(retriever._team)
                self._retriever = retriever
            return self._retriever
