"""Python values in the text forms that PostgreSQL reads, and SQL for values on their way back."""

from __future__ import annotations

from ...core import clock


def plain(text: str) -> str:
    """Text that UTF-8 can hold: a lone surrogate becomes a question mark."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def parameter(text: str) -> str:
    """Text of a query as the server takes it; what no record can hold is replaced."""
    return plain(text).replace("\x00", "\ufffd")


def stamp(seconds: int | None) -> str | None:
    """A time as PostgreSQL reads it; None where there is none, or one that it cannot hold."""
    return clock.format_time(seconds) if seconds is not None and seconds > -62_000_000_000 else None


def seconds(column: str) -> str:
    """SQL for seconds since 1970; null for a time without end, which a row may hold that was written past this
    program."""
    return f"CASE WHEN isfinite({column}) THEN extract(epoch FROM {column})::bigint END"


def rounded(confidence: float | None) -> float | None:
    """A `real` as people wrote it: 0.95, not 0.949999988; None for what is no confidence."""
    return round(confidence, 6) if confidence is not None and 0 <= confidence <= 1 else None


def tsvector(terms: list[str]) -> str:
    """A tsvector's text form, words without positions."""
    return " ".join(["'%s'" % term.replace("\\", "\\\\").replace("'", "''") for term in terms])


def halfvec(vector: list[float] | None) -> str | None:
    """A vector's text form."""
    return None if vector is None else "[%s]" % ",".join(["%.5g" % value for value in vector])
