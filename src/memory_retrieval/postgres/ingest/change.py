"""Records changed in the database itself, by somebody who may write their workspace. Whole texts in, one transaction; makes up no record.

The file of a changed record stays its source: `edits` keeps what it said, and an ingest decides which of the two stands.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from psycopg import errors

from ...core import jsontext
from ...core.errors import DatabaseError, MemoryRetrievalError, RecordError
from ...core.model import CATEGORIES
from ...store import reader
from ..db import embedding_model, migrate
from ..db.connection import STATEMENT_SECONDS, Connection, connect, shown, translated
from ..embedders.base import Embedder
from . import edits, write
from .edits import Edit
from .rows import NAMES, Row, file_text, parameter, to_row, unfit

_Ends = list[tuple[str, dict[str, Any], dict[str, Any]]]  # path, what the changed record says, what its file said
LOCK_SECONDS = 15  # wait for a batch of an ingest, which holds the workspace's row


class Vectors(NamedTuple):
    """What makes vectors here, and the model in whose space they are; without it, or where the database has another by now, records get
    none, and the next ingest makes them."""

    model: embedding_model.Model | None
    embedder: Embedder | None

    def of(self, rows: list[Row]) -> dict[str, list[float] | None]:
        if self.embedder is None or not rows:
            return {}
        try:
            return dict(zip([row.path for row in rows], self.embedder.embed([row.text for row in rows]), strict=True))
        except MemoryRetrievalError:  # an endpoint that does not answer keeps nobody from writing
            return {}


class Denied(DatabaseError):
    """The role may not write the workspace, or not any more."""


class Overtaken(DatabaseError):
    """The record is not what it was when it was read."""


class Version(NamedTuple):
    """What a record is at one time; `edit` is None where it is as its file."""

    kind: str
    text: str
    content_hash: str
    edit: Edit | None


class Change(NamedTuple):
    """What was done to some records of a project: {path: version}, before and after."""

    workspace: str
    project: str
    before: dict[str, Version]
    after: dict[str, Version]


@contextmanager
def session(url: str, workspace: str) -> Iterator[Connection]:
    """A connection for one change of a workspace. Denied; DatabaseError when there is none, or the tables are of another version."""
    with connect(url) as connection:
        migrate.check(connection, url)
        with translated(url):
            _require_writable(connection, url, workspace)
            yield connection


def writable_workspaces(connection: Connection) -> frozenset[str]:
    """Those that the role may change records of; "*" stands for all."""
    row = connection.execute(
        """SELECT CASE WHEN row_security_active('memories') THEN granted_workspaces(true) ELSE '{*}' END
        WHERE NOT pg_is_in_recovery() AND current_setting('default_transaction_read_only') = 'off'
            AND has_table_privilege('edits', 'insert') AND has_table_privilege('memories', 'update')
            AND has_database_privilege(current_database(), 'temporary')"""
    ).fetchone()
    return frozenset(row[0]) if row else frozenset()


def read(connection: Connection, workspace: str, project: str, path: str) -> Version | None:
    """A record as it is now; None when there is none."""
    return _versions(connection, workspace, project, [path]).get(path)


def near(
    connection: Connection, workspace: str, project: str, ids: Collection[str], *, linked: bool
) -> dict[str, Version]:
    """Records of the six categories that have one of `ids`; with `linked` also all in a chain of links, so that no ring closes."""
    more = " OR superseded_by <> '' OR record::text LIKE '%%\"supersedes\"%%'" if linked else ""
    rows = connection.execute(
        f"SELECT path FROM memories WHERE workspace = %s AND project = %s AND (id = ANY (%s){more})".encode(),
        (workspace, project, [parameter(id_) for id_ in ids]),
    )
    return _versions(connection, workspace, project, [path for (path,) in rows])


def replace(
    connection: Connection,
    url: str,
    workspace: str,
    project: str,
    before: Mapping[str, Version],
    texts: Mapping[str, str],
    vectors: Vectors,
) -> Change:
    """Gives records, all of which are in `before`, other texts. RecordError for a text that is no record, Denied, Overtaken."""
    standing = {path: _standing(before[path], text) for path, text in texts.items()}
    return _set(connection, url, workspace, project, before, texts, standing, vectors)


def take_back(
    connection: Connection, url: str, workspace: str, project: str, path: str, was: Version, vectors: Vectors
) -> Change:
    """Makes a changed record what its file said, and with it those that it had drawn along by a link. Denied, Overtaken."""
    if was.edit is None:
        raise Overtaken(f"{path} is as it was ingested, so there is nothing to take back")
    by = _superseding(connection, workspace, project, was)
    if by:
        raise RecordError(
            f"{path} was superseded here by {by}; take that change back first, or leave it out of what {by} supersedes"
        )
    return _set(connection, url, workspace, project, {path: was}, {path: was.edit.source}, {path: None}, vectors)


def undo(connection: Connection, url: str, change: Change, vectors: Vectors) -> Change:
    """Makes records again what they were before a change. Denied; Overtaken when they were changed since."""
    texts = {path: version.text for path, version in change.before.items()}
    standing = {path: version.edit for path, version in change.before.items()}
    return _set(connection, url, change.workspace, change.project, change.after, texts, standing, vectors, links=False)


def settle_links(connection: Connection, workspace: str, project: str) -> dict[str, Version]:
    """Makes changed records what their files say where the other end of a link does not agree any more; {path: what they were}.

    A link stands in two records, and each goes by its own file: without this, a record would stay superseded by one whose change gave way,
    or one would say that it supersedes another which is in force.
    """
    before = dict[str, Version]()
    with connection.transaction():
        write.take(connection, workspace)
        while settled := _settle_once(connection, workspace, project):  # what gives way may have held another link
            before |= settled
    return before


def _settle_once(connection: Connection, workspace: str, project: str) -> dict[str, Version]:
    found = _versions(connection, workspace, project, _at_odds(connection, workspace, project))
    rows = list[Row]()
    for path, version in found.items():
        with suppress(RecordError):  # what somebody wrote past this program stays, and keeps no ingest from its end
            rows += [_row(path, version.kind, version.edit.source)] if version.edit else []
    if rows:
        write.put(connection, workspace, project, rows, {}, dict.fromkeys(row.path for row in rows))
    return {row.path: found[row.path] for row in rows}


def _set(
    connection: Connection,
    url: str,
    workspace: str,
    project: str,
    before: Mapping[str, Version],
    texts: Mapping[str, str],
    standing: Mapping[str, Edit | None],
    vectors: Vectors,
    *,
    links: bool = True,
) -> Change:
    rows = [_row(path, before[path].kind, text) for path, text in texts.items()]
    old = {path: before[path] for path in texts}
    known = {path: _row(path, version.kind, version.text).text_hash for path, version in old.items()}
    made = vectors.of([row for row in rows if row.text_hash != known[row.path]])  # the others keep theirs
    try:
        with translated(url), connection.transaction():
            limits = (f"{LOCK_SECONDS}s", f"{STATEMENT_SECONDS}s")  # of this transaction alone, as a pooler needs it
            connection.execute(
                "SELECT set_config('lock_timeout', %s, true), set_config('statement_timeout', %s, true)", limits
            )
            write.take(connection, workspace)
            _require_writable(connection, url, workspace)  # it may have been revoked while the form was filled in
            _require_unchanged(connection, workspace, project, old)
            made = made if made and embedding_model.read(connection) == vectors.model else {}
            write.put(connection, workspace, project, rows, made, standing)
            if links:
                old = {**settle_links(connection, workspace, project), **old}
            return Change(workspace, project, old, _versions(connection, workspace, project, old))
    except DatabaseError as error:
        if isinstance(error.__cause__, errors.InsufficientPrivilege):
            raise Denied(str(error)) from error
        raise


def _require_writable(connection: Connection, url: str, workspace: str) -> None:
    """Row-level security would let such a change pass by without a row: the role is told instead."""
    if not writable_workspaces(connection) & {"*", workspace}:
        raise Denied(f"{shown(url)}: this role may not write workspace {workspace}")


def _standing(was: Version, text: str) -> Edit | None:
    """What stands after a change: nothing when the record says what its file said."""
    source = was.edit or Edit(was.content_hash, was.text)
    return None if text == source.source else Edit(source.source_hash, source.source)


def _require_unchanged(connection: Connection, workspace: str, project: str, old: Mapping[str, Version]) -> None:
    now = _versions(connection, workspace, project, old)
    for path, version in old.items():
        if path not in now:
            raise Overtaken(f"{path} is gone; somebody took it out, or its file is gone")
        if _sign(now[path]) != _sign(version):
            raise Overtaken(f"{path} has changed meanwhile")


def _sign(version: Version) -> tuple[str, str]:
    """Also the file behind it: by an ingest, a change may have become what the file says."""
    return version.content_hash, version.edit.source_hash if version.edit else version.content_hash


def _versions(connection: Connection, workspace: str, project: str, paths: Collection[str]) -> dict[str, Version]:
    if not paths:
        return {}
    standing = edits.read(connection, workspace, project, paths)
    found = {}
    for table in NAMES:
        rows = connection.execute(
            f"""SELECT path, kind, record::text, content_hash FROM {table}
            WHERE workspace = %s AND project = %s AND path = ANY (%s)""".encode(),
            (workspace, project, list(paths)),
        )
        for path, kind, text, digest in rows:
            found[path] = Version(kind, file_text(text, digest), digest, standing.get(path))
    return found


def _row(path: str, kind: str, text: str) -> Row:
    memory, raw, problems = reader.parse_record(text, path, kind)
    if memory is None or raw is None:
        raise RecordError(f"{path} would be no valid record", problems)
    wrong = unfit(memory)
    if wrong:
        raise RecordError(f"{path} cannot be kept in a database", [wrong])
    return to_row(memory, raw, text)


def _at_odds(connection: Connection, workspace: str, project: str) -> list[str]:
    """Changed records with a link, made or taken away by the change, of which the record at its other end says the contrary."""
    rows = connection.execute(
        """SELECT r.path, r.record::text, e.source::text FROM edits e JOIN memories r USING (workspace, project, path)
        WHERE workspace = %s AND project = %s""",
        (workspace, project),
    )
    ends = [(path, _fields(text), _fields(source)) for path, text, source in rows]
    return _badly_superseded(connection, workspace, project, ends) + _badly_superseding(
        connection, workspace, project, ends
    )


def _badly_superseded(connection: Connection, workspace: str, project: str, ends: _Ends) -> list[str]:
    """Those that another one superseded (or ceased to) by a change that does not stand any more."""
    moved = [(path, now.get("id"), _by(now), _by(was)) for path, now, was in ends if _by(now) != _by(was)]
    says = _superseded_by(connection, workspace, project, {by for _, _, *others in moved for by in others if by})
    return [
        path
        for path, id_, now, was in moved
        if (now and id_ not in says.get(now, ())) or (was and id_ in says.get(was, ()))
    ]


def _badly_superseding(connection: Connection, workspace: str, project: str, ends: _Ends) -> list[str]:
    """Those that superseded another one (or ceased to), which is in force all the same (or not).

    One that is gone is no contradiction, nor one that a third record superseded: `fsck` lets both stand in files.
    """
    moved = [(path, now.get("id"), _ids(now) - _ids(was), _ids(was) - _ids(now)) for path, now, was in ends]
    by = _superseded(connection, workspace, project, {id_ for _, _, *others in moved for ids in others for id_ in ids})
    return [
        path
        for path, own, more, less in moved
        if any(id_ in by and not any(by[id_]) for id_ in more) or any(own in by.get(id_, ()) for id_ in less)
    ]


def _superseding(connection: Connection, workspace: str, project: str, was: Version) -> str:
    """The id of the record that superseded this one by a change made here; "" when none did."""
    if was.kind not in CATEGORIES or was.edit is None:
        return ""
    now, source = _fields(was.text), _fields(was.edit.source)
    by = _by(now)
    if not by or by == _by(source):
        return ""
    return by if now.get("id") in _superseded_by(connection, workspace, project, {by}).get(by, ()) else ""


def _superseded_by(connection: Connection, workspace: str, project: str, ids: Collection[str]) -> dict[str, list[Any]]:
    """{id: the ids that it supersedes}."""
    if not ids:
        return {}
    rows = connection.execute(
        "SELECT id, record::text FROM memories WHERE workspace = %s AND project = %s AND id = ANY (%s)",
        (workspace, project, [parameter(id_) for id_ in ids]),
    )
    found = {id_: _fields(text).get("supersedes") for id_, text in rows}
    return {id_: value for id_, value in found.items() if isinstance(value, list)}


def _superseded(
    connection: Connection, workspace: str, project: str, ids: Collection[str]
) -> dict[str, list[str | None]]:
    """{id: by which ids the records of this id are superseded}; two files may have one id."""
    found = dict[str, list[str | None]]()
    if ids:
        rows = connection.execute(
            "SELECT id, superseded_by FROM memories WHERE workspace = %s AND project = %s AND id = ANY (%s)",
            (workspace, project, [parameter(id_) for id_ in ids]),
        )
        for id_, by in rows:
            found.setdefault(id_, []).append(by)
    return found


def _by(fields: dict[str, Any]) -> str:
    value = fields.get("superseded_by")
    return value if isinstance(value, str) else ""


def _ids(fields: dict[str, Any]) -> set[str]:
    value = fields.get("supersedes")
    return {id_ for id_ in value if isinstance(id_, str)} if isinstance(value, list) else set()


def _fields(text: str) -> dict[str, Any]:
    """What a record says; {} for what is none, which only somebody who writes past this program leaves."""
    try:
        value = jsontext.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
