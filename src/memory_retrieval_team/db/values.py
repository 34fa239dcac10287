"""Conversion of values: Python to PostgreSQL's text formats, and SQL expressions for the way back."""

from __future__ import annotations

from typing import Any

from memory_retrieval.core import clock

from ..embedders.base import Vector

Found = dict[str, Any]
"""A row by the names of its columns, or a value as it becomes JSON."""


def plain(text: str) -> str:
    """Text that UTF-8 can encode: a lone surrogate becomes a question mark."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def parameter(text: str) -> str:
    """Text as a query parameter; characters that the server refuses are replaced."""
    return plain(text).replace("\x00", "\ufffd")


def stamp(seconds: int | None) -> str | None:
    """A time in PostgreSQL's format; None for None and for a time out of range."""
    return (
        clock.format_time(seconds)
        if seconds is not None and seconds > -62_000_000_000
        else None
    )


def seconds(column: str) -> str:
    """SQL for seconds since 1970; null for `infinity`, which a row written by another program may hold."""
    return f"CASE WHEN isfinite({column}) THEN extract(epoch FROM {column})::bigint END"


def rounded(confidence: float | None) -> float | None:
    """A `real` rounded to what was written: 0.95, not 0.949999988. None if out of range."""
    return (
        round(confidence, 6)
        if confidence is not None and 0 <= confidence <= 1
        else None
    )


def tsvector(terms: list[str]) -> str:
    """A tsvector's text format, without positions."""
    doubled = [term.replace("\\", "\\\\").replace("'", "''") for term in terms]
    return " ".join([f"'{term}'" for term in doubled])


def halfvec(vector: Vector) -> str | None:
    """A halfvec's text format."""
    if vector is None:
        return None
    values = ",".join([f"{value:.5g}" for value in vector])
    return f"[{values}]"
