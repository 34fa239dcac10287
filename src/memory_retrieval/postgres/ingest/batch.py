"""A batch of records on its way into the database: all of it at once, or, when the database refuses a record, all but that."""

from __future__ import annotations

from collections.abc import Callable

from ...core.errors import DatabaseError
from ...core.model import Problem
from ..db.connection import Connection
from ..db.link import Link
from . import write
from .rows import Row

Work = Callable[[Connection, list[Row]], write.Counts]


def put_batch(link: Link, rows: list[Row], work: Work, problems: list[Problem]) -> tuple[write.Counts, list[Row]]:
    """(counts, the rows that went in). `work` writes rows in one transaction and must bear being done twice.

    What the database refuses is found by halving, so that a bad record costs some round trips and no other record; DatabaseError for
    everything that no other record would mend.
    """
    done = list[write.Counts]()
    try:
        link.run(lambda connection: done.append(work(connection, rows)))
        return done[-1], rows
    except DatabaseError as error:
        if not write.is_refused_data(error.__cause__):
            raise
        if len(rows) == 1:
            said = " ".join(str(error.__cause__).splitlines()[0].split())[:200]
            problems.append(Problem(path=rows[0].path, message=f"the database refuses it: {said}; correct the record"))
            return write.Counts(), []
    middle = len(rows) // 2
    (first, before), (second, after) = (
        put_batch(link, half, work, problems) for half in (rows[:middle], rows[middle:])
    )
    return first + second, before + after
