"""Checks of the library's arguments, made before anything is searched, so that files and a database accept the same.

A number out of range is clamped to the range that makes a difference; a value of another type is an error, which names
the argument.
"""

from __future__ import annotations

import os
from numbers import Integral, Real

from ..core.errors import MemoryRetrievalError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

MOST_DAYS = 1_000_000  # 2,700 years, and a time that PostgreSQL can hold
MOST_SECONDS = 2_000_000  # PostgreSQL counts milliseconds in 31 bits
RANGES = {
    "min_confidence": ("a number from 0 to 1", 0, 2),
    "recent_days": ("a number of days", -MOST_DAYS, MOST_DAYS),
    "timeout": ("a number of seconds above 0", 0, MOST_SECONDS),
}
"""{argument: (what it is, the range beyond which nothing changes)}."""


def text(name: str, value: Any) -> str:
    """A text, or a path-like object."""
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if not isinstance(value, str):
        raise _refused(name, "a string", value)
    return value


def optional(name: str, value: Any) -> str | None:
    """A text or None."""
    return None if value is None else text(name, value)


def several(name: str, value: Any) -> tuple[str, ...]:
    """One text, several, or None for none."""
    if value is None or isinstance(value, str):
        return (value,) if value else ()
    try:
        values = tuple(value)
    except TypeError:
        raise _refused(name, "a string or several", value) from None
    if not all(isinstance(part, str) for part in values):
        raise _refused(name, "a string or several", value)
    return values


def mapping(name: str, value: Any) -> Mapping[str, Any]:
    """A dictionary or the like."""
    if not hasattr(value, "keys"):
        raise _refused(name, "a dictionary of the memory's fields", value)
    found: Mapping[str, Any] = value
    return found


def count(name: str, value: Any) -> int:
    """A whole number; a negative one becomes 0."""
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise _refused(name, "a whole number", value)
    return max(0, int(value))


def number(name: str, value: Any) -> float | None:
    """A number or None, clamped to the argument's range."""
    if value is None:
        return None
    what, least, most = RANGES[name]
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    if not is_number or value != value:  # only NaN differs from itself
        raise _refused(name, what, value)
    bounded: Any = min(max(value, least), most)
    return float(bounded)


def seconds(name: str, value: Any) -> float:
    """A number of seconds above 0."""
    limit = number(name, value)
    if not limit:
        raise _refused(name, RANGES[name][0], value)
    return limit


def _refused(name: str, what: str, value: Any) -> MemoryRetrievalError:
    return MemoryRetrievalError(f"{name}: expected {what}, got {value!r:.80}")
