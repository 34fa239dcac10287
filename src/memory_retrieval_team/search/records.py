"""The records of a database as the library lists and shows them. Ranks nothing."""

from __future__ import annotations

from memory_retrieval.core.model import Memory, Store

from ..db import migrate
from ..db.connection import Connection, connect, translated
from ..db.tables import NAMES
from ..ingest.rows import memory_columns, to_memory
from .filters import in_workspaces, workspace_parameters
from .info import require_workspace, searched_workspaces
from .team import stored

SELECT = "SELECT workspace, project, {columns}, content_hash, record::text FROM {table} WHERE {where}"


def read(
    url: str, workspace: str | None, id: str = ""
) -> list[tuple[Store, Memory, str, str]]:
    """(project, record, SHA-256 of its file, the file's text) of what the role may read, with `id` of this ID or path;
    DatabaseError if it cannot."""
    with connect(url) as connection:
        migrate.check(connection, url, reading=True)
        if workspace:
            require_workspace(connection, url, workspace)
        with translated(url):
            return fetch(connection, workspace or None, id)


def fetch(
    connection: Connection, workspace: str | None, id: str = ""
) -> list[tuple[Store, Memory, str, str]]:
    """What `read` returns, over an open connection."""
    scope = searched_workspaces(connection, workspace)
    where = in_workspaces(scope) + (" AND %(id)s IN (id, path)" if id else "")
    query = " UNION ALL ".join(
        SELECT.format(columns=memory_columns(table), table=table, where=where)
        for table in NAMES
    )
    names = {**workspace_parameters(scope), "id": id}
    rows = connection.execute(query.encode(), names).fetchall()
    found = []
    for workspace, project, *row, digest, text in rows:
        store = stored(workspace, project)
        found.append((store, to_memory(row), digest, text))
    return found
