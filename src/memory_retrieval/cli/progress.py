"""The progress of a long command, on standard error and on a terminal only."""

from __future__ import annotations

import sys
from contextlib import contextmanager

from .output import readable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def progress_bar(total: int) -> Iterator[Callable[[str], None]]:
    """Gives a function to call after each of `total` steps with the step's name."""
    done = 0
    with counter() as show:

        def advance(label: str) -> None:
            nonlocal done
            done += 1
            show(label, done, total)

        yield advance


@contextmanager
def counter() -> Iterator[Callable[[str, int, int], None]]:
    """Gives a function to call with a step's name, how much of it is done and its total (0: unknown).

    It overwrites one line.
    """
    if not sys.stderr.isatty():
        yield lambda *_: None
        return
    try:
        yield _show_count
    finally:
        sys.stderr.write("\r\033[K")


def _show_count(label: str, done: int, total: int) -> None:
    sys.stderr.write("\r\033[K%s %s" % (readable(label), "%d of %d" % (done, total) if total else "..."))
    sys.stderr.flush()
