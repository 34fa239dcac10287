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
from ..ingest.rows import content_hash
from ..progress import Progress, silent
from ..search.info import require_workspace
from . import mirror_files as files

PAGE = 2000  # rows of the listing per fetch
BATCH = 50  # records per fetch: at most 100 MB
LOCK_SECONDS = 120.0  # wait for another run
MAX_RECORDS = 250_000  # of a workspace; a mirror is one file for each
MAX_BYTES = 4_294_967_296  # of the records that one run fetches
SECRETS = ("password", "sslpassword", "scram_client_key", "scram_server_key", "oauth_client_secret")


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
        return f"{embedded.PREFIX}:{embedded.folder(url)}"
    parameters = {
        key: value for key, value in parse(url).items() if key not in (*SECRETS, "connect_timeout", "application_name")
    }
    return conninfo.make_conninfo(**dict(sorted(parameters.items())))


def name(url: str, workspace: str, project: str) -> str:
    """The name of the mirror's folder; `project` is the project whose records are left out."""
    return files.readable(workspace) + "-" + files.digest(address(url), workspace, project)


def mirror(
    url: str, workspace: str, project: str, *, progress: Progress | None = None, dry_run: bool = False
) -> MirrorReport:
    """Makes the mirror equal to the workspace's valid records, without those of `project`.

    DatabaseError if the database cannot be read, StoreError if the cache cannot be written or the workspace is larger
    than MAX_RECORDS or MAX_BYTES; the mirror stays usable.
    """
    base = mirrors.mirror_path(name(url, workspace, project))
    report, progress = MirrorReport(workspace, base), progress or silent
    with connect(url) as connection:
        migrate.check(connection, url)
        require_workspace(connection, url, workspace)
        if dry_run:
            with translated(url):
                _run(connection, base, workspace, project, report, progress, dry_run=True)
            return report
        files.make_folder(base)
        # The lock comes first, so that a run that waited for it reads the newest records.
        with lock.StoreLock(base, LOCK_SECONDS, files.PRIVATE), translated(url):
            projects = _run(connection, base, workspace, project, report, progress, dry_run=False)
            said = {
                "workspace": workspace,
                "address": shown(url),
                "synced_at": clock.format_time(environment.now()),
                "records": report.mirrored,
                "projects": projects,
            }
            writer.write_file(
                os.path.join(base, mirrors.ABOUT), jsontext.dumps(said).encode(), files.PRIVATE, durable=False
            )
    return report


def _run(
    connection: Connection,
    base: str,
    workspace: str,
    project: str,
    report: MirrorReport,
    progress: Progress,
    *,
    dry_run: bool,
) -> dict[str, str]:
    """Compares, fetches and deletes in one snapshot of the database; returns {prefix of file names: project}."""
    have, fetched = files.have(base, progress), 0
    with connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        keep, wanted = _compare(connection, workspace, project, have, report, progress)
        for done in range(0, len(wanted), BATCH):
            progress("copying", done, len(wanted))
            kept, size = _fetch(connection, base, workspace, wanted[done : done + BATCH], report, dry_run=dry_run)
            keep.update(kept)
            fetched += size
            if fetched > MAX_BYTES:
                raise _too_large(workspace, f"{MAX_BYTES >> 30} GiB of records")
    gone = [file for file in have if file not in keep]
    report.deleted, report.mirrored = len(gone), report.unchanged + report.updated
    for file in gone if not dry_run else ():
        writer.remove_file(os.path.join(base, file))
    return {files.prefix(owner): owner for owner in sorted(set(keep.values()))}


def _compare(
    connection: Connection, workspace: str, project: str, have: dict[str, str], report: MirrorReport, progress: Progress
) -> tuple[dict[str, str], list[RemoteRecord]]:
    """({file: project} of unchanged files, records to fetch)."""
    keep, wanted, seen = dict[str, str](), list[RemoteRecord](), set[str]()
    listing = " UNION ALL ".join(
        f"SELECT '{table}', project, path, kind, content_hash FROM {table} WHERE workspace = %(workspace)s"
        " AND project <> %(project)s"
        for table in NAMES
    )
    with connection.cursor(name="listing") as cursor:
        cursor.itersize = PAGE
        cursor.execute(listing.encode(), {"workspace": workspace, "project": project})
        for table, owner, path, kind, digest in cursor:
            progress("comparing", len(have) + len(seen), 0)
            if len(seen) + len(report.problems) >= MAX_RECORDS:
                raise _too_large(workspace, f"{MAX_RECORDS} records")
            file, wrong = files.mirror_path(owner, path, kind)
            if not wrong and file in seen:
                wrong = "another record of the project has the same file name here; rename one of them"
            if wrong:
                report.problems.append(_problem(owner, path, wrong))
                continue
            seen.add(file)
            if have.get(file) == digest:
                keep[file] = owner
                report.unchanged += 1
            else:
                wanted.append(RemoteRecord(table, owner, path, kind, file))
    return keep, wanted


def _fetch(
    connection: Connection,
    base: str,
    workspace: str,
    wanted: list[RemoteRecord],
    report: MirrorReport,
    *,
    dry_run: bool,
) -> tuple[dict[str, str], int]:
    """Writes the valid records; returns ({file: project} of them, bytes fetched)."""
    kept, fetched = dict[str, str](), 0
    for table in dict.fromkeys(w.table for w in wanted):
        part = {(w.project, w.path): w for w in wanted if w.table == table}
        rows = connection.execute(
            f"""SELECT project, path, content_hash,
                    CASE WHEN octet_length(record::text) <= %(most)s THEN record::text END, octet_length(record::text)
                FROM {table} JOIN unnest(%(projects)s::text[], %(paths)s::text[]) AS w (project, path) USING
                    (project, path)
                WHERE workspace = %(workspace)s""".encode(),
            {
                "workspace": workspace,
                "most": MAX_RECORD,
                "projects": [w.project for w in part.values()],
                "paths": [w.path for w in part.values()],
            },
        )
        for owner, path, digest, text, size in rows:
            w, fetched = part[owner, path], fetched + len(text or "")
            data, wrong = _checked(text, digest, w, size)
            if wrong:
                report.problems.append(_problem(owner, path, wrong))
                continue
            if not dry_run:
                files.make_folder(os.path.join(base, os.path.dirname(w.file)))
                writer.write_file(os.path.join(base, w.file), data, files.PRIVATE, durable=False)
            kept[w.file] = owner
            report.updated += 1
    return kept, fetched


def _checked(text: str | None, digest: str, wanted: RemoteRecord, size: int) -> tuple[bytes, str]:
    """(the file's bytes, the reason to refuse it or "")."""
    if text is None:
        return b"", f"is {size} bytes, a record has at most {MAX_RECORD}; split it in its own project"
    if content_hash(text) != digest:
        text = "\ufeff" + text  # the column cannot hold a byte order mark, which is no JSON
        if content_hash(text) != digest:
            return b"", "its text does not match its hash; run `memories ingest` in its own project"
    memory, _, problems = reader.parse_record(text, wanted.file, wanted.kind)
    if memory is None:
        return b"", one_line(
            "; ".join(f"{p.location}: {p.message}" if p.location else p.message for p in problems), 300
        )
    return text.encode("utf-8"), ""


def _too_large(workspace: str, limit: str) -> StoreError:
    message = "has more than %s, too many to mirror; search it in the database (memories search --db-url), or split it"
    return StoreError(f"workspace {one_line(workspace, 200)} " + message % limit)


def _problem(project: str, path: str, message: str) -> Problem:
    return Problem(path=one_line(f"{project}: {path}", 200), message=message)
