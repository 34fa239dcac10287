"""The process: a socket, the address on standard output, the server, and its end after an idle time."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import socket
import sys
import threading
import time
from collections.abc import Callable

import uvicorn
from starlette.types import ASGIApp

from memory_retrieval.core.errors import MemoryRetrievalError

from .app import make_app
from .connections import BoundedConnection
from .security import Access
from .source.protocol import Source

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
TICK = 0.5  # seconds between checks of the idle time


def serve(
    source: Source,
    host: str,
    port: int,
    idle: float,
    announce: Callable[[str, int], None],
    browse: Callable[[str], None] | None = None,
) -> bool:
    """Serves until interrupted (False), or until `idle` seconds have passed without a request (True; 0: for ever).

    announce  is given the address with its token and the port, as soon as the port listens
    browse    is given an address that works once
    """
    listener = _listen(host, port)
    bound = listener.getsockname()[1]
    access = Access(_names(host), bound)
    timer = _IdleTimer()
    server = _server(make_app(source, access, timer.reset, lambda: server.should_exit))
    base = "http://%s:%d" % (_shown(host), bound)
    announce("%s/?token=%s" % (base, access.token), bound)
    source.warm_up()
    if browse is not None:
        threading.Thread(target=browse, args=("%s/open/%s" % (base, access.ticket()),), daemon=True).start()
    try:
        return asyncio.run(_run(server, listener, timer, idle))
    except KeyboardInterrupt:  # the usual end
        return False
    finally:
        listener.close()
        source.close()


def is_loopback(host: str) -> bool:
    """Whether an address can be reached from this machine only."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


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


async def _run(server: uvicorn.Server, listener: socket.socket, timer: _IdleTimer, idle: float) -> bool:
    """Serves on a listening socket until it is told to end; whether the idle time ended it."""
    watch = asyncio.create_task(timer.wait(idle))
    main = asyncio.create_task(server.serve(sockets=[listener]))
    done, _ = await asyncio.wait({watch, main}, return_when=asyncio.FIRST_COMPLETED)
    server.should_exit = True
    await main
    watch.cancel()
    return watch in done


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


def plain_any(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_unspecified
    except ValueError:
        return False


def _listen(host: str, port: int) -> socket.socket:
    plain = host.strip("[]")
    try:
        family = socket.getaddrinfo(plain, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((plain, port))
        listener.listen(128)
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise MemoryRetrievalError(
            "cannot listen on %s:%d: %s; take another --port, or none for a free one" % (host, port, why)
        ) from error
    return listener


def _names(host: str) -> tuple[str, ...]:
    """The Host names to accept; for an address of all interfaces, those that the machine knows for itself."""
    if is_loopback(host):
        return LOOPBACK if host in (*LOOPBACK, "::1") else (*LOOPBACK, _shown(host))
    names = {*LOOPBACK, _shown(host)}
    if plain_any(host):
        names |= {socket.gethostname().lower(), socket.getfqdn().lower()}
        try:
            names |= {_shown(str(info[4][0])) for info in socket.getaddrinfo(socket.gethostname(), None)}
        except OSError:
            pass
    return tuple(sorted(names))


def _shown(host: str) -> str:
    """The host as it is written in an address."""
    plain = host.strip("[]").lower()
    return "[%s]" % plain if ":" in plain else plain
