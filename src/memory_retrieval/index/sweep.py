"""After the answer: a look at every file of a large store, so that what was edited in place is seen at the next prompt.

Runs in a detached child that closes the host's pipes and ends by itself; where there is no fork it is left to the next event.
"""

import os
import time

from .fts5 import Fts5Index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Store

LIMIT = 5.0  # seconds; a sweep or build that needs longer goes on at the next event


def after_answer(stores):
    # type: (list[Store]) -> None
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


def sweep(stores, deadline):
    # type: (list[Store], float) -> None
    """Brings every index up to date, looking at every file, until `deadline` (monotonic seconds)."""
    for store in stores:
        with Fts5Index(store) as index:
            if index.refresh(deadline, thorough=True).complete:
                index.merge(deadline)
