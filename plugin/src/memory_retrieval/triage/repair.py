"""Follows a session from a failure to the change that fixes it and the check that shows it.

Two shapes: something fails, something is changed, a check passes; or a program that ran before a change is run again
after it, which also holds where the failure was a wrong value and no error. Either may take up to SPAN turns.
"""

from __future__ import annotations

from ..transcript.values import USER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Optional

    Point = tuple[int, int]  # the turn, and how much was changed until then

SPAN = 2  # turns back to the failure, or to the first run
MAX_COMMAND = 400  # characters
SEPARATORS = {ord(c): "\n" for c in "&|;("}
COMMON = frozenset(("cd", "sudo"))


class Repair:
    """What is known at one point of a session; the events are told in order."""

    def __init__(self) -> None:
        self.turn = self.changes = 0
        self.failed: Optional[Point] = None
        self.mended = self.again = False
        self.runs: dict[str, Point] = {}

    def told(self, role: str) -> tuple[bool, bool]:
        """(whether a failure was fixed in this turn, whether the last program was one run again after a change)."""
        if role != USER:
            return self.mended, self.again
        if self.mended:
            self.failed = None
        self.turn += 1
        self.mended = self.again = False
        return False, False

    def call(self, command: str, *, changes: bool) -> None:
        """A tool call; `command` is "" for one that runs nothing."""
        if changes:
            self.changes += 1
            self.mended = False
        if command:
            named = programs(command)
            self.again = any(self._precedes(self.runs.get(name)) for name in named)
            self.runs.update(dict.fromkeys(named, (self.turn, self.changes)))

    def fail(self) -> None:
        self.mended = False
        if self.failed is None or self.failed[0] < self.turn - SPAN:
            self.failed = (self.turn, self.changes)

    def succeed(self) -> None:
        """A check passed."""
        self.mended = self.mended or self._precedes(self.failed)

    def _precedes(self, point: Optional[Point]) -> bool:
        """Whether a point is near, and something was changed since."""
        return (
            point is not None
            and point[0] >= self.turn - SPAN
            and point[1] < self.changes
        )


def programs(command: str) -> set[str]:
    """The first word of each command in a line of them."""
    parts = command[:MAX_COMMAND].translate(SEPARATORS).split("\n")
    return {part.split(None, 1)[0] for part in parts if part.strip()} - COMMON
