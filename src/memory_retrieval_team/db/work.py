"""Long work that survives a lost connection, and what it says of its progress."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from memory_retrieval.core.errors import DatabaseError

from .connection import Connection, connect, is_broken, may_try_again, translated

TRIES = 8  # of one piece of work when the connection is lost; about half a minute with the pauses
LONGEST_PAUSE = 10.0  # seconds

T = TypeVar("T")
Progress = Callable[[str, int, int], None]
"""Called with the step, the units done and the total (0 if unknown)."""


def silent(step: str, done: int, total: int) -> None:
    """Progress that nobody sees."""


class RetryingConnection:
    """Runs work on a connection, and repeats it on a new one if the connection was lost."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.connection = connect(url)

    def close(self) -> None:
        self.connection.close()

    def run(self, work: Callable[[Connection], T]) -> T:
        """The result of `work`, which must be idempotent. DatabaseError if it fails for another reason, or TRIES
        times."""
        for attempt in range(1, TRIES):
            try:
                return self._run(work)
            except DatabaseError as error:
                if not (is_broken(error) or may_try_again(error)):
                    raise
                if is_broken(error):
                    self.connection.close()
                time.sleep(min(LONGEST_PAUSE, 0.1 * 2**attempt))
        return self._run(work)

    def _run(self, work: Callable[[Connection], T]) -> T:
        with translated(self.url):
            if self.connection.closed:
                self.connection = connect(self.url)
            return work(self.connection)
