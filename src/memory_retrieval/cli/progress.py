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


@contextmanager
def counter() -> Iterator[Callable[[str, int, int], None]]:
    """Gives a function to be called with what is being done, how much of it is done and how much there is (0: nobody knows)."""
    if not sys.stderr.isatty():
        yield lambda *_: None
        return
    try:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            ProgressColumn,
            Task,
            TextColumn,
            TimeRemainingColumn,
        )
        from rich.text import Text
    except ImportError:
        yield _one_line
        sys.stderr.write("\r\033[K")
        return

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text("%.0f/s" % task.speed if task.speed else "", style="dim")

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task, shown = bar.add_task("", total=None), ""

        def say(label: str, done: int, total: int) -> None:
            nonlocal shown, task
            if label != shown:
                bar.remove_task(task)
                task, shown = bar.add_task(label, total=total or None), label
            bar.update(task, completed=done, total=total or None)

        yield say


def _one_line(label: str, done: int, total: int) -> None:
    """Without `rich`: one line that is written over."""
    sys.stderr.write("\r\033[K%s %s" % (label, "%d of %d" % (done, total) if total else "..."))
    sys.stderr.flush()


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
