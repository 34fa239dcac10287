"""A dump into a database: the file is looked through to its end first, then its records go the way that ingested ones go."""

from __future__ import annotations

import base64
import math
import struct
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

from ...core.errors import DatabaseError, MemoryRetrievalError
from ...core.model import Problem
from ...store import reader
from ..ingest import write
from ..ingest.batch import put_batch
from ..ingest.edits import Edit
from ..ingest.rows import Row, content_hash, to_row, unfit
from . import access, dump, embedding_model, migrate
from .connection import Connection, shown, translated
from .link import Link

Progress = Callable[[str, int, int], None]

BATCH = 500  # records
BATCH_CHARS = 4_000_000  # of their text


def restore(
    url: str, path: str, *, members: bool = False, dry_run: bool = False, progress: Progress | None = None
) -> dict[str, Any]:
    """Puts a dump's records into the database, which may be empty or hold others; {"records", "created", "updated", "unchanged", ...}.

    A record of the same workspace, project and path is replaced; none is taken out. One that the database refuses is reported in
    `problems` and left out. Vectors are taken over when the database has the dump's model (an empty one gets it). `members` also grants
    what the dump says, to roles that there are. May be done again.
    MemoryRetrievalError when the file is not whole; then nothing was written.
    """
    say = progress or (lambda *_: None)
    say("checking " + path, 0, 0)
    header, counts = dump.check(path)
    result: dict[str, Any] = {
        **counts,
        "created": 0,
        "updated": 0,
        "unchanged": 0,
        "with_vector": 0,
        "problems": [],
        "notes": [],
        "dry_run": dry_run,
        "made_at": header.get("made_at"),
        "file": path,
    }
    link = Link(url)
    try:
        with translated(url):
            dims = _prepare(link.connection, url, header, result, dry_run)
            if not dry_run or migrate.version(link.connection):
                _records(link, path, dims, result, say, dry_run)
            else:
                result["created"] = counts["records"]
            if not dry_run:
                _projects(link, path)
                if members:
                    _members(link.connection, url, path, result)
                _finish(link, say)
    finally:
        link.close()
    return result


def _prepare(connection: Connection, url: str, header: dict[str, Any], result: dict[str, Any], dry_run: bool) -> int:
    """Tables and model; the dimensions of the dump's vectors if they can be taken, else 0."""
    if migrate.version(connection) == 0:
        result["notes"].append("the database is empty: its tables %s made" % ("would be" if dry_run else "were"))
        if dry_run:
            return 0
        migrate.migrate(connection, url)
    migrate.check(connection, url)
    theirs, ours = header.get("model"), embedding_model.read(connection)
    try:
        given = embedding_model.Model(**theirs) if theirs else None
    except TypeError:
        raise MemoryRetrievalError(
            f"{result['file']}: its header names no model that this program knows; make the dump again"
        ) from None
    if ours is None and given is not None and not dry_run:
        embedding_model.set_model(connection, given)
        ours = given
    if given is None or not header.get("vectors"):
        return 0
    if ours is not None and not ours.same_vectors(given):
        result["notes"].append(
            f"its vectors are of {given}, the database has {ours}: records get theirs with the next `memories ingest`"
        )
        return 0
    return given.dims


def _records(link: Link, path: str, dims: int, result: dict[str, Any], say: Progress, dry_run: bool) -> None:
    done, known, have = 0, ("", ""), dict[str, write.Have]()
    for target, batch in _batches(path):
        if target != known:
            known, have = target, {}
            link.run(lambda connection, target=target, have=have: have.update(write.have(connection, *target)))  # type: ignore[misc]
        rows, vectors, standing = list[Row](), dict[str, list[float] | None](), dict[str, Edit | None]()
        for value in batch:
            there, digest = have.get(value["path"]), content_hash(value["record"])
            source = value["edit"]["source_hash"] if value.get("edit") else digest
            same = there is not None and (there.content_hash, there.source_hash) == (digest, source)
            if there and same and (there.embedded or not (dims and value.get("vector"))):
                result["unchanged"] += 1  # the common case of a second run: nothing to parse, nothing to send
                continue
            row = _row(value, result["problems"])
            if row:
                rows.append(row)
                standing[row.path] = _edit(value, result["problems"])
                if dims and value.get("vector"):
                    vectors[row.path] = _vector(value, dims, result["problems"])
        if dry_run:
            for row in rows:
                there = have.get(row.path)
                result[
                    "created" if there is None else "unchanged" if there.content_hash == row.content_hash else "updated"
                ] += 1
        elif rows:
            _put(link, target, rows, vectors, standing, result)
        done += len(batch)
        say("restoring", done, result["records"])


def _batches(path: str) -> Iterator[tuple[tuple[str, str], list[dict[str, Any]]]]:
    """((workspace, project), lines of records)."""
    records = (value for value in dump.lines(path) if "record" in value)
    for target, values in groupby(records, key=lambda value: (value["workspace"], value["project"])):
        batch, size = list[dict[str, Any]](), 0
        for value in values:
            if batch and (len(batch) >= BATCH or size + len(value["record"]) > BATCH_CHARS):
                yield target, batch
                batch, size = [], 0
            batch.append(value)
            size += len(value["record"])
        if batch:
            yield target, batch


def _row(value: dict[str, Any], problems: list[Problem]) -> Row | None:
    """The row of a line; None, and a problem, when this version takes it for no record."""
    memory, raw, found = reader.parse_record(value["record"], value["path"], value["kind"])
    problem = unfit(memory) if memory is not None else None
    if memory is None or raw is None or problem:
        problems += [problem] if problem else found
        return None
    return to_row(memory, raw, value["record"])


def _edit(value: dict[str, Any], problems: list[Problem]) -> Edit | None:
    """The change that stands of a line; None where there is none, or its file is no record."""
    said = value.get("edit")
    if not said:
        return None
    memory, _, found = reader.parse_record(said["source"], value["path"], value["kind"])
    if memory is None or said["source_hash"] != content_hash(said["source"]):
        problems += found or [
            Problem(
                path=value["path"], place="edit", message="is not what its hash says; the record counts as its file"
            )
        ]
        return None
    return Edit(said["source_hash"], said["source"], said["changed_by"], said["changed_at"])


def _vector(value: dict[str, Any], dims: int, problems: list[Problem]) -> list[float] | None:
    try:
        vector = list(struct.unpack(f">{dims}e", base64.b64decode(value["vector"], validate=True)))
        if not all(map(math.isfinite, vector)):
            raise ValueError("no number")
        return vector
    except (ValueError, struct.error):
        problems.append(
            Problem(
                path=value["path"], place="vector", message="cannot be read; the next `memories ingest` makes it anew"
            )
        )
        return None


def _put(
    link: Link,
    target: tuple[str, str],
    rows: list[Row],
    vectors: dict[str, list[float] | None],
    standing: dict[str, Edit | None],
    result: dict[str, Any],
) -> None:
    def work(connection: Connection, part: list[Row]) -> write.Counts:
        given = [row for row in part if vectors.get(row.path)]
        with connection.transaction():
            write.open_workspace(connection, *target)
            counts = write.put(connection, *target, part, vectors, {row.path: standing[row.path] for row in part})
            if given and counts.created + counts.updated < len(
                part
            ):  # records that are there already, maybe without their vector
                waiting = [write.Waiting(row.table, *target, row.path, row.text) for row in given]
                write.set_vectors(connection, waiting, [vectors[row.path] for row in given])
        return counts

    counts, rows = put_batch(link, rows, work, result["problems"])
    result["created"] += counts.created
    result["updated"] += counts.updated
    result["unchanged"] += len(rows) - counts.created - counts.updated
    result["with_vector"] += sum(bool(vectors.get(row.path)) for row in rows)


def _projects(link: Link, path: str) -> None:
    """When they were last ingested, so that retention knows which of them live."""

    def note(connection: Connection) -> None:
        for value in dump.lines(path):
            part = value.get("project")
            if not isinstance(part, dict):
                continue
            with connection.transaction():
                write.open_workspace(connection, part["workspace"], part["project"])
                values = (part["ingested_at"], part["workspace"], part["project"])
                connection.execute(
                    "UPDATE projects SET ingested_at = greatest(ingested_at, to_timestamp(%s)) WHERE workspace = %s AND project = %s",
                    values,
                )
                connection.execute(
                    "UPDATE workspaces SET ingested_at = greatest(ingested_at, to_timestamp(%s)) WHERE workspace = %s",
                    values[:2],
                )
                connection.execute("DELETE FROM terms WHERE workspace = %s AND records <= 0", (part["workspace"],))

    link.run(note)


def _members(connection: Connection, url: str, path: str, result: dict[str, Any]) -> None:
    if not embedding_model.is_owner(connection):
        raise DatabaseError(
            f"{shown(url)}: the records are restored, but only the tables' owner may grant; run it again as the owner"
        )
    for value in dump.lines(path):
        part = value.get("member")
        if not part:
            continue
        if (
            part["role"] == access.EVERYBODY
            or connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (part["role"],)).fetchone()
        ):
            with connection.transaction():
                access.grant_on(connection, part["role"], part["workspace"], write=part["may_write"])
        else:
            result["notes"].append(
                f"role {part['role']} is not on this server; create it, then `memories db grant {part['role']}`"
            )


def _finish(link: Link, say: Progress) -> None:
    if embedding_model.is_owner(link.connection):
        say("analysing, building vector indexes", 0, 0)
        link.run(write.analyze)
        link.run(lambda connection: (embedding_model.index_vectors(connection), None)[1])
