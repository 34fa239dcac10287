"""Writes a batch of records, without those that the database refuses."""

from __future__ import annotations

from collections.abc import Callable

from memory_retrieval.core.errors import DatabaseError
from memory_retrieval.core.model import Problem

from ..db.connection import Connection
from ..db.retry import RetryingConnection
from . import write
from .rows import Row

Work = Callable[[Connection, list[Row]], write.Counts]


def put_batch(
    connection: RetryingConnection, rows: list[Row], work: Work, problems: list[Problem]
) -> tuple[write.Counts, list[Row]]:
    """(counts, rows written). `work` writes rows in one transaction and must be idempotent.

    A refused record is found by bisection and reported in `problems`; all others are written. DatabaseError for an
    error that does not depend on a record.
    """
    try:
        return connection.run(lambda link: work(link, rows)), rows
    except DatabaseError as error:
        if not write.is_refused_data(error.__cause__):
            raise
        if len(rows) == 1:
            reason = " ".join(str(error.__cause__).splitlines()[0].split())[:200]
            problems.append(
                Problem(path=rows[0].path, message=f"the database refuses it: {reason}; correct the record")
            )
            return write.Counts(), []
    middle = len(rows) // 2
    first, before = put_batch(connection, rows[:middle], work, problems)
    second, after = put_batch(connection, rows[middle:], work, problems)
    return first + second, before + after
