"""One sweep of a store at a time, across processes."""

from __future__ import annotations

import os

from .database import index_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Store


class SweepLock:
    """Context manager; its value is True for the one process that holds the lock and False for every other.

    The system releases the lock of a process that dies. False as well where the system has no such locks.
    """

    def __init__(self, store: Store) -> None:
        self._path, self._fd = index_path(store) + ".sweep", -1

    def __enter__(self) -> bool:
        if not os.path.isabs(self._path):
            return False  # no folder can hold the index, and the working folder is not ours
        try:
            import fcntl

            self._fd = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (ImportError, OSError):
            return False
        return True

    def __exit__(self, *_: object) -> None:
        if self._fd >= 0:
            os.close(self._fd)
