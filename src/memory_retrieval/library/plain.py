"""Checks of arguments for the functions that commands call, too: nothing is imported while the values are right."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def text(name: str, value: Any) -> str:
    """A text, or a path-like object; MemoryRetrievalError otherwise."""
    if isinstance(value, str):
        return value
    from . import arguments

    return arguments.text(name, value)


def number(name: str, value: Any) -> int:
    """A whole number; MemoryRetrievalError otherwise."""
    if type(value) is int:
        return value
    from . import arguments

    return arguments.count(name, value)


def mapping(name: str, value: Any) -> Mapping[str, Any]:
    """A dictionary or the like; MemoryRetrievalError otherwise."""
    if isinstance(value, dict) or hasattr(value, "keys"):
        found: Mapping[str, Any] = value
        return found
    from ..core.errors import MemoryRetrievalError

    raise MemoryRetrievalError("%s: expected a dictionary of the record's fields, got %.60r" % (name, value))
