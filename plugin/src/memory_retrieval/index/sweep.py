"""After the answer: looks at every file of a large store, so that an edit in place is seen at the next prompt.

In a clone without an index it makes one, from the session's start on.
"""

from __future__ import annotations

import os
import time

from ..core.detached import detached
from .database import index_path
from .fts5 import Fts5Index
from .refresh import SweepLock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Store

HERE = 0.5  # seconds, where the answer is given and the host may wait for the process to end
LIMIT = 15.0  # seconds; a build that needs longer continues at the next event


def after_answer(stores: list[Store], *, due: bool = False) -> None:
    """Sweeps in the background and returns at once.

    due  the index lacks files: then a part is done here where no process can be started
    """
    if not detached(lambda: sweep(stores, time.monotonic() + LIMIT)) and due:
        sweep(stores, time.monotonic() + HERE)


def sweep(stores: list[Store], deadline: float) -> None:
    """Indexes all changes of the stores until `deadline` (monotonic seconds), but for those that are being swept."""
    for store in stores:
        with SweepLock(store) as free:
            if not free:
                continue
            with Fts5Index(store) as index:
                if index.refresh(deadline, thorough=True).complete:
                    index.merge(deadline)
                    os.utime(index_path(store) + ".sweep")  # as is_swept asks
