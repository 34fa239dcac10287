"""After the answer: a look at every file of a large store, so that what was edited in place is seen at the next prompt.

Runs in a detached child that closes the host's pipes and ends by itself; where there is no fork it is left to the next event.
"""

from __future__ import annotations

import os
import time

from .database import index_path
from .fts5 import Fts5Index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Store

LIMIT = 15.0  # seconds; a build that needs longer goes on at the next event


def after_answer(stores: list[Store]) -> None:
    """Sweeps in the background; returns at once. For stores too large to be looked at before an answer."""
    if not hasattr(os, "fork") or os.fork():
        return
    try:
        os.setsid()
        null = os.open(os.devnull, os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(null, fd)
        sweep(stores, time.monotonic() + LIMIT)
    finally:
        os._exit(0)


def sweep(stores: list[Store], deadline: float) -> None:
    """Brings every index up to date, looking at every file, until `deadline` (monotonic seconds)."""
    for store in stores:
        with alone(store) as free:
            if not free:
                continue  # another sweep is at it
            with Fts5Index(store) as index:
                if index.refresh(deadline, thorough=True).complete:
                    index.merge(deadline)


class alone:  # noqa: N801  reads as a word in `with alone(store)`
    """Context: True for the one sweep of a store at a time; the system frees the place of a dead one."""

    def __init__(self, store: Store) -> None:
        self._path, self._fd = index_path(store), -1

    def __enter__(self) -> bool:
        try:
            import fcntl

            self._fd = os.open(self._path + ".sweep", os.O_RDWR | os.O_CREAT, 0o600)
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (ImportError, OSError):
            return False
        return True

    def __exit__(self, *_: object) -> None:
        if self._fd >= 0:
            os.close(self._fd)
