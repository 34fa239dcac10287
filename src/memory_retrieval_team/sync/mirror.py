"""Mirrors a workspace's records in the user's cache, so that hooks find them without a server. Fetches only changes.

The database is not trusted: each path must be that of a record, and each text a valid record with the listed hash. A
run holds the mirror's lock. An interrupted run leaves whole files, and the next one continues from there.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from psycopg import conninfo

from memory_retrieval.core import clock, environment, jsontext
from memory_retrieval.core.errors import StoreError
from memory_retrieval.core.model import Problem
from memory_retrieval.core.sanitize import one_line
from memory_retrieval.store import lock, mirrors, reader, writer
from memory_retrieval.store.listing import MAX_RECORD

from ..db import embedded, migrate
from ..db.connection import Connection, connect, parse, shown, translated
from ..db.tables import NAMES
from ..db.work import Progress, silent
from ..ingest.rows import content_hash
from ..search.info import require_workspace
from ..search.statement import by_column
from . import mirror_files as files

PAGE = 2000  # rows of the listing per fetch
BATCH = 50  # records per fetch: at most 100 MB
LOCK_SECONDS = 120.0  # wait for another run
MAX_RECORDS = 250_000  # of a workspace; a mirror is one file for each
MAX_BYTES = 4_294_967_296  # of the records that one run fetches
SECRETS = (
    "password",
    "sslpassword",
    "scram_client_key",
    "scram_server_key",
    "oauth_client_secret",
)
LEFT_OUT = (*SECRETS, "connect_timeout", "application_name")  # of an address


@dataclass
class MirrorReport:
    """The counts of a run or dry run: `mirrored` records are in the mirror, of which `updated` were new or changed."""

    workspace: str
    path: str
    mirrored: int = 0
    updated: int = 0
    deleted: int = 0
    unchanged: int = 0
    problems: list[Problem] = field(default_factory=list)


@dataclass(frozen=True)
class RemoteRecord:
    """A record to fetch, and its file in the mirror."""

    table: str
    project: str
    path: str
    kind: str
    file: str


def address(url: str) -> str:
    """The database's address without secrets, in canonical form; `connect` accepts it."""
    if embedded.is_embedded(url):
        folder = embedded.folder(url)
        return f"{embedded.PREFIX}:{folder}"
    parameters = {
        key: value for key, value in sorted(parse(url).items()) if key not in LEFT_OUT
    }
    return conninfo.make_conninfo(**parameters)


def name(url: str, workspace: str, project: str) -> str:
    """The name of the mirror's folder; `project` is the project whose records are left out."""
    return (
        files.readable(workspace) + "-" + files.digest(address(url), workspace, project)
    )


def mirror(
    url: str,
    workspace: str,
    project: str,
    *,
    progress: Progress | None = None,
    dry_run: bool = False,
) -> MirrorReport:
    """Makes the mirror equal to the workspace's valid records, without those of `project`.

    DatabaseError if the database cannot be read, StoreError if the cache cannot be written or the workspace is larger
    than MAX_RECORDS or MAX_BYTES; the mirror stays usable.
    """
    base = mirrors.mirror_path(name(url, workspace, project))
    with connect(url) as connection:
        migrate.check(connection, url, reading=True)
        require_workspace(connection, url, workspace)
        run = _Run(connection, base, workspace, project, progress or silent, dry_run)
        if dry_run:
            with translated(url):
                run.compare_and_fetch()
            return run.report
        files.make_folder(base)
        # The lock comes first, so that a run that waited for it reads the newest records.
        with lock.StoreLock(base, LOCK_SECONDS, files.PRIVATE), translated(url):
            projects = run.compare_and_fetch()
            said = {
                "workspace": workspace,
                "address": shown(url),
                "synced_at": clock.format_time(environment.now()),
                "records": run.report.mirrored,
                "projects": projects,
            }
            about = os.path.join(base, mirrors.ABOUT)
            files.write(about, jsontext.dumps(said).encode())
    return run.report


class _Run:
    """One run. Compares, fetches and deletes in one snapshot of the database."""

    def __init__(
        self,
        connection: Connection,
        base: str,
        workspace: str,
        project: str,
        progress: Progress,
        dry_run: bool,
    ) -> None:
        self._connection, self._base, self._workspace, self._project = (
            connection,
            base,
            workspace,
            project,
        )
        self._progress, self._dry_run = progress, dry_run
        self._kept: dict[str, str] = {}  # file -> project
        self.report = MirrorReport(workspace, base)

    def compare_and_fetch(self) -> dict[str, str]:
        """Makes the mirror equal; returns {prefix of file names: project}."""
        have, fetched = files.have(self._base, self._progress), 0
        with self._connection.transaction():
            self._connection.execute(
                "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
            )
            wanted = self._compare(have)
            for done in range(0, len(wanted), BATCH):
                self._progress("copying", done, len(wanted))
                fetched += self._fetch(wanted[done : done + BATCH])
                if fetched > MAX_BYTES:
                    gigabytes = MAX_BYTES >> 30
                    raise _too_large(self._workspace, f"{gigabytes} GiB of memories")
        gone = [file for file in have if file not in self._kept]
        report = self.report
        report.deleted, report.mirrored = len(gone), report.unchanged + report.updated
        if not self._dry_run:
            for file in gone:
                writer.remove_file(os.path.join(self._base, file))
        owners = sorted(set(self._kept.values()))
        return {files.prefix(owner): owner for owner in owners}

    def _compare(self, have: dict[str, str]) -> list[RemoteRecord]:
        """Keeps the unchanged files; returns the records to fetch."""
        wanted, seen = list[RemoteRecord](), set[str]()
        listing = " UNION ALL ".join(
            f"SELECT '{table}', project, path, kind, content_hash FROM {table} WHERE workspace = %(workspace)s"
            " AND project <> %(project)s AND project NOT IN (SELECT project FROM projects p"
            "  WHERE workspace = %(workspace)s AND (to_jsonb(p)->>'origin' = %(project)s OR"
            "  coalesce(to_jsonb(p)->>'origin', '') = '' AND project = regexp_replace(%(project)s, '.*/', '')))"
            for table in NAMES
        )
        with self._connection.cursor(name="listing") as cursor:
            cursor.itersize = PAGE
            cursor.execute(
                listing.encode(),
                {"workspace": self._workspace, "project": self._project},
            )
            for table, owner, path, kind, digest in cursor:
                self._progress("comparing", len(have) + len(seen), 0)
                if len(seen) + len(self.report.problems) >= MAX_RECORDS:
                    raise _too_large(self._workspace, f"{MAX_RECORDS} memories")
                file, wrong = files.mirror_path(owner, path, kind)
                if not wrong and file in seen:
                    wrong = "another memory of the project has the same file name here; rename one of them"
                if wrong:
                    self._leave_out(owner, path, wrong)
                    continue
                seen.add(file)
                if have.get(file) == digest:
                    self._kept[file] = owner
                    self.report.unchanged += 1
                else:
                    wanted.append(RemoteRecord(table, owner, path, kind, file))
        return wanted

    def _fetch(self, wanted: list[RemoteRecord]) -> int:
        """Writes the valid records; returns the bytes fetched."""
        fetched = 0
        for table in dict.fromkeys(record.table for record in wanted):
            part = {
                (record.project, record.path): record
                for record in wanted
                if record.table == table
            }
            query = f"""SELECT project, path, content_hash,
                    CASE WHEN octet_length(record::text) <= %(most)s THEN record::text END, octet_length(record::text)
                FROM {table} JOIN unnest(%(projects)s::text[], %(paths)s::text[]) AS w (project, path) USING
                    (project, path)
                WHERE workspace = %(workspace)s"""
            keys = by_column(list(part), "projects", "paths")
            keys |= {"workspace": self._workspace, "most": MAX_RECORD}
            rows = self._connection.execute(query.encode(), keys)
            for owner, path, digest, text, size in rows:
                fetched += len(text or "")
                self._write(part[owner, path], text, digest, size)
        return fetched

    def _write(
        self, record: RemoteRecord, text: str | None, digest: str, size: int
    ) -> None:
        data, wrong = _checked(text, digest, record, size)
        if wrong:
            self._leave_out(record.project, record.path, wrong)
            return
        if not self._dry_run:
            file = os.path.join(self._base, record.file)
            files.make_folder(os.path.dirname(file))
            files.write(file, data)
        self._kept[record.file] = record.project
        self.report.updated += 1

    def _leave_out(self, project: str, path: str, why: str) -> None:
        self.report.problems.append(
            Problem(path=one_line(f"{project}: {path}", 200), message=why)
        )


def _checked(
    text: str | None, digest: str, wanted: RemoteRecord, size: int
) -> tuple[bytes, str]:
    """(the file's bytes, the reason to refuse it or "")."""
    if text is None:
        return (
            b"",
            f"is {size} bytes, a memory has at most {MAX_RECORD}; split it in its own project",
        )
    marked = (
        f"\ufeff{text}"  # the column cannot hold a byte order mark, which is no JSON
    )
    whole = next(
        (known for known in (text, marked) if content_hash(known) == digest), None
    )
    if whole is None:
        return (
            b"",
            "its text does not match its hash; run `memories team ingest` in its own project",
        )
    memory, _, problems = reader.parse_record(whole, wanted.file, wanted.kind)
    if memory is not None:
        return whole.encode("utf-8"), ""
    said = [
        f"{problem.location}: {problem.message}"
        if problem.location
        else problem.message
        for problem in problems
    ]
    return b"", one_line("; ".join(said), 300)


def _too_large(workspace: str, limit: str) -> StoreError:
    name = one_line(workspace, 200)
    step = "search it in the database (memories search --db-url), or split it"
    return StoreError(
        f"workspace {name} has more than {limit}, too many to mirror; {step}"
    )
