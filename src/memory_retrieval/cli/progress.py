"""The progress of a long command, on standard error and on a terminal only."""

from __future__ import annotations

import sys
from contextlib import contextmanager

from .output import readable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DOTS = 60


@contextmanager
def progress_bar(total: int) -> Iterator[Callable[[str], None]]:
    """Gives a function to call after each of `total` steps with the step's name; it writes DOTS dots in all."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    done = shown = 0

    def advance(_: str) -> None:
        nonlocal done, shown
        done += 1
        while shown < done * DOTS // max(1, total):
            shown += 1
            sys.stderr.write(".")
            sys.stderr.flush()

    try:
        yield advance
    finally:
        sys.stderr.write("\n")


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
