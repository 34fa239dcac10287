"""The time limit of a hook: a thread that ends the process when it has passed. Knows no event."""

from __future__ import annotations

import _thread
import os
import time

from ..state.log import log_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

INDEX_SHARE = 0.6  # of the limit


class Deadline:
    """Ends the process silently when its time has passed before there is an answer. What was indexed by then stays.

    A thread, since a signal does not interrupt SQLite and Windows has none. `started` is the monotonic clock's time at
    which the hook began. `otherwise` is what a hook that must not let a call pass answers when the time has passed, and
    when it fails.
    """

    def __init__(self, event: str, started: float) -> None:
        self.event, self.started, self._at, self._answered = event, started, 0.0, False
        self.otherwise: Callable[[], str] = str
        self._lock = (
            _thread.allocate_lock()
        )  # held by whoever decides: the answer, or silence

    def set(self, seconds: float) -> None:
        """The limit, in seconds after the start. A later call replaces an earlier one."""
        if self._at == self.started + seconds:
            return
        self._at = self.started + seconds
        try:
            _thread.start_new_thread(self._wait, (self._at,))
        except (
            RuntimeError,
            MemoryError,
        ):  # the system allows no further thread: a signal, if it comes through
            self._end_by_signal(self._at)

    def stop(self) -> None:
        """From here on the answer may be written; does not return when the time has passed."""
        if not self._answered:
            self._answered, self._at = True, 0.0
            self._lock.acquire()

    def for_index(self) -> float:
        """The time on the monotonic clock until which indexes may be brought up to date."""
        return self.started + (self._at - self.started) * INDEX_SHARE

    def _wait(self, at: float) -> None:
        time.sleep(max(0.0, at - time.monotonic()))
        self._end(at)

    def _end_by_signal(self, at: float) -> None:
        """Ends the process at `at`, or as soon as the call that it is in returns; nothing on Windows."""
        try:
            import _signal  # type: ignore[import-not-found]  # not `signal`, which loads `enum`

            _signal.signal(_signal.SIGALRM, lambda *_: self._end(at))
            _signal.setitimer(_signal.ITIMER_REAL, max(0.001, at - time.monotonic()))
        except (ImportError, AttributeError, OSError, ValueError):
            return

    def _end(self, at: float) -> None:
        if self._at == at and self._lock.acquire(False):
            limit = at - self.started
            log_line(self.event, f"no answer within {limit:.2f} s")
            try:
                os.write(1, self.otherwise().encode("utf-8", "replace"))
            finally:
                os._exit(0)
