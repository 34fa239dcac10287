"""A team database as one portable file, and back: JSON lines, the records as their files are, so that restoring equals ingesting.

    {"memory_retrieval_dump": 1, ...}    a header: version, time, model
    {"project": ...} {"member": ...}     what there is beside records
    {"path": ..., "record": ...}         a record a line, by workspace, project and path; with "edit", what its file said before it was
                                         changed in the database, who changed it and when
    {"end": {"records": n, "sha256": h}} the sum of all bytes before it: without this line a file is not whole

`.gz` at the end of its name has it compressed.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any

from psycopg import IsolationLevel

from ...core import clock, config
from ...core.errors import MemoryRetrievalError
from ..ingest.rows import NAMES, TABLES, file_text, vector_column
from . import embedding_model, migrate
from .connection import Connection, connect, translated
from .targets import checked

Progress = Callable[[str, int, int], None]

VERSION = 1
MARK = "memory_retrieval_dump"
PAGE = 500  # records that are fetched together
LATEST = 250_000_000_000  # seconds since 1970: the year 9892, which a database can hold
AGAIN = "take another copy, or make the dump again"
MODE = 0o600  # memories are their team's own


def dump(
    url: str, path: str, workspace: str | None = None, *, with_vectors: bool = False, progress: Progress | None = None
) -> dict[str, Any]:
    """Writes what the role may see (of one workspace, if given) as it was at one moment; {"records", "projects", "members", "bytes"}.

    The file appears whole or not at all, for its owner's eyes only. With vectors it is several times as large, and restoring needs no
    embedding. Members are in it only when the tables' owner writes it.
    """
    say = progress or (lambda *_: None)
    with connect(url) as connection, translated(url):
        migrate.check(connection, url)
        connection.isolation_level = IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        with connection.transaction(), _new_file(path) as out:
            stored = embedding_model.read(connection)
            total = _total(connection, workspace)
            out.line(
                {
                    MARK: VERSION,
                    "made_at": clock.format_time(config.now()),
                    "schema_version": migrate.version(connection),
                    "workspace": workspace,
                    "model": vars(stored) if stored else None,
                    "vectors": with_vectors,
                }
            )
            counts = {"records": 0, "projects": 0, "members": 0}
            for value in _projects(connection, workspace):
                out.line({"project": value})
                counts["projects"] += 1
            for value in _members(connection, workspace) if embedding_model.is_owner(connection) else ():
                out.line({"member": value})
                counts["members"] += 1
            for value in _records(connection, workspace, with_vectors):
                out.line(value)
                counts["records"] += 1
                if counts["records"] % PAGE == 0:
                    say("writing", counts["records"], total)
            say("writing", counts["records"], total)
            out.end(counts)
    return {**counts, "bytes": os.path.getsize(path), "file": path, "workspace": workspace}


def check(path: str) -> tuple[dict[str, Any], dict[str, int]]:
    """(header, counts) of a file that is whole and of ours; MemoryRetrievalError that says what is wrong with it otherwise."""
    header: dict[str, Any] | None = None
    digest, before, counts = hashlib.sha256(), hashlib.sha256(), {"records": 0, "projects": 0, "members": 0}
    end: Any = None
    for number, line in _raw_lines(path):
        if end is not None:
            raise MemoryRetrievalError(f"{path}: line {number} comes after the end; {AGAIN}")
        value = _parsed(path, number, line)
        if header is None:
            header = _header(path, value)
        elif "end" in value:
            before, end = digest.copy(), value["end"]
        else:
            counts[_checked_line(path, number, value)] += 1
        digest.update(line)
    if header is None:
        raise MemoryRetrievalError(f"{path}: is empty; {AGAIN}")
    if not isinstance(end, dict):
        raise MemoryRetrievalError(f"{path}: ends after {counts['records']} records, before its end; {AGAIN}")
    if end.get("sha256") != before.hexdigest() or any(end.get(name) != count for name, count in counts.items()):
        raise MemoryRetrievalError(f"{path}: was changed or damaged: its checksum does not fit; {AGAIN}")
    return header, counts


def lines(path: str) -> Iterator[dict[str, Any]]:
    """The lines of a checked file between header and end."""
    for number, line in _raw_lines(path):
        value = _parsed(path, number, line)
        if number > 1 and "end" not in value:
            yield value


class _Out:
    """A file that counts its own sum."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self._digest = file, hashlib.sha256()

    def line(self, value: dict[str, Any]) -> None:
        data = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8") + b"\n"
        self._digest.update(data)
        self._file.write(data)

    def end(self, counts: dict[str, int]) -> None:
        self.line({"end": {**counts, "sha256": self._digest.hexdigest()}})


@contextmanager
def _new_file(path: str) -> Iterator[_Out]:
    """A file beside `path` that takes its place when all went well, and else is gone."""
    if os.path.isdir(path):
        raise MemoryRetrievalError(f"{path}: is a folder; name a file in it")
    folder, name = os.path.split(os.path.abspath(path))
    temporary = os.path.join(folder, f".{name[:80]}.{os.getpid()}.tmp")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), MODE)
    try:
        with os.fdopen(descriptor, "wb") as file:
            if path.endswith(".gz"):
                with gzip.GzipFile(filename="", mode="wb", fileobj=file, compresslevel=6, mtime=0) as packed:
                    yield _Out(packed)  # type: ignore[arg-type]
            else:
                yield _Out(file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _total(connection: Connection, workspace: str | None) -> int:
    row = connection.execute(
        "SELECT coalesce(sum(records), 0) FROM workspaces WHERE %(w)s::text IS NULL OR workspace = %(w)s",
        {"w": workspace},
    ).fetchone()
    if (
        workspace is not None
        and not connection.execute("SELECT 1 FROM workspaces WHERE workspace = %s", (workspace,)).fetchone()
    ):
        raise MemoryRetrievalError(
            f"--workspace {workspace}: this role sees none of that name; `memories db status` lists them"
        )
    return int(row[0]) if row else 0


def _projects(connection: Connection, workspace: str | None) -> Iterator[dict[str, Any]]:
    rows = connection.execute(
        "SELECT workspace, project, extract(epoch FROM date_trunc('second', ingested_at))::bigint FROM projects"
        " WHERE %(w)s::text IS NULL OR workspace = %(w)s ORDER BY 1, 2",
        {"w": workspace},
    )
    for name, project, at in rows:
        yield {"workspace": name, "project": project, "ingested_at": at}


def _members(connection: Connection, workspace: str | None) -> Iterator[dict[str, Any]]:
    rows = connection.execute(
        "SELECT workspace, role, may_write FROM members WHERE %(w)s::text IS NULL OR workspace = %(w)s ORDER BY 1, 2",
        {"w": workspace},
    )
    for name, role, write in rows:
        yield {"workspace": name, "role": role, "may_write": write}


def _records(connection: Connection, workspace: str | None, with_vectors: bool) -> Iterator[dict[str, Any]]:
    """By workspace, project and path, a page at a time. A vector is its half-precision numbers, big-endian, in base64."""
    parts = []
    for table in NAMES:
        vector = f"encode(substr(halfvec_send({vector_column(table)}), 5), 'base64')" if with_vectors else "NULL::text"
        parts.append(
            f"SELECT workspace, project, path, kind, record::text, content_hash, {vector} AS vector FROM {table}"
            " WHERE %(w)s::text IS NULL OR workspace = %(w)s"
        )
    standing = _edits(connection, workspace)
    with connection.cursor(name="memories_dump") as cursor:
        cursor.itersize = PAGE
        order = 'workspace COLLATE "C", project COLLATE "C", path COLLATE "C"'
        cursor.execute(f"SELECT * FROM ({' UNION ALL '.join(parts)}) x ORDER BY {order}".encode(), {"w": workspace})
        for name, project, path, kind, record, digest, vector in cursor:
            value = {
                "workspace": name,
                "project": project,
                "path": path,
                "kind": kind,
                "record": file_text(record, digest),
            }
            if (name, project, path) in standing:
                value["edit"] = standing[name, project, path]
            yield {**value, "vector": vector.replace("\n", "")} if vector else value


def _edits(connection: Connection, workspace: str | None) -> dict[tuple[str, str, str], dict[str, Any]]:
    """The changes made in the database by key: few beside the records, so they are held in memory."""
    rows = connection.execute(
        "SELECT workspace, project, path, source_hash, source::text, changed_by, extract(epoch FROM changed_at)::float8 FROM edits"
        " WHERE %(w)s::text IS NULL OR workspace = %(w)s",
        {"w": workspace},
    )
    return {
        (name, project, path): {
            "source": file_text(text, digest),
            "source_hash": digest,
            "changed_by": by,
            "changed_at": at,
        }
        for name, project, path, digest, text, by, at in rows
    }


def _raw_lines(path: str) -> Iterator[tuple[int, bytes]]:
    try:
        with open(path, "rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
            raw.seek(0)
            yield from enumerate(gzip.GzipFile(fileobj=raw) if packed else raw, 1)
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise MemoryRetrievalError(f"{path}: ends before its end, or is damaged; {AGAIN}") from None


def _parsed(path: str, number: int, line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, dict):
        return value
    if number == 1:
        raise MemoryRetrievalError(f"{path}: is no dump of `memories db dump`; `memories import` takes other forms")
    raise MemoryRetrievalError(f"{path}: line {number} is cut off or damaged; {AGAIN}")


def _header(path: str, value: dict[str, Any]) -> dict[str, Any]:
    if MARK not in value:
        raise MemoryRetrievalError(f"{path}: is no dump of `memories db dump`; `memories import` takes other forms")
    if value[MARK] != VERSION:
        raise MemoryRetrievalError(
            f"{path}: is of form {value[MARK]!r:.20}, this program reads {VERSION}; install a newer one"
        )
    return value


def _checked_line(path: str, number: int, value: dict[str, Any]) -> str:
    """What a line is; MemoryRetrievalError unless its parts are what they have to be."""
    part: Any = value["project"] if isinstance(value.get("project"), dict) else value.get("member", value)
    try:
        checked(part["workspace"], "workspace") if part["workspace"] != "*" else None
        if part is value:
            checked(part["project"], "project")
            good = (
                part["kind"] in TABLES
                and part["path"]
                and isinstance(part["path"], str)
                and isinstance(part["record"], str)
            )
            good = (
                good
                and isinstance(part.get("vector", ""), str)
                and "\0" not in part["path"]
                and _is_edit(part.get("edit"))
            )
            what = "records"
        elif "member" in value:
            good, what = isinstance(part["role"], str) and isinstance(part["may_write"], bool), "members"
        else:
            checked(part["project"], "project")
            good, what = isinstance(part.get("ingested_at", 0), (int, type(None))), "projects"
    except (KeyError, TypeError, AttributeError, MemoryRetrievalError):
        good = False
    if not good:
        raise MemoryRetrievalError(f"{path}: line {number} is no line of a dump; {AGAIN}")
    return what


def _is_edit(value: Any) -> bool:
    if value is None:
        return True
    texts = isinstance(value, dict) and all(
        isinstance(value.get(name), str) for name in ("source", "source_hash", "changed_by")
    )
    at = value.get("changed_at") if texts else None
    return isinstance(at, (int, float)) and not isinstance(at, bool) and abs(at) < LATEST
