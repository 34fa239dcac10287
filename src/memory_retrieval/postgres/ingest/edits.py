"""The table of changes made in the database: what the file of a changed record said, who changed it and when. Changes no record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ..db.connection import Connection
from .rows import NAMES, file_text


class Edit(NamedTuple):
    """A change that stands.

    source_hash  of the file as last ingested
    source       that file
    changed_by   the role, as the one that wrote it says; "" for the one that is connected
    changed_at   seconds since 1970; None for now
    """

    source_hash: str
    source: str
    changed_by: str = ""
    changed_at: float | None = None


def source_hashes(
    connection: Connection, workspace: str, project: str, paths: Iterable[str] | None = None
) -> dict[str, str]:
    """{path: hash of its file as last ingested} of the changed records of a project, of all or of some."""
    rows = connection.execute(
        "SELECT path, source_hash FROM edits WHERE workspace = %(w)s AND project = %(p)s AND (%(all)s OR path = ANY (%(paths)s))",
        {"w": workspace, "p": project, "all": paths is None, "paths": list(paths or ())},
    )
    return dict(rows.fetchall())


def read(connection: Connection, workspace: str, project: str, paths: Iterable[str]) -> dict[str, Edit]:
    """{path: what stands} of some records."""
    rows = connection.execute(
        """SELECT path, source_hash, source::text, changed_by, extract(epoch FROM changed_at)::float8 FROM edits
        WHERE workspace = %s AND project = %s AND path = ANY (%s)""",
        (workspace, project, list(paths)),
    )
    return {path: Edit(digest, file_text(text, digest), by, at) for path, digest, text, by, at in rows}


def keep(connection: Connection, workspace: str, project: str, standing: Mapping[str, Edit | None]) -> None:
    """Makes {path: what stands} so; None where nothing does any more."""
    drop(connection, workspace, project, [path for path, edit in standing.items() if edit is None])
    for path, edit in standing.items():
        if edit is not None:
            connection.execute(
                """INSERT INTO edits (workspace, project, path, source_hash, source, changed_by, changed_at)
                VALUES (%s, %s, %s, %s, %s, coalesce(nullif(%s, ''), session_user), coalesce(to_timestamp(%s), now()))
                ON CONFLICT (workspace, project, path) DO UPDATE SET source_hash = excluded.source_hash, source = excluded.source,
                    changed_by = excluded.changed_by, changed_at = excluded.changed_at""",
                (
                    workspace,
                    project,
                    path,
                    edit.source_hash,
                    edit.source.removeprefix("\ufeff"),
                    edit.changed_by,
                    edit.changed_at,
                ),
            )


def drop(connection: Connection, workspace: str, project: str, paths: Iterable[str]) -> None:
    """Forgets what stood of some records."""
    gone = list(paths)
    if gone:
        connection.execute(
            "DELETE FROM edits WHERE workspace = %s AND project = %s AND path = ANY (%s)", (workspace, project, gone)
        )


def drop_strays(connection: Connection, workspace: str, project: str) -> None:
    """Forgets what stood of records that are not there: somebody took them out, or put the change in, past this program."""
    of_project = (
        "r.workspace = %(workspace)s AND r.project = %(project)s"  # in every part: what lets a cluster ask one node
    )
    there = " AND ".join(
        f"NOT EXISTS (SELECT FROM {table} r WHERE {of_project} AND r.path = e.path)" for table in NAMES
    )
    connection.execute(
        f"DELETE FROM edits e WHERE e.workspace = %(workspace)s AND e.project = %(project)s AND {there}".encode(),
        {"workspace": workspace, "project": project},
    )
