"""Browsing the team database: lists without bodies, complete records, counts. Reads only what the role may see."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from memory_retrieval.core import config
from memory_retrieval.core.clock import believed
from memory_retrieval.core.errors import DatabaseError
from memory_retrieval.core.model import Memory

from ..db import migrate
from ..db.connection import STATEMENT_SECONDS, Connection, connect, is_broken, translated
from ..db.pipeline import pipeline
from ..db.tables import NAMES
from ..db.values import parameter, rounded, seconds
from ..ingest.rows import file_text
from .conditions import in_workspaces, workspace_parameters
from .info import INSPECT_SECONDS, require_workspace, searched_workspaces

EXCERPT = 600  # characters of a body, for lists
COLUMNS = (
    f"workspace, project, path, kind, id, title, category, tags, status, {seconds('created_at')},"
    f" {seconds('updated_at')},"
    " confidence, severity, superseded_by, content_hash, state, expires"
)
STATE = (  # as core/holds.py has it, a proposal counting as active
    "CASE WHEN status <> 'active' THEN status WHEN superseded_by <> '' THEN 'superseded'"
    " WHEN state NOT IN ('', 'proposed') THEN state WHEN expires <= %(now)s THEN 'expired' ELSE 'active' END"
)
KEYS = (
    "(workspace, project, path) IN ("
    "SELECT * FROM unnest(%(workspaces)s::text[], %(projects)s::text[], %(paths)s::text[]))"
)

T = TypeVar("T")


class RecordKey(NamedTuple):
    """The primary key of a record."""

    workspace: str
    project: str
    path: str


class FullRecord(NamedTuple):
    """A record with the text and the SHA-256 of its file."""

    key: RecordKey
    memory: Memory
    text: str
    content_hash: str


class DatabaseState(NamedTuple):
    """(workspace, number of records, time of the last ingest) of each workspace; an ingest changes it."""

    workspaces: tuple[tuple[str, int, datetime | None], ...]


class RecordCount(NamedTuple):
    """The number of records of a kind that a project has in a state of core/holds.py; a proposal counts as active."""

    workspace: str
    project: str
    kind: str
    state: str
    records: int


@dataclass(frozen=True)
class Listing:
    """`records`, newest first and without bodies, up to the limit; `counts` cover all records."""

    records: list[tuple[RecordKey, Memory]]
    counts: list[RecordCount]


class Browser:
    """Reads one database over one connection, which is reopened if it was lost. Thread-safe.

    workspace  to read; None for all that the role may see: what is granted meanwhile comes within a minute

    Every method raises DatabaseError if the query fails.
    """

    def __init__(self, url: str, workspace: str | None = None) -> None:
        self.url, self.workspace = url, workspace
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._workspaces: tuple[str, ...] = ()
        self._until = 0.0  # when the workspaces are read again

    def close(self) -> None:
        with self._lock:
            self._drop()

    def read_state(self) -> DatabaseState:
        """The state that lists depend on. Replacing an answer of `memories cache` does not change it."""
        runs = "SELECT workspace, records, ingested_at FROM workspaces WHERE {scope} ORDER BY workspace"
        return self._ask(lambda link: DatabaseState(tuple(self._run(link, runs, [""], {}))))

    def listing(self, limit: int) -> Listing:
        """The newest records of all kinds, and the counts of all records."""
        newest = "SELECT {columns} FROM {table} WHERE {scope} ORDER BY updated_at DESC NULLS LAST, path LIMIT %(limit)s"
        count = (
            "SELECT workspace, project, kind, {state}, count(*) FROM {table} WHERE {scope}"
            " GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4"
        )
        found, counted = self._ask(
            lambda link: (self._run(link, newest, NAMES, {"limit": limit}), self._run(link, count, NAMES, {}))
        )
        now = config.now()
        records = sorted(map(_record, found), key=lambda record: (-(believed(record[1].updated, now) or 0), record[0]))[
            :limit
        ]
        return Listing(records, [RecordCount(*row) for row in counted])

    def excerpts(self, keys: Iterable[RecordKey]) -> dict[RecordKey, str]:
        """The first EXCERPT characters of the bodies of some records."""
        sql = "SELECT workspace, project, path, left(body, %(long)s) FROM {table} WHERE {scope} AND {keys}"
        rows = self._ask(lambda link: self._run(link, sql, NAMES, {"long": EXCERPT, **_key_columns(keys)}))
        return {RecordKey(*row[:3]): row[3] for row in rows}

    def records(self, keys: Iterable[RecordKey]) -> list[FullRecord]:
        """The records with `keys`, unordered; missing ones are left out."""
        sql, columns = "SELECT {columns}, body, record::text FROM {table} WHERE {scope} AND {keys}", _key_columns(keys)
        rows = self._ask(lambda link: self._run(link, sql, NAMES, columns))
        return [FullRecord(*_record(row[:-1]), file_text(row[-1], row[14]), row[14]) for row in rows]

    def linked(self, key: RecordKey, id: str, ids: Sequence[str]) -> list[tuple[RecordKey, Memory]]:
        """Memories of the same project that have one of `ids`, or were superseded by `id`."""
        sql = (
            "SELECT {columns} FROM {table} WHERE {scope} AND workspace = %(of)s AND project = %(project)s"
            " AND (id = ANY (%(ids)s) OR superseded_by = %(id)s) ORDER BY path LIMIT 200"
        )
        asked = {
            "of": key.workspace,
            "project": key.project,
            "id": parameter(id),
            "ids": [parameter(text) for text in ids],
        }
        return [_record(row) for row in self._ask(lambda link: self._run(link, sql, ["memories"], asked))]

    def _run(self, connection: Connection, sql: str, tables: Iterable[str], parameters: dict[str, Any]) -> list[Any]:
        """The rows of all tables, by one statement per table in one round trip: Citus does not run a UNION of them."""
        parameters = {**parameters, **workspace_parameters(self._workspaces), "now": config.now()}
        scope = in_workspaces(self._workspaces)
        texts = [sql.format(columns=COLUMNS, state=STATE, keys=KEYS, scope=scope, table=table) for table in tables]
        with pipeline(connection):
            cursors = [connection.execute(text.encode(), parameters) for text in texts]
            return [row for cursor in cursors for row in cursor.fetchall()]

    def _ask(self, work: Callable[[Connection], T]) -> T:
        with self._lock:
            while True:
                is_new = self._connection is None
                try:
                    connection = self._connection = self._connection or self._open()
                    with translated(self.url), connection.transaction():
                        connection.execute("SET TRANSACTION READ ONLY")
                        connection.execute(
                            "SELECT set_config('statement_timeout', %s, true)", (str(STATEMENT_SECONDS * 1000),)
                        )
                        self._inspect(connection)
                        return work(connection)
                except DatabaseError as error:
                    if not is_broken(error):
                        raise
                    self._drop()  # the server was restarted, or a firewall forgot the connection
                    if is_new:
                        raise

    def _inspect(self, connection: Connection) -> None:
        if time.monotonic() > self._until:
            self._workspaces = searched_workspaces(connection, self.workspace)
            self._until = time.monotonic() + INSPECT_SECONDS

    def _open(self) -> Connection:
        connection = connect(self.url)
        try:
            migrate.check(connection, self.url)
            if self.workspace is not None:
                require_workspace(connection, self.url, self.workspace)
        except BaseException:
            connection.close()
            raise
        return connection

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None


def _key_columns(keys: Iterable[RecordKey]) -> dict[str, list[str]]:
    columns = list(zip(*keys, strict=True)) or [(), (), ()]
    return {
        name: [parameter(text) for text in column]
        for name, column in zip(("workspaces", "projects", "paths"), columns, strict=True)
    }


def _record(row: Sequence[Any]) -> tuple[RecordKey, Memory]:
    """The key and the memory of a row of COLUMNS, which a body may follow."""
    (
        workspace,
        project,
        path,
        kind,
        id_,
        title,
        category,
        tags,
        status,
        created,
        updated,
        confidence,
        severity,
        by,
        digest,
        state,
        expires,
    ) = row[:17]
    memory = Memory(
        path,
        kind,
        id_,
        title,
        category,
        tuple(tags),
        (),
        status,
        created,
        updated,
        rounded(confidence),
        severity,
        (),
        by,
        row[17] if len(row) > 17 else "",
        "",
        "",
        digest[:8],
        state,
        expires,
    )
    return RecordKey(workspace, project, path), memory
