"""How far a long command has come, on standard error and on a terminal only: a bar with `rich`, dots without it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

DOTS = 60  # to a line


@contextmanager
def progress_bar(total: int) -> Iterator[Callable[[str], None]]:
    """Gives a function to be called after each of `total` steps with what is being done."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    except ImportError:
        yield from _dots(total)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda label: bar.update(task, advance=1, description=label)


def _dots(total: int) -> Iterator[Callable[[str], None]]:
    """A dot for each sixtieth of the way."""
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
