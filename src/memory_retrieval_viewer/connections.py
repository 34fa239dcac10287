"""Connections that are kept open without a request: closed after a time, and never more than a certain number.

Every program of the machine can open one, and the server below closes only those that it has answered.
"""

from __future__ import annotations

import asyncio
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS = 10.0  # in which a request has to be there whole, its body included
MOST = 100  # connections without a whole request; a browser opens six
UNFINISHED = (h11.IDLE, h11.SEND_BODY)  # states of a client whose request is not whole


class BoundedConnection(H11Protocol):
    """HTTP for one connection. Where there are too many without a request, the one that has waited longest goes."""

    _waiting: ClassVar[dict[BoundedConnection, asyncio.TimerHandle]] = {}  # in the order in which they began to wait

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._note()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._note()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._note()

    def connection_lost(self, exc: Exception | None) -> None:
        self._arrived()
        super().connection_lost(exc)

    def _note(self) -> None:
        """Starts the time when the connection waits for a request, and stops it when the request is whole."""
        if self.conn.their_state not in UNFINISHED:
            self._arrived()
        elif self not in self._waiting and not self.transport.is_closing():
            self._waiting[self] = self.loop.call_later(SECONDS, self.transport.abort)
            if len(self._waiting) > MOST:
                next(iter(self._waiting)).transport.abort()

    def _arrived(self) -> None:
        timer = self._waiting.pop(self, None)
        if timer is not None:
            timer.cancel()
