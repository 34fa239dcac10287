"""What changes the tables: batches of records with the counts of their words, deletions, vectors. SQL and its order; reads no file.

Every function that changes records first takes the row of the workspace (FOR UPDATE), so that two runs take turns, and changes records
and counts in one transaction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg import errors, sql

from .connection import Connection
from .rows import COMMON, NAMES, OWN, Row, embedded_parts, halfvec, vector_column

_REFUSED = (errors.DataError, errors.ProgramLimitExceeded, errors.StatementTooComplex, errors.IntegrityError)


@dataclass(frozen=True)
class Have:
    """What the database has of a file."""

    table: str
    content_hash: str
    text_hash: str
    embedded: bool


@dataclass(frozen=True)
class Waiting:
    """A record without a vector, and what its vector is made of."""

    table: str
    project: str
    path: str
    text: str


@dataclass
class Counts:
    """Records of a batch that were new, and that were there and differed."""

    created: int = 0
    updated: int = 0


def is_refused_data(error: BaseException | None) -> bool:
    """Whether the database refused what it was given, so that another record may well pass."""
    return isinstance(error, _REFUSED)


def open_workspace(connection: Connection, workspace: str, project: str) -> None:
    """Makes workspace and project known."""
    with connection.transaction():
        connection.execute("INSERT INTO workspaces (workspace) VALUES (%s) ON CONFLICT DO NOTHING", (workspace,))
        connection.execute("INSERT INTO projects (workspace, project) VALUES (%s, %s) ON CONFLICT DO NOTHING", (workspace, project))


def close_workspace(connection: Connection, workspace: str, project: str) -> None:
    """Notes that a run came to its end, and forgets words that no record has any more."""
    with connection.transaction():
        _take(connection, workspace)
        connection.execute("DELETE FROM terms WHERE workspace = %s AND records <= 0", (workspace,))
        connection.execute("UPDATE workspaces SET ingested_at = now() WHERE workspace = %s", (workspace,))
        connection.execute("UPDATE projects SET ingested_at = now() WHERE workspace = %s AND project = %s", (workspace, project))


def have(connection: Connection, workspace: str, project: str) -> dict[str, Have]:
    """{path: what is there} of one project."""
    parts = [
        f"SELECT path, '{table}', content_hash, text_hash, {vector_column(table)} IS NOT NULL FROM {table}"
        " WHERE workspace = %(workspace)s AND project = %(project)s"
        for table in NAMES
    ]
    rows = connection.execute(" UNION ALL ".join(parts).encode(), {"workspace": workspace, "project": project})
    return {path: Have(*rest) for path, *rest in rows}


def put(
    connection: Connection, workspace: str, project: str, rows: list[Row], vectors: dict[str, list[float] | None]
) -> Counts:
    """Creates or replaces records; those that are there already, to the byte, are left alone.

    vectors  {path: vector}; a path that is missing keeps the vector it has, if its text is still the same
    """
    counts = Counts()
    with connection.transaction():
        _take(connection, workspace)
        for table in NAMES:
            part = [row for row in rows if row.table == table]
            if part:
                _copy(connection, table, workspace, project, part, vectors)
                created, updated = _merge(connection, table)
                counts.created += created
                counts.updated += updated
        connection.execute("UPDATE workspaces SET records = records + %s WHERE workspace = %s", (counts.created, workspace))
    return counts


def delete(connection: Connection, workspace: str, project: str, gone: list[tuple[str, str]]) -> int:
    """Takes (table, path) records out, and their words out of the counts; returns how many were there."""
    total = 0
    with connection.transaction():
        _take(connection, workspace)
        for table in NAMES:
            paths = [path for name, path in gone if name == table]
            if not paths:
                continue
            deleted = connection.execute(
                f"""WITH gone AS (
                    DELETE FROM {table} WHERE workspace = %(workspace)s AND project = %(project)s AND path = ANY (%(paths)s)
                    RETURNING terms
                ), less AS (
                    SELECT term, count(*) AS n FROM gone, unnest(tsvector_to_array(terms)) AS term GROUP BY term ORDER BY term
                ), counted AS (
                    UPDATE terms t SET records = t.records - less.n FROM less WHERE t.workspace = %(workspace)s AND t.term = less.term
                )
                SELECT count(*) FROM gone""".encode(),
                {"workspace": workspace, "project": project, "paths": paths},
            ).fetchone()
            total += deleted[0] if deleted else 0
        connection.execute("UPDATE workspaces SET records = records - %s WHERE workspace = %s", (total, workspace))
    return total


class Pending:
    """Records of a workspace without a vector, a page at a time, each once."""

    def __init__(self, workspace: str) -> None:
        self._workspace = workspace
        self._tables, self._after = list(NAMES), ("", "")
        self.done = self.total = 0

    def next(self, connection: Connection, count: int) -> list[Waiting]:
        """Up to `count` of them; [] at the end."""
        while self._tables:
            table = self._tables[0]
            if not self.total:
                self.total = self._count(connection)
            parts = ", ".join(embedded_parts(table))
            rows = connection.execute(
                f"""SELECT project, path, concat_ws('. ', {parts}) FROM {table}
                    WHERE workspace = %s AND {vector_column(table)} IS NULL AND (project, path) > (%s, %s)
                    ORDER BY project, path LIMIT %s""".encode(),
                (self._workspace, *self._after, count),
            ).fetchall()
            if rows:
                self._after = rows[-1][:2]
                self.done += len(rows)
                return [Waiting(table, *row) for row in rows]
            self._tables.pop(0)
            self._after = ("", "")
        return []

    def _count(self, connection: Connection) -> int:
        parts = [f"(SELECT count(*) FROM {t} WHERE workspace = %(w)s AND {vector_column(t)} IS NULL)" for t in NAMES]
        row = connection.execute(("SELECT " + " + ".join(parts)).encode(), {"w": self._workspace}).fetchone()
        return int(row[0]) if row else 0


def set_vectors(connection: Connection, workspace: str, rows: list[Waiting], vectors: list[list[float] | None]) -> None:
    """Gives records that have none their vectors."""
    pairs = list(zip(rows, vectors, strict=True))
    with connection.transaction():
        for table in NAMES:
            column = vector_column(table)
            values = [(halfvec(v), workspace, r.project, r.path) for r, v in pairs if r.table == table and v is not None]
            if values:
                update = f"UPDATE {table} SET {column} = %s::halfvec WHERE workspace = %s AND project = %s AND path = %s"
                with connection.cursor() as cursor:
                    cursor.executemany(f"{update} AND {column} IS NULL".encode(), values)


def analyze(connection: Connection) -> None:
    """Renews the planner's statistics."""
    for table in (*NAMES, "terms", "workspaces"):
        connection.execute(sql.SQL("ANALYZE {}").format(sql.Identifier(table)))


def _take(connection: Connection, workspace: str) -> None:
    connection.execute("SELECT FROM workspaces WHERE workspace = %s FOR UPDATE", (workspace,))


def _columns(table: str) -> tuple[str, ...]:
    common = COMMON[:-1] + (vector_column(table),)
    return common + OWN.get(table, ())


def _copy(
    connection: Connection, table: str, workspace: str, project: str, rows: list[Row], vectors: dict[str, list[float] | None]
) -> None:
    """The rows into a temporary table of the same shape."""
    shape = f"(LIKE {table} INCLUDING DEFAULTS) ON COMMIT DELETE ROWS"
    connection.execute(f"CREATE TEMPORARY TABLE IF NOT EXISTS incoming_{table} {shape}".encode())
    names = _columns(table)
    command = f"COPY incoming_{table} ({', '.join(names)}) FROM STDIN".encode()
    with connection.cursor() as cursor, cursor.copy(command) as copy:
        for row in rows:
            copy.write_row(_values(row, names, workspace, project, halfvec(vectors.get(row.path)), vector_column(table)))


def _values(row: Row, names: tuple[str, ...], workspace: str, project: str, vector: str | None, column: str) -> list[Any]:
    values = {
        **row.values, "workspace": workspace, "project": project, "path": row.path, "content_hash": row.content_hash,
        "text_hash": row.text_hash, column: vector,
    }  # fmt: skip
    return [values[name] for name in names]


def _merge(connection: psycopg.Connection[Any], table: str) -> tuple[int, int]:
    """Temporary rows into the table, with the counts of words; returns (created, updated)."""
    names, column = _columns(table), vector_column(table)
    same = "r.workspace = i.workspace AND r.project = i.project AND r.path = i.path"
    connection.execute(
        f"DELETE FROM incoming_{table} i USING {table} r WHERE {same} AND r.content_hash = i.content_hash".encode()
    )
    connection.execute(
        f"""INSERT INTO terms (workspace, term, records)
            SELECT workspace, term, sum(n) FROM (
                SELECT i.workspace, term, 1 AS n FROM incoming_{table} i, unnest(tsvector_to_array(i.terms)) AS term
                UNION ALL
                SELECT r.workspace, term, -1 FROM incoming_{table} i JOIN {table} r ON {same}, unnest(tsvector_to_array(r.terms)) AS term
            ) d GROUP BY workspace, term HAVING sum(n) <> 0 ORDER BY workspace, term
            ON CONFLICT (workspace, term) DO UPDATE SET records = terms.records + excluded.records""".encode()
    )
    kept = f"coalesce(excluded.{column}, CASE WHEN r.text_hash = excluded.text_hash THEN r.{column} END)"
    changes = [f"{n} = {kept if n == column else 'excluded.' + n}" for n in names if n not in ("workspace", "project", "path")]
    rows = connection.execute(
        f"""INSERT INTO {table} AS r ({', '.join(names)}) SELECT {', '.join(names)} FROM incoming_{table}
            ON CONFLICT (workspace, project, path) DO UPDATE SET {', '.join(changes)}, ingested_at = now()
            RETURNING (xmax = 0)""".encode()
    ).fetchall()
    created = sum(1 for (new,) in rows if new)
    return created, len(rows) - created
