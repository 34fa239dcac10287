"""The round trips of a search: one, or three for several workspaces of a cluster, however many and on however many
nodes.

    1. the query's words and the records, counted over all nodes
    2. the keys of the candidates: each leg is one statement that every shard answers with its own best; once more for
       frequent words if records that have only one of them may be among the best
    3. the candidates, whole, from the shards that have them

The candidates and their scores are the same: Citus refuses the one statement for more than one shard.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from ..db.tables import NAMES
from . import templates
from .filters import in_workspaces
from .statement import (
    UNION,
    Search,
    by_column,
    counted,
    legs,
    parameters,
    sampled,
    statement,
    whole,
)

Rows = Sequence[Sequence[Any]]
Statement = tuple[bytes, Any]
Turns = Generator[Sequence[Statement], Any, tuple[int, Rows]]
"""Yields the statements of each round trip, and is sent the rows of those that return any."""

COMMIT = (b"COMMIT", None)
SCOPE = "workspace = ANY (%(workspaces)s::text[])"  # asks only the shards of these workspaces
VECTOR, FETCHING = "%(terms_vector)s::sparsevec", "%(fetching)s::tsquery"
Key = tuple[str, ...]
"""(table, workspace, project, path) of a record."""


def in_one_turn(
    search: Search,
    tables: Sequence[str],
    opening: Sequence[Statement],
    *,
    rls_hides_index: bool,
) -> Turns:
    """A search of a workspace, or of all that are on one node: the number of records, and the rows of `statement`.

    `opening` begins the transaction.
    """
    sql, values = statement(search, tables, rls_hides_index=rls_hides_index)
    scope = in_workspaces(search.workspaces)
    total = f"SELECT coalesce(sum(records), 0) FROM workspaces WHERE {scope}"
    questions = [(text.encode(), values) for text in (sql, total)]
    rows, counted_rows = yield [*opening, *questions, COMMIT]
    return int(counted_rows[0][0]), rows


def in_three_turns(
    search: Search,
    tables: Sequence[str],
    opening: Sequence[Statement],
    *,
    rls_hides_index: bool,
) -> Turns:
    """The same for several workspaces of a cluster."""
    values = parameters(search)
    counts_of = templates.COUNTS.format(
        counted=counted(in_workspaces(search.workspaces))
    )
    (counts,) = yield [*opening, (counts_of.encode(), values)]
    (
        total,
        values["terms_vector"],
        values["fetching"],
        values["idfs"],
        values["counts"],
        singles,
    ) = counts[0]
    nearest, measured = list[Statement](), list[Statement]()
    if search.vector is not None:
        near = legs(templates.NEAR, search, tables)
        nearest = [(leg.encode(), values) for leg in near]
        rows_of = UNION.join(sampled(search, tables))
        measured = [
            (f"SELECT {templates.SPREAD} FROM (\n{rows_of}\n) m".encode(), values)
        ]
    by_words = _by_words(search, tables, rls_hides_index=rls_hides_index)
    best: Rows = []
    if values["fetching"]:
        best, *answers = yield [(by_words, values), *measured, *nearest]
    else:
        answers = list((yield [*measured, *nearest]))
    spread = answers.pop(0) if measured else []
    left = _left(search, singles or [], best)
    if left:
        fetching = f"({left}) & !({values['fetching']})" if values["fetching"] else left
        (more,) = yield [(by_words, values | {"fetching": fetching})]
        best = sorted([*best, *more], key=_best_first)[: search.words]
    found = _keys(best, answers, search.near)
    values |= by_column(found, "tables", "workspaces", "projects", "paths")
    of_tables = {key[0] for key in found}
    hits = [(_whole(search, table), values) for table in NAMES if table in of_tables]
    answers = yield [*hits, COMMIT]
    rows = [row for answer in answers for row in answer]
    mean, deviation = spread[0] if spread else (None, None)
    return int(total), [
        *rows,
        (*[None] * 3, mean, deviation, None, None, values["idfs"]),
    ]


def _by_words(search: Search, tables: Sequence[str], *, rls_hides_index: bool) -> bytes:
    """The statement that finds records of all tables by `fetching`."""
    fetch = (
        templates.WORDS_EVERYWHERE_BY_FUNCTION
        if rls_hides_index
        else templates.WORDS_EVERYWHERE
    )
    names = {"fetching": FETCHING, "vector": VECTOR, "fetched": "NULL"}
    found = UNION.join(legs(fetch, search, tables, **names))
    return templates.BEST_WORDS.format(words=found).encode()


def _whole(search: Search, table: str) -> bytes:
    sql = whole(
        search,
        table,
        SCOPE,
        known=templates.KNOWN,
        found=templates.FOUND,
        vector=VECTOR,
    )
    return sql.encode()


def _best_first(row: Sequence[Any]) -> tuple[Any, ...]:
    score = row[4]
    return score is not None, -(score or 0), *row[1:4]


def _left(search: Search, singles: Sequence[tuple[str, float]], best: Rows) -> str:
    """Those of `singles` that may bring one of the `exact` best, as a query; "" without any. As `rest` in
    templates.QUERY."""
    scores = [row[4] for row in best if row[4] is not None]
    scores.sort(reverse=True)
    reached = scores[search.exact - 1] if len(scores) >= search.exact else 0.0
    return " | ".join(term for term, score in singles if score > reached)


def _keys(words: Rows, answers: Sequence[Rows], near: int) -> list[Key]:
    """The keys of both legs; of all tables' nearest the nearest `near`."""
    rows = [row for answer in answers for row in answer]
    nearest = sorted(rows, key=_nearest_first)[:near]
    keys = [tuple(row[:4]) for row in (*words, *nearest)]
    return list(dict.fromkeys(keys))


def _nearest_first(row: Sequence[Any]) -> tuple[Any, ...]:
    """The distance of a vector without a length is NaN, which is the greatest number to the server."""
    distance = row[4]
    return distance != distance, distance, *row[:4]
