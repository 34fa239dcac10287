"""What is being injected, as it happens: server-sent events of new lines of the ledger, bounded in number and time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from .pages.ledger import DAYS, shown
from .source.protocol import Source
from .values import LedgerEntry
from .view import Web

STREAMS = 4  # at a time
SECONDS = 600.0  # after which a stream ends; the page says so
POLL = 0.5  # seconds between looks at the ledger
MOST = 20  # prompts of one look


class Live:
    """The endpoint `answer`. `stopping` says whether the server is about to end."""

    def __init__(self, web: Web, stopping: Callable[[], bool]) -> None:
        self._web, self._stopping, self._open = web, stopping, 0

    async def answer(self, request: Request) -> Response:
        if self._open >= STREAMS:
            return PlainTextResponse("too many pages are watching; close one", 429)
        return StreamingResponse(self._events(request), media_type="text/event-stream")

    async def _events(self, request: Request) -> AsyncIterator[str]:
        self._open += 1
        source = self._web.source  # also when the viewer shows another project meanwhile
        try:
            end = time.monotonic() + SECONDS
            last = (await run_in_threadpool(source.ledger, DAYS))[-1:]
            yield ": watching\n\n"
            while time.monotonic() < end and not self._stopping() and not await request.is_disconnected():
                await asyncio.sleep(POLL)
                entries = await run_in_threadpool(source.ledger, DAYS)
                for entry in _after(entries, last):
                    yield "event: prompt\ndata: %s\n\n" % await run_in_threadpool(self._html, source, entry)
                last = entries[-1:]
            yield "event: end\ndata: \n\n"
        finally:
            self._open -= 1

    def _html(self, source: Source, entry: LedgerEntry) -> str:
        text = self._web.part("parts/prompt.html", line=shown(source, entry))
        return " ".join(text.split())


def _after(entries: Sequence[LedgerEntry], last: Sequence[LedgerEntry]) -> list[LedgerEntry]:
    """The newest MOST entries behind the last known one, oldest first."""
    new: list[LedgerEntry] = []
    for entry in reversed(entries):
        if (last and entry == last[0]) or len(new) == MOST:
            break
        new.append(entry)
    return new[::-1]
