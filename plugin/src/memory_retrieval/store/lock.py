"""The one lock of a store: `.lock` in its folder, held by the system, so that the lock of a dead process is free.

Nothing is written without it. StoreError for those who cannot get it in time.
"""

from __future__ import annotations

import os
import time

from ..core import environment
from ..core.errors import StoreError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

NAME = ".lock"
WAIT = 15.0  # seconds for another writer
POLL = 0.002, 0.05  # seconds between attempts, first and longest


class StoreLock:
    """Context manager: exclusive for all processes. One thread at a time.

    StoreError when `timeout` seconds (else WAIT) pass, or when the folder cannot be written. `mode` is that of a new
    lock file.
    """

    def __init__(
        self, folder: str, timeout: float | None = None, mode: int = 0o644
    ) -> None:
        self.path, self._mode, self._fd = os.path.join(folder, NAME), mode, -1
        self._timeout = (
            environment.number("MEMORIES_LOCK_SECONDS", WAIT)
            if timeout is None
            else timeout
        )

    def __enter__(self) -> StoreLock:
        end, pause = time.monotonic() + self._timeout, POLL[0]
        while not self._try():
            left = end - time.monotonic()
            if left <= 0:
                raise StoreError.at(
                    self.path,
                    f"another process has held the lock for {self._timeout:g} seconds; nothing was written; try again",
                    "locked",
                )
            time.sleep(min(pause, left))
            pause = min(pause * 1.5, POLL[1])
        return self

    def __exit__(self, *_: object) -> None:
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)  # gives the lock back

    def _try(self) -> bool:
        fd = _open(self.path, self._mode)
        try:
            # A lock on a file that was removed meanwhile (git clean) excludes nobody.
            if try_lock(fd) and _same(fd, self.path):
                self._fd, fd = fd, -1
                return True
            return False
        finally:
            if fd >= 0:
                os.close(fd)


def _open(path: str, mode: int) -> int:
    flags = (
        os.O_RDWR
        | os.O_CREAT
        | getattr(os, "O_NOFOLLOW", 0)
        | getattr(os, "O_CLOEXEC", 0)
    )
    try:
        return os.open(path, flags, mode)
    except OSError as error:
        message = f"cannot lock the store: {error.strerror}; make its folder writable"
        raise StoreError.at(path, message, "not-writable") from error


def try_lock(fd: int) -> bool:
    """Whether this process has the lock of an open file now; until the file is closed. Never waits."""
    try:
        if fcntl is not None:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            import msvcrt

            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        return True
    except OSError:
        return False


def _same(fd: int, path: str) -> bool:
    try:
        return os.path.samestat(os.fstat(fd), os.stat(path))
    except OSError:
        return False
