"""The properties of an opened database: model, tables, and how it must be queried."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

import psycopg

from memory_retrieval.core.errors import MemoryRetrievalError

from ..db import embedding_model, migrate
from ..db.access import ALL
from ..db.cluster import is_distributed
from ..db.connection import (
    Connection,
    connect,
    failure,
    is_node_lost,
    is_pooled,
    translated,
    value,
)
from ..db.tables import NAMES
from ..db.values import parameter
from ..embedders.base import Embedder
from ..embedders.choose import open_configured
from .filters import in_workspaces, workspace_parameters

INSPECT_SECONDS = 60.0  # after which tables and workspaces are read again
LISTED = 10  # workspaces that a message names
FEW = 50  # workspaces that a statement names; planning it takes longer with each


Acting = Callable[[], AbstractContextManager[Connection]]


@dataclass
class DatabaseInfo:
    """The properties of a database that a search depends on.

    tables           those with records
    workspaces       to search in; () for all that the role may see, if it may see more than a few
    records          in them
    notes            for users: limitations of a search
    distributed      the tables are distributed over a cluster by workspace
    rls_hides_index  row-level security prevents this role from using the lexical index
    pooled           the connection goes through a pooler
    """

    url: str
    model: embedding_model.Model | None
    embedder: Embedder | None
    tables: tuple[str, ...]
    workspaces: tuple[str, ...] = ()
    records: int = 0
    notes: list[str] = field(default_factory=list)
    distributed: bool = False
    rls_hides_index: bool = False
    pooled: bool = False

    @property
    def by_model(self) -> bool:
        """Whether the vectors come from a sentence model rather than the shipped term table."""
        return self.embedder is not None and self.embedder.name != "static"


def inspect(
    connection: Connection,
    url: str,
    embedder: Embedder | None = None,
    workspace: str | None = None,
) -> DatabaseInfo:
    """Checks the version, reads which tables have records, and opens the embedder that made the vectors.

    workspace  the only one to search; then a cluster asks no node but its own
    """
    migrate.check(connection, url, reading=True)
    with translated(url):
        stored = embedding_model.read(connection)
        workspaces = searched_workspaces(connection, workspace)
        info = DatabaseInfo(
            url, stored, embedder, _filled(connection, workspaces), workspaces
        )
        info.distributed = is_distributed(connection)
        info.pooled = is_pooled(connection)
        info.rls_hides_index = rls_hides_index(connection)
        scope = in_workspaces(workspaces)
        named = workspace_parameters(workspaces)
        total = f"SELECT coalesce(sum(records), 0) FROM workspaces WHERE {scope}"
        info.records = int(value(connection, total.encode(), named))
    if stored is not None and embedder is None:
        try:
            info.embedder = open_configured(
                stored.embedder, stored_model=stored.model, attempts=1
            )
            embedding_model.require_same(connection, stored, info.embedder, url)
        except MemoryRetrievalError as error:
            info.embedder = None
            info.notes.append(f"searching by words only: {error}")
    return info


def searched_workspaces(
    connection: Connection, workspace: str | None
) -> tuple[str, ...]:
    """The workspace, or those that were granted to a role under row-level security if they are few; else ()."""
    if workspace is not None:
        return (parameter(workspace),)
    query = "SELECT CASE WHEN row_security_active('memories') THEN granted_workspaces(false) END"
    granted = sorted(value(connection, query) or ())
    return () if ALL in granted or len(granted) > FEW else tuple(granted)


def _filled(connection: Connection, workspaces: tuple[str, ...]) -> tuple[str, ...]:
    """The tables with records. The column and the limit keep Citus from copying the tables to the coordinator."""
    test = "EXISTS (SELECT workspace FROM {} WHERE {} LIMIT 1)"
    tests = ", ".join(test.format(table, in_workspaces(workspaces)) for table in NAMES)
    row = (
        connection.execute(
            f"SELECT {tests}".encode(), workspace_parameters(workspaces)
        ).fetchone()
        or ()
    )
    return tuple(name for name, there in zip(NAMES, row, strict=True) if there)


def open_checked(
    url: str,
    workspace: str | None,
    embedder: Embedder | None,
    acting: Acting | None = None,
) -> DatabaseInfo:
    """The properties of a database; DatabaseError if it cannot be used or lacks the workspace.

    acting  opens a transaction as another role; None for a connection of its own
    """
    with acting() if acting else connect(url) as connection:
        if workspace is not None:
            migrate.check(connection, url, reading=True)
            require_workspace(connection, url, workspace)
        return inspect(connection, url, embedder, workspace)


def require_workspace(connection: Connection, url: str, workspace: str) -> None:
    """DatabaseError that names existing workspaces, unless the role may see this one."""
    with translated(url):
        if value(
            connection,
            "SELECT 1 FROM workspaces WHERE workspace = %s",
            (parameter(workspace),),
        ):
            return
        try:
            query = "SELECT workspace FROM workspaces ORDER BY workspace LIMIT %s"
            listed = connection.execute(query, (LISTED + 1,)).fetchall()
        except (
            psycopg.Error
        ) as error:  # asks all nodes, whereas the query above asks one
            if not is_node_lost(error):
                raise
            raise failure(
                url, f"no workspace {workspace!r:.80} on the nodes that answer"
            ) from error
    names = [row[0] for row in listed]
    if len(names) > LISTED:
        names[LISTED:] = ["..."]
    there = ", ".join(names) or "none that this role can see"
    raise failure(url, f"no workspace {workspace!r:.80}; existing ones: {there}")


def rls_hides_index(connection: Connection) -> bool:
    """Whether row-level security prevents this role from using the lexical index: if it applies to the role, and no
    superuser has declared `@@` leakproof."""
    query = (
        "SELECT row_security_active('memories') AND NOT proleakproof FROM pg_proc"
        " WHERE oid = 'pg_catalog.ts_match_vq(tsvector, tsquery)'::regprocedure"
    )
    return bool(value(connection, query))
