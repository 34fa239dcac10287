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

from ..db.tables import NAMES, vector_column
from . import templates
from .conditions import conditions, in_workspaces
from .statement import UNION, Search, counted, parameters, statement, whole

Rows = Sequence[Sequence[Any]]
Statement = tuple[bytes, Any]
Turns = Generator[Sequence[Statement], Sequence[Rows], tuple[int, Rows]]
"""Yields the statements of a round trip and is sent the rows of those that return any. Returns the number of records
and the rows of `statement`."""

COMMIT = (b"COMMIT", None)
SCOPE = "workspace = ANY (%(workspaces)s::text[])"  # asks only the shards of these workspaces
VECTOR = "%(terms_vector)s::sparsevec"


def in_one_turn(search: Search, tables: Sequence[str], opening: Sequence[Statement], *, rls_hides_index: bool) -> Turns:
    """A search of a workspace, or of all that are on one node. `opening` begins the transaction."""
    sql, values = statement(search, tables, rls_hides_index=rls_hides_index)
    total = f"SELECT coalesce(sum(records), 0) FROM workspaces WHERE {in_workspaces(search.workspaces)}"
    rows, counted_rows = yield [*opening, (sql.encode(), values), (total.encode(), values), COMMIT]
    return int(counted_rows[0][0]), rows


def in_three_turns(
    search: Search, tables: Sequence[str], opening: Sequence[Statement], *, rls_hides_index: bool
) -> Turns:
    """A search of several workspaces of a cluster."""
    values = parameters(search)
    counts_of = templates.COUNTS.format(counted=counted(in_workspaces(search.workspaces)))
    (counts,) = yield [*opening, (counts_of.encode(), values)]
    total, values["terms_vector"], values["fetching"], values["idfs"], values["counts"], singles = counts[0]
    words = _words(search, tables, rls_hides_index=rls_hides_index)
    answers = yield [*([(words, values)] if values["fetching"] else []), *_nearest(search, tables, values)]
    best, nearest = (answers[0], answers[1:]) if values["fetching"] else ([], answers)
    left = _left(search, singles or [], best)
    if left:
        fetching = f"({left}) & !({values['fetching']})" if values["fetching"] else left
        (more,) = yield [(words, values | {"fetching": fetching})]
        best = sorted([*best, *more], key=lambda row: (row[4] is not None, -(row[4] or 0), *row[1:4]))[: search.words]
    found = _keys(best, nearest, search.near)
    columns = list(zip(*found, strict=True)) or [()] * 4
    values |= dict(zip(("tables", "workspaces", "projects", "paths"), map(list, columns), strict=True))
    hits = [
        (whole(search, t, SCOPE, known=templates.KNOWN, found=templates.FOUND, vector=VECTOR).encode(), values)
        for t in NAMES
        if any(key[0] == t for key in found)
    ]
    rows = [row for answer in (yield [*hits, COMMIT]) for row in answer]
    return int(total), [*rows, (*[None] * 3, values["idfs"])]


def _words(search: Search, tables: Sequence[str], *, rls_hides_index: bool) -> bytes:
    """The statement that finds records of all tables by `fetching`."""
    fetch = templates.WORDS_EVERYWHERE_BY_FUNCTION if rls_hides_index else templates.WORDS_EVERYWHERE
    scope = in_workspaces(search.workspaces)
    words = UNION.join(fetch.format(table=t, scope=scope, where=conditions(search.filters, t)) for t in tables)
    return templates.BEST_WORDS.format(words=words).encode()


def _nearest(search: Search, tables: Sequence[str], values: dict[str, Any]) -> list[Statement]:
    """The statements that find the nearest records, one for each table; none without a vector."""
    if search.vector is None:
        return []
    legs = [
        templates.NEAR_EVERYWHERE.format(
            table=t,
            scope=in_workspaces(search.workspaces),
            where=conditions(search.filters, t),
            vector=vector_column(t),
            dims=search.dims,
        )
        for t in tables
    ]
    return [(leg.encode(), values) for leg in legs]


def _left(search: Search, singles: Sequence[tuple[str, float]], best: Rows) -> str:
    """Those of `singles` that may bring one of the `exact` best, as a query; "" without any. As `rest` in
    templates.QUERY."""
    scores = sorted((row[4] for row in best if row[4] is not None), reverse=True)
    reached = scores[search.exact - 1] if len(scores) >= search.exact else 0.0
    return " | ".join(term for term, score in singles if score > reached)


def _keys(words: Rows, answers: Sequence[Rows], near: int) -> list[tuple[str, ...]]:
    """The keys (table, workspace, project, path) of both legs; of all tables' nearest the nearest `near`."""
    # The distance of a vector without a length is NaN, which is the greatest number to the server.
    nearest = sorted((row[4] != row[4], row[4], tuple(row[:4])) for rows in answers for row in rows)
    return list(dict.fromkeys([*(tuple(row[:4]) for row in words), *(key for *_, key in nearest[:near])]))
