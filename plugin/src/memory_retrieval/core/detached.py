"""Work that nobody waits for, in a process of its own that holds none of the host's pipes."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST = 60  # seconds after which the system ends the process, whatever it waits for


def detached(work: Callable[[], object]) -> bool:
    """Has a child process do the work, and returns at once; False where there is no fork, or the host forbids it."""
    try:
        if os.fork():
            return True
    except (AttributeError, OSError):
        return False
    try:
        import _signal  # type: ignore[import-not-found]  # not `signal`, which loads `enum`

        os.setsid()
        _signal.signal(_signal.SIGALRM, _signal.SIG_DFL)
        _signal.alarm(LONGEST)  # a program that takes the place of this one keeps it
        null = os.open(os.devnull, os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(null, fd)
        work()
    finally:
        os._exit(0)
