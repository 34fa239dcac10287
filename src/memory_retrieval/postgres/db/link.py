"""A connection for long work, made anew when it breaks."""

from __future__ import annotations

import time
from collections.abc import Callable

from ...core.errors import DatabaseError
from .connection import Connection, connect, is_broken, may_try_again, translated

TRIES = 8  # of one piece of work, when the connection breaks; with the pauses about half a minute
LONGEST_PAUSE = 10.0  # seconds


class Link:
    """A connection that is made anew when it broke."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.connection = connect(url)

    def close(self) -> None:
        self.connection.close()

    def run(self, work: Callable[[Connection], None]) -> None:
        """Does the work, again on a new connection when the old one is lost on the way; it must bear being done twice."""
        for attempt in range(TRIES):
            try:
                with translated(self.url):
                    if self.connection.closed:
                        self.connection = connect(self.url)
                    work(self.connection)
                return
            except DatabaseError as error:
                if attempt == TRIES - 1 or not (is_broken(error) or may_try_again(error)):
                    raise
                if is_broken(error):
                    self.connection.close()
                time.sleep(min(LONGEST_PAUSE, 0.2 * 2**attempt))
