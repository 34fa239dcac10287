"""Progress callbacks."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""Called with the step, the units done and the total (0 if unknown)."""


def silent(step: str, done: int, total: int) -> None:
    """Reports nothing."""
