"""The statements that change the tables: upserts, deletions, vectors. Reads no file.

Every function that changes records first locks the workspace's row (FOR UPDATE), which serialises the writers of a
workspace, and changes records and term counts in one transaction.
"""

from __future__ import annotations

import collections
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from psycopg import errors, sql

from memory_retrieval.core.errors import DatabaseError
from memory_retrieval.core.model import Problem
from memory_retrieval.core.sanitize import one_line

from ..db.connection import Connection, value
from ..db.tables import COMMON, KEY, NAMES, OWN, embedded_text, vector_column
from ..db.values import halfvec
from ..db.work import RetryingConnection
from ..embedders.base import Vector
from .lexical import WEIGHED
from .rows import Row

SENT = f"CASE WHEN weighed = {WEIGHED} THEN content_hash ELSE '' END"
"""The hash of the file that a row was made of; "" where the words would have other weights today."""
_REFUSED = (
    errors.DataError,
    errors.ProgramLimitExceeded,
    errors.StatementTooComplex,
    errors.IntegrityError,
)


@dataclass(frozen=True)
class IngestedFile:
    """The database's version of a file. The hashes are those of `Row`; `embedded` is False while the vector is
    missing."""

    table: str
    content_hash: str
    text_hash: str
    embedded: bool


@dataclass(frozen=True)
class PendingVector:
    """A record without a vector, and the text to embed."""

    table: str
    workspace: str
    project: str
    path: str
    text: str


@dataclass
class Counts:
    """The numbers of inserted and of replaced records."""

    created: int = 0
    updated: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.created + other.created, self.updated + other.updated)


def put_batch(
    connection: RetryingConnection,
    rows: list[Row],
    work: Callable[[Connection, list[Row]], Counts],
    problems: list[Problem],
) -> tuple[Counts, list[Row]]:
    """(counts, rows written). `work` writes rows in one transaction and must be idempotent.

    A refused record is found by bisection and reported in `problems`; all others are written. DatabaseError for an
    error that does not depend on a record.
    """
    try:
        return connection.run(lambda link: work(link, rows)), rows
    except DatabaseError as error:
        if not isinstance(error.__cause__, _REFUSED):
            raise
        if len(rows) == 1:
            reason = one_line(str(error.__cause__).splitlines()[0], 200)
            message = f"the database refuses it: {reason}; correct the record"
            problems.append(Problem(path=rows[0].path, message=message))
            return Counts(), []
    middle = len(rows) // 2
    first, before = put_batch(connection, rows[:middle], work, problems)
    second, after = put_batch(connection, rows[middle:], work, problems)
    return first + second, before + after


def open_workspace(connection: Connection, workspace: str, project: str) -> None:
    """Inserts the workspace and the project unless they exist."""
    with connection.transaction():
        connection.execute(
            "INSERT INTO workspaces (workspace) VALUES (%s) ON CONFLICT DO NOTHING",
            (workspace,),
        )
        connection.execute(
            "INSERT INTO projects (workspace, project) VALUES (%s, %s) ON CONFLICT DO NOTHING",
            (workspace, project),
        )


def close_workspace(connection: Connection, workspace: str, project: str) -> None:
    """Stores the end of a run."""
    with connection.transaction():
        forget_words(connection, workspace)
        connection.execute(
            "UPDATE workspaces SET ingested_at = now() WHERE workspace = %s",
            (workspace,),
        )
        connection.execute(
            "UPDATE projects SET ingested_at = now() WHERE workspace = %s AND project = %s",
            (workspace, project),
        )


def forget_words(connection: Connection, workspace: str) -> None:
    """Deletes the terms that no record has any more."""
    lock_workspace(connection, workspace)
    connection.execute(
        "DELETE FROM terms WHERE workspace = %s AND records <= 0", (workspace,)
    )


def ingested_files(
    connection: Connection, workspace: str, project: str
) -> dict[str, IngestedFile]:
    """{path: the database's version} of one project."""
    parts = []
    for table in NAMES:
        column = vector_column(table)
        parts.append(
            f"SELECT path, '{table}', {SENT}, text_hash, {column} IS NOT NULL FROM {table}"
            " WHERE workspace = %(workspace)s AND project = %(project)s"
        )
    query = " UNION ALL ".join(parts)
    rows = connection.execute(
        query.encode(), {"workspace": workspace, "project": project}
    )
    return {path: IngestedFile(*fields) for path, *fields in rows}


def put(
    connection: Connection,
    workspace: str,
    project: str,
    rows: list[Row],
    vectors: dict[str, Vector],
) -> Counts:
    """Upserts records; one with an unchanged hash is skipped.

    vectors  {path: vector}. A record that is not in it keeps its vector if its embedded text is unchanged.
    """
    counts = Counts()
    with connection.transaction():
        lock_workspace(connection, workspace)
        for table in NAMES:
            part = [row for row in rows if row.table == table]
            if not part:
                continue
            old = _there(
                connection, table, workspace, project, [row.path for row in part]
            )
            hashes = {path: known for path, (known, _) in old.items()}
            changed = [row for row in part if hashes.get(row.path) != row.content_hash]
            replaced = [old[row.path] for row in changed if row.path in old]
            _count_terms(
                connection, workspace, changed, [terms for _, terms in replaced]
            )
            _copy(connection, table, workspace, project, changed, vectors)
            _merge(connection, table)
            counts.updated += len(replaced)
            counts.created += len(changed) - len(replaced)
        connection.execute(
            "UPDATE workspaces SET records = records + %s WHERE workspace = %s",
            (counts.created, workspace),
        )
    return counts


def delete(
    connection: Connection, workspace: str, project: str, gone: list[tuple[str, str]]
) -> int:
    """Deletes (table, path) records and subtracts their terms from the counts; returns the number deleted."""
    total = 0
    with connection.transaction():
        lock_workspace(connection, workspace)
        for table in NAMES:
            paths = [path for name, path in gone if name == table]
            if not paths:
                continue
            total += value(
                connection,
                f"""WITH gone AS (
                    DELETE FROM {table} WHERE workspace = %(workspace)s AND project = %(project)s AND path = ANY
                        (%(paths)s)
                    RETURNING terms
                ), less AS (
                    SELECT term, count(*) AS n FROM gone, unnest(tsvector_to_array(terms)) AS term GROUP BY term
                        ORDER BY term
                ), counted AS (
                    UPDATE terms t SET records = t.records - less.n FROM less WHERE t.workspace = %(workspace)s AND
                        t.term = less.term
                )
                SELECT count(*) FROM gone""".encode(),
                {"workspace": workspace, "project": project, "paths": paths},
            )
        connection.execute(
            "UPDATE workspaces SET records = records - %s WHERE workspace = %s",
            (total, workspace),
        )
    return total


class PendingVectors:
    """The records without a vector in a workspace (None: in all that the role may write), page by page."""

    def __init__(self, workspace: str | None) -> None:
        self._workspace = workspace
        self._where = "workspace = %(workspace)s AND " if workspace is not None else ""
        self._tables, self._after = list(NAMES), ("", "", "")
        self.done = self.total = 0

    def next(self, connection: Connection, count: int) -> list[PendingVector]:
        """At most `count` records; [] at the end."""
        if not self.total:
            self.total = self._count(connection)
        while self._tables and self.total:
            table = self._tables[0]
            text, column = embedded_text(table), vector_column(table)
            query = f"""SELECT workspace, project, path, {text} FROM {table}
                WHERE {self._where}{column} IS NULL AND (workspace, project, path) > (%(w)s, %(p)s, %(f)s)
                ORDER BY workspace, project, path LIMIT %(count)s"""
            after = dict(zip("wpf", self._after, strict=True))
            names = {"workspace": self._workspace, "count": count, **after}
            rows = connection.execute(query.encode(), names).fetchall()
            if rows:
                self._after = rows[-1][:3]
                self.done += len(rows)
                return [PendingVector(table, *row) for row in rows]
            self._tables.pop(0)
            self._after = ("", "", "")
        return []

    def _count(self, connection: Connection) -> int:
        parts = []
        for table in NAMES:
            column = vector_column(table)
            parts.append(
                f"(SELECT count(*) FROM {table} WHERE {self._where}{column} IS NULL)"
            )
        query = "SELECT " + " + ".join(parts)
        return int(value(connection, query.encode(), {"workspace": self._workspace}))


def set_vectors(
    connection: Connection, rows: list[PendingVector], vectors: list[Vector]
) -> None:
    """Stores the vectors of records that have none."""
    of_table: dict[str, list[tuple[Any, ...]]] = {}
    for row, vector in zip(rows, vectors, strict=True):
        if vector is None:
            continue
        update = halfvec(vector), row.workspace, row.project, row.path
        of_table.setdefault(row.table, []).append(update)
    with connection.transaction(), connection.cursor() as cursor:
        for table, values in of_table.items():
            column = vector_column(table)
            query = f"""UPDATE {table} SET {column} = %s::halfvec
                WHERE workspace = %s AND project = %s AND path = %s AND {column} IS NULL"""
            cursor.executemany(query.encode(), values)


def analyze(connection: Connection) -> None:
    """Renews the planner's statistics."""
    for table in (*NAMES, "terms", "workspaces"):
        connection.execute(sql.SQL("ANALYZE {}").format(sql.Identifier(table)))


def lock_workspace(connection: Connection, workspace: str) -> None:
    """Locks the workspace's row until the end of the transaction, which serialises its writers."""
    connection.execute(
        "SELECT 1 FROM workspaces WHERE workspace = %s FOR UPDATE", (workspace,)
    )


def _columns(table: str) -> tuple[str, ...]:
    common = COMMON[:-1] + (vector_column(table),)
    return common + OWN.get(table, ())


def _copy(
    connection: Connection,
    table: str,
    workspace: str,
    project: str,
    rows: list[Row],
    vectors: dict[str, Vector],
) -> None:
    """Copies the rows into a temporary table that is dropped with the transaction: behind a pooler the next transaction
    may be another client's."""
    shape = f"(LIKE {table} INCLUDING DEFAULTS) ON COMMIT DROP"
    connection.execute(
        f"CREATE TEMPORARY TABLE IF NOT EXISTS incoming_{table} {shape}".encode()
    )
    names, column = _columns(table), vector_column(table)
    listed = ", ".join(names)
    command = f"COPY incoming_{table} ({listed}) FROM STDIN"
    of_project = {"workspace": workspace, "project": project}
    with connection.cursor() as cursor, cursor.copy(command.encode()) as copy:
        for row in rows:
            vector = halfvec(vectors.get(row.path))
            values = {**vars(row), **row.values, **of_project, column: vector}
            copy.write_row([values[name] for name in names])


def _merge(connection: Connection, table: str) -> None:
    """Upserts from the temporary table, whose default is the time. No query joins the two: on a cluster they are on
    different nodes."""
    names, column = (*_columns(table), "ingested_at"), vector_column(table)
    new = {name: f"excluded.{name}" for name in names if name not in KEY}
    new[column] = (
        f"coalesce(excluded.{column}, CASE WHEN r.text_hash = excluded.text_hash THEN r.{column} END)"
    )
    listed, key = ", ".join(names), ", ".join(KEY)
    changes = ", ".join([f"{name} = {value}" for name, value in new.items()])
    upsert = f"""INSERT INTO {table} AS r ({listed}) SELECT {listed} FROM incoming_{table}
        ON CONFLICT ({key}) DO UPDATE SET {changes}"""
    connection.execute(upsert.encode())
    connection.execute(f"DELETE FROM incoming_{table}".encode())


def _there(
    connection: Connection, table: str, workspace: str, project: str, paths: list[str]
) -> dict[str, tuple[str, list[str]]]:
    """{path: (hash, stems)} of the records that exist."""
    query = (
        f"SELECT path, {SENT}, tsvector_to_array(terms) FROM {table}"
        " WHERE workspace = %s AND project = %s AND path = ANY (%s)"
    )
    rows = connection.execute(query.encode(), (workspace, project, paths))
    return {path: (digest, terms) for path, digest, terms in rows}


def _count_terms(
    connection: Connection, workspace: str, new: list[Row], old: list[list[str]]
) -> None:
    """Adds the stems of new records to the counts and subtracts those of old ones; in sorted order, which prevents
    deadlocks."""
    counts = collections.Counter(term for row in new for term in row.terms)
    counts.subtract(term for terms in old for term in terms)
    changed = sorted((term, n) for term, n in counts.items() if n)
    if changed:
        connection.execute(
            """INSERT INTO terms (workspace, term, records)
               SELECT %s, term, n FROM unnest(%s::text[], %s::int[]) AS c (term, n)
               ON CONFLICT (workspace, term) DO UPDATE SET records = terms.records + excluded.records""",
            (workspace, [term for term, _ in changed], [n for _, n in changed]),
        )
