"""Looking through the team database: lists without bodies, records whole, counts. Reads only, and only what the role may see."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from ...core.errors import DatabaseError
from ...core.model import Memory
from ..db import migrate
from ..db.connection import STATEMENT_SECONDS, Connection, connect, is_broken, translated
from ..db.pipeline import pipeline
from ..ingest import change
from ..ingest.edits import Edit
from ..ingest.rows import NAMES, file_text, parameter, rounded, seconds
from .team import require_workspace

BEGINNING = 600  # characters of a body, for lists
COLUMNS = (
    f"workspace, project, path, kind, id, title, category, tags, status, {seconds('created_at')}, {seconds('updated_at')},"
    " confidence, severity, superseded_by, content_hash"
)
STATE = "CASE WHEN status = 'active' AND superseded_by <> '' THEN 'superseded' ELSE status END"
THESE = "(workspace, project, path) IN (SELECT * FROM unnest(%(workspaces)s::text[], %(projects)s::text[], %(paths)s::text[]))"

T = TypeVar("T")


class Place(NamedTuple):
    """What names a record."""

    workspace: str
    project: str
    path: str


class Whole(NamedTuple):
    """A record with the text and the hash of its file, and the change that stands in the database."""

    place: Place
    memory: Memory
    text: str
    content_hash: str
    edit: Edit | None


class Look(NamedTuple):
    """What there is at one moment: `sign` differs after every ingest and every change; `writable` are workspaces, "*" for all."""

    sign: object
    writable: frozenset[str]


class Count(NamedTuple):
    """How many records of a kind a project has in a state: active, superseded, retired or archived."""

    workspace: str
    project: str
    kind: str
    state: str
    records: int


@dataclass(frozen=True)
class Listing:
    """`records`, the newest first and without bodies, are not more than was asked for; `counts` are of all."""

    records: list[tuple[Place, Memory]]
    counts: list[Count]


class Browser:
    """A database to look through. Keeps one connection, and opens it anew when it was lost; may be shared between threads.

    workspace  to look at; None for all that the role may see. DatabaseError from every method when the database cannot be asked.
    """

    def __init__(self, url: str, workspace: str | None = None) -> None:
        self.url, self.workspace = url, workspace
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._scope = "true" if workspace is None else "workspace = %(workspace)s"

    def close(self) -> None:
        with self._lock:
            self._drop()

    def look(self) -> Look:
        """Whether anything is new, and what the role may write; what else writes single records (`memories cache`) may go unnoticed."""
        runs = "SELECT workspace, records, ingested_at FROM workspaces WHERE {scope} ORDER BY workspace"
        changes = (
            "SELECT workspace, count(*), max(changed_at) FROM edits WHERE {scope} GROUP BY workspace ORDER BY workspace"
        )
        return self._ask(
            lambda link: Look(
                (self._run(link, runs, [""], {}), self._run(link, changes, [""], {})), change.writable_workspaces(link)
            )
        )

    def listing(self, limit: int) -> Listing:
        """The newest records of all kinds, and how many there are."""
        newest = "SELECT {columns} FROM {table} WHERE {scope} ORDER BY updated_at DESC NULLS LAST, path LIMIT %(limit)s"
        count = "SELECT workspace, project, kind, {state}, count(*) FROM {table} WHERE {scope} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4"
        found, counted = self._ask(
            lambda link: (self._run(link, newest, NAMES, {"limit": limit}), self._run(link, count, NAMES, {}))
        )
        records = sorted(map(_record, found), key=lambda record: (-(record[1].updated or 0), record[0]))[:limit]
        return Listing(records, [Count(*row) for row in counted])

    def beginnings(self, places: Iterable[Place]) -> dict[Place, str]:
        """How the bodies of some records begin."""
        sql = "SELECT workspace, project, path, left(body, %(long)s) FROM {table} WHERE {scope} AND {these}"
        rows = self._ask(lambda link: self._run(link, sql, NAMES, {"long": BEGINNING, **_named(places)}))
        return {Place(*row[:3]): row[3] for row in rows}

    def whole(self, places: Iterable[Place]) -> list[Whole]:
        """Some records, those that there are, in no order."""
        sql, named = "SELECT {columns}, body, record::text FROM {table} WHERE {scope} AND {these}", _named(places)
        kept = "SELECT workspace, project, path, source_hash, source::text, changed_by, extract(epoch FROM changed_at)::float8 FROM edits"
        rows, changes = self._ask(
            lambda link: (
                self._run(link, sql, NAMES, named),
                self._run(link, kept + " WHERE {scope} AND {these}", [""], named),
            )
        )
        standing = {Place(*row[:3]): Edit(row[3], file_text(row[4], row[3]), *row[5:]) for row in changes}
        found = [(*_record(row[:-1]), row[-1], row[14]) for row in rows]
        return [
            Whole(place, memory, file_text(text, digest), digest, standing.get(place))
            for place, memory, text, digest in found
        ]

    def linked(self, place: Place, id: str, ids: Sequence[str]) -> list[tuple[Place, Memory]]:
        """Records of the six categories in the same project that have one of `ids`, or were superseded by `id`."""
        sql = (
            "SELECT {columns} FROM {table} WHERE {scope} AND workspace = %(of)s AND project = %(project)s"
            " AND (id = ANY (%(ids)s) OR superseded_by = %(id)s) ORDER BY path LIMIT 200"
        )
        asked = {
            "of": place.workspace,
            "project": place.project,
            "id": parameter(id),
            "ids": [parameter(text) for text in ids],
        }
        return [_record(row) for row in self._ask(lambda link: self._run(link, sql, ["memories"], asked))]

    def _run(self, connection: Connection, sql: str, tables: Iterable[str], parameters: dict[str, Any]) -> list[Any]:
        """The rows of all tables, one statement each and all at once: a cluster takes no union of them."""
        parameters = {**parameters, "workspace": self.workspace}
        texts = [
            sql.format(columns=COLUMNS, state=STATE, these=THESE, scope=self._scope, table=table) for table in tables
        ]
        with pipeline(connection):
            cursors = [connection.execute(text.encode(), parameters) for text in texts]
            return [row for cursor in cursors for row in cursor.fetchall()]

    def _ask(self, work: Callable[[Connection], T]) -> T:
        with self._lock:
            while True:
                fresh = self._connection is None
                try:
                    connection = self._connection = self._connection or self._open()
                    with translated(self.url), connection.transaction():
                        connection.execute("SET TRANSACTION READ ONLY")
                        connection.execute(
                            "SELECT set_config('statement_timeout', %s, true)", (str(STATEMENT_SECONDS * 1000),)
                        )
                        return work(connection)
                except DatabaseError as error:
                    if not is_broken(error):
                        raise
                    self._drop()  # the server was restarted, or a firewall forgot the connection
                    if fresh:
                        raise

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


def _named(places: Iterable[Place]) -> dict[str, list[str]]:
    columns = list(zip(*places, strict=True)) or [(), (), ()]
    return {
        name: [parameter(text) for text in column]
        for name, column in zip(("workspaces", "projects", "paths"), columns, strict=True)
    }


def _record(row: Sequence[Any]) -> tuple[Place, Memory]:
    """COLUMNS, and the body where it was asked for."""
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
    ) = row[:15]
    memory = Memory.of(
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
        row[15] if len(row) > 15 else "",
        "",
        "",
        digest[:8],
    )
    return Place(workspace, project, path), memory
