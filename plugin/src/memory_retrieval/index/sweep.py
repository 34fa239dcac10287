"""After the answer: looks at every file of a large store, so that an edit in place is seen at the next prompt.

Runs in a detached child process that closes the host's pipes. Where there is no fork it is left to the next event.
"""

from __future__ import annotations

import os
import time

from .fts5 import Fts5Index
from .refresh import SweepLock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Store

LIMIT = 15.0  # seconds; a build that needs longer continues at the next event


def after_answer(stores: list[Store]) -> None:
    """Sweeps in the background and returns at once."""
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
    """Indexes all changes of the stores until `deadline` (monotonic seconds), but for those that are being swept."""
    for store in stores:
        with SweepLock(store) as free:
            if not free:
                continue
            with Fts5Index(store) as index:
                if index.refresh(deadline, thorough=True).complete:
                    index.merge(deadline)
