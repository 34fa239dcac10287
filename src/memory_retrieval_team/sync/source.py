"""A team database as the source of mirrors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from psycopg import conninfo

from memory_retrieval.store.listing import MAX_RECORD

from ..db import embedded, migrate
from ..db.connection import Connection, connect, parse, translated
from ..db.tables import NAMES
from ..db.values import parameter
from ..search.info import require_workspace
from ..search.statement import by_column

PAGE = 2000  # rows of the listing per fetch
SECRETS = (
    "password",
    "sslpassword",
    "scram_client_key",
    "scram_server_key",
    "oauth_client_secret",
)
LEFT_OUT = (*SECRETS, "connect_timeout", "application_name")  # of an address
OWN = """project = %(project)s OR project IN (SELECT project FROM projects j WHERE j.workspace = {workspace}
    AND (to_jsonb(j)->>'origin' = %(project)s OR
        coalesce(to_jsonb(j)->>'origin', '') = '' AND project = regexp_replace(%(project)s, '.*/', '')))"""
"""The condition that a row is of a project, by its name or by its origin."""
TEXTS = """SELECT project, path, content_hash,
        CASE WHEN octet_length(record::text) <= %(most)s THEN record::text END, octet_length(record::text)
    FROM {} JOIN unnest(%(projects)s::text[], %(paths)s::text[]) AS w (project, path) USING (project, path)
    WHERE workspace = %(workspace)s"""


def address(url: str) -> str:
    """The database's address without secrets, in canonical form; `connect` accepts it."""
    if embedded.is_embedded(url):
        folder = embedded.folder(url)
        return f"{embedded.PREFIX}:{folder}"
    parameters = {
        key: value for key, value in sorted(parse(url).items()) if key not in LEFT_OUT
    }
    return conninfo.make_conninfo(**parameters)


class DatabaseSource:
    """A workspace, within a transaction."""

    proposals = ()  # come from a server

    def __init__(self, connection: Connection, workspace: str, address: str) -> None:
        self._connection = connection
        self._workspace = parameter(workspace)
        self.address = address

    def listing(self, project: str) -> Iterable[tuple[str, str, str, str]]:
        own = OWN.format(workspace="%(workspace)s")
        query = f"SELECT project, path, kind, content_hash FROM {{}} WHERE workspace = %(workspace)s AND NOT ({own})"
        names = {"workspace": self._workspace, "project": parameter(project)}
        with self._connection.cursor(name="listing") as cursor:
            cursor.itersize = PAGE
            cursor.execute(_of_all(query), names)
            yield from cursor

    def texts(self, keys: list[tuple[str, str]]) -> Iterable[tuple[Any, ...]]:
        names = by_column(keys, "projects", "paths")
        names |= {"workspace": self._workspace, "most": MAX_RECORD}
        yield from self._connection.execute(_of_all(TEXTS), names)


def _of_all(query: str) -> bytes:
    return " UNION ALL ".join([query.format(table) for table in NAMES]).encode()


@contextmanager
def opened(url: str, workspace: str) -> Iterator[DatabaseSource]:
    """A workspace of a database, in one snapshot; DatabaseError if it cannot be read."""
    with connect(url) as connection:
        migrate.check(connection, url, reading=True)
        require_workspace(connection, url, workspace)
        with translated(url), connection.transaction():
            connection.execute(
                "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
            )
            yield DatabaseSource(connection, workspace, address(url))
