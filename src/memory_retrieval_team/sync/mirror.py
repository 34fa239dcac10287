"""Mirrors a workspace's records in the user's cache, so that hooks find them without a server. Fetches only changes.

The source is not trusted: each path must be that of a record, and each text a valid record with the listed hash. A
run holds the mirror's lock. An interrupted run leaves whole files, and the next one continues from there.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from memory_retrieval import extras
from memory_retrieval.core import clock, environment, jsontext
from memory_retrieval.core.model import Problem
from memory_retrieval.core.sanitize import one_line
from memory_retrieval.store import lock, mirrors, writer
from memory_retrieval.upkeep import mirror_files as files

from .team_server import TeamServer

BATCH = 50  # records per fetch: at most 100 MB
LOCK_SECONDS = 120.0  # wait for another run
MAX_RECORDS = 250_000  # of a workspace; a mirror is one file for each
MAX_BYTES = 4_294_967_296  # of the records that one run fetches


@dataclass
class MirrorReport:
    """The counts of a run or dry run: `mirrored` records are in the mirror, of which `updated` were new or changed.

    address    of the source, without secrets
    proposals  for the project, that the source has
    """

    workspace: str
    path: str
    address: str
    proposals: Sequence[Any]
    mirrored: int = 0
    updated: int = 0
    deleted: int = 0
    unchanged: int = 0
    problems: list[Problem] = field(default_factory=list)


@dataclass(frozen=True)
class RemoteRecord:
    """A record to fetch, and its file in the mirror."""

    project: str
    path: str
    kind: str
    file: str


def name(address: str, workspace: str, project: str) -> str:
    """The name of the mirror's folder; `project` is the project whose records are left out."""
    return files.readable(workspace) + "-" + files.digest(address, workspace, project)


def opened(url: str, workspace: str, project: str) -> AbstractContextManager[Any]:
    """A workspace of a server or a database. It has an `address` without secrets, `proposals` for the project,
    `listing(project)` for (project, path, kind, hash) of all other records, and `texts(keys)` for (project, path, hash,
    text, bytes) by (project, path), None for a text that is too long."""
    if mirrors.is_server(url):
        return nullcontext(TeamServer(url, project, workspace))
    with extras.Packages("team"):
        from . import source
    return source.opened(url, workspace)


def mirror(
    url: str,
    workspace: str,
    project: str,
    *,
    progress: files.Progress | None = None,
    dry_run: bool = False,
) -> MirrorReport:
    """Makes the mirror equal to the workspace's valid records, without those of `project`.

    DatabaseError if it cannot be read. StoreError if the cache cannot be written or the workspace is larger than
    MAX_RECORDS or MAX_BYTES; the mirror stays usable.
    """
    with opened(url, workspace, project) as source:
        run = _Run(source, workspace, project, progress or _silent, dry_run)
        if dry_run:
            run.compare_and_fetch()
        else:
            run.write()
    return run.report


def _silent(step: str, done: int, total: int) -> None:
    """Progress that nobody sees."""


class _Run:
    """One run: compares, fetches and deletes."""

    def __init__(
        self,
        source: Any,
        workspace: str,
        project: str,
        progress: files.Progress,
        dry_run: bool,
    ) -> None:
        address = source.address
        base = mirrors.mirror_path(name(address, workspace, project))
        self._source = source
        self._base = base
        self._project = project
        self._progress = progress
        self._dry_run = dry_run
        self._kept: dict[str, str] = {}  # file -> project
        self.report = MirrorReport(workspace, base, address, source.proposals)

    def write(self) -> None:
        files.make_folder(self._base)
        # The lock comes first, so that a run that waited for it reads the newest records.
        with lock.StoreLock(self._base, LOCK_SECONDS, files.PRIVATE):
            projects = self.compare_and_fetch()
            said = {
                "workspace": self.report.workspace,
                "address": self.report.address,
                "synced_at": clock.format_time(environment.now()),
                "records": self.report.mirrored,
                "projects": projects,
            }
            about = os.path.join(self._base, mirrors.ABOUT)
            files.write(about, jsontext.dumps(said).encode())

    def compare_and_fetch(self) -> dict[str, str]:
        """Makes the mirror equal; returns {prefix of file names: project}."""
        have = files.have(self._base, self._progress)
        fetched = 0
        wanted = self._compare(have)
        for done in range(0, len(wanted), BATCH):
            self._progress("copying", done, len(wanted))
            fetched += self._fetch(wanted[done : done + BATCH])
            if fetched > MAX_BYTES:
                gigabytes = MAX_BYTES >> 30
                raise files.too_large(
                    self.report.workspace, f"{gigabytes} GiB of memories"
                )
        gone = [file for file in have if file not in self._kept]
        report = self.report
        report.deleted = len(gone)
        report.mirrored = report.unchanged + report.updated
        if not self._dry_run:
            for file in gone:
                writer.remove_file(os.path.join(self._base, file))
        owners = sorted(set(self._kept.values()))
        return {files.prefix(owner): owner for owner in owners}

    def _compare(self, have: dict[str, str]) -> list[RemoteRecord]:
        """Keeps the unchanged files; returns the records to fetch."""
        wanted: list[RemoteRecord] = []
        seen: set[str] = set()
        for owner, path, kind, digest in self._source.listing(self._project):
            self._progress("comparing", len(have) + len(seen), 0)
            if len(seen) + len(self.report.problems) >= MAX_RECORDS:
                raise files.too_large(self.report.workspace, f"{MAX_RECORDS} memories")
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
                wanted.append(RemoteRecord(owner, path, kind, file))
        return wanted

    def _fetch(self, wanted: list[RemoteRecord]) -> int:
        """Writes the valid records; returns the bytes fetched."""
        fetched = 0
        keys = {(record.project, record.path): record for record in wanted}
        for owner, path, digest, text, size in self._source.texts(list(keys)):
            record = keys.pop((owner, path), None)
            if record is not None:
                fetched += len(text or "")
                self._write(record, text, digest, size)
        return fetched

    def _write(
        self, record: RemoteRecord, text: str | None, digest: str, size: int
    ) -> None:
        data, wrong = files.checked(text, digest, record.file, record.kind, size)
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
