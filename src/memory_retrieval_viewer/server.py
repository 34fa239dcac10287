"""The process: a socket, the address on standard output, the server, and its end after an idle time.

Every program of the machine can keep a connection open without a request, and uvicorn closes only those that it has
answered. Hence they are closed after a time here, and are never more than a certain number.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import ClassVar

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from memory_retrieval.core.errors import MemoryRetrievalError

from .app import make_app
from .security import Access
from .source.files import FilesSource

HOST = "127.0.0.1"
TICK = 0.5  # seconds between checks of the idle time
SECONDS = 10.0  # in which a request has to be there whole, its body included
MOST = 100  # connections without a whole request; a browser opens six
UNFINISHED = (h11.IDLE, h11.SEND_BODY)  # states of a client whose request is not whole


def serve(
    source: FilesSource,
    port: int,
    idle: float,
    announce: Callable[[str, int], None],
    browse: Callable[[str], None] | None = None,
) -> bool:
    """Serves until interrupted (False), or until `idle` seconds have passed without a request (True; 0: for ever).

    announce  is given the address with its token and the port, as soon as the port listens
    browse    is given an address that works once
    """
    listener = _listen(port)
    bound = listener.getsockname()[1]
    access = Access(bound)
    timer = _IdleTimer()
    server = _server(make_app(source, access, timer.reset))
    base = f"http://{HOST}:{bound}"
    announce(f"{base}/?token={access.token}", bound)
    source.warm_up()
    if browse is not None:
        once = f"{base}/open/{access.ticket()}"
        threading.Thread(target=browse, args=(once,), daemon=True).start()
    try:
        return asyncio.run(_run(server, listener, timer, idle))
    except KeyboardInterrupt:  # the usual end
        return False
    finally:
        listener.close()


def may_browse() -> bool:
    """Whether a display for a browser is available."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _server(app: ASGIApp) -> uvicorn.Server:
    config = uvicorn.Config(
        app,
        http=BoundedConnection,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        timeout_graceful_shutdown=2,
    )
    return uvicorn.Server(config)


async def _run(
    server: uvicorn.Server, listener: socket.socket, timer: _IdleTimer, idle: float
) -> bool:
    """Serves on a listening socket until it is told to end; whether the idle time ended it."""
    watch = asyncio.create_task(timer.wait(idle))
    main = asyncio.create_task(server.serve(sockets=[listener]))
    done, _ = await asyncio.wait({watch, main}, return_when=asyncio.FIRST_COMPLETED)
    server.should_exit = True
    await main
    watch.cancel()
    return watch in done


class BoundedConnection(H11Protocol):
    """HTTP for one connection. Where there are too many without a request, the one that has waited longest goes."""

    _waiting: ClassVar[
        dict[BoundedConnection, asyncio.TimerHandle]
    ] = {}  # in the order in which they began to wait

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


class _IdleTimer:
    """The time of the last request."""

    def __init__(self) -> None:
        self._at = time.monotonic()

    def reset(self) -> None:
        self._at = time.monotonic()

    async def wait(self, idle: float) -> None:
        """Returns after `idle` seconds without a request; never for 0."""
        while not idle or time.monotonic() - self._at < idle:
            await asyncio.sleep(TICK)


def _listen(port: int) -> socket.socket:
    try:
        listener = socket.socket()
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        listener.listen(128)
    except OSError as error:
        step = "take another --port, or none for a free one"
        raise MemoryRetrievalError(
            f"cannot listen on {HOST}:{port}: {error.strerror}; {step}"
        ) from error
    return listener
