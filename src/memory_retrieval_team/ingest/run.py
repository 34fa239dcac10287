"""Copies a store's files into a workspace: upserts changed records, deletes records whose files are gone.

A batch is one transaction, so records and term counts change together. The next run completes an interrupted one,
because each run starts by comparing hashes. Concurrent runs alternate by batch.
"""

from __future__ import annotations

import contextlib
import functools
import os
import time
from collections.abc import Iterator

from psycopg import errors

from memory_retrieval.core.errors import MemoryRetrievalError
from memory_retrieval.core.model import Problem, Store
from memory_retrieval.core.sanitize import one_line
from memory_retrieval.redact.redact import redact_tree
from memory_retrieval.store import reader

from ..db import embedding_model, migrate
from ..db.connection import Connection, is_node_lost, translated
from ..db.work import Progress, RetryingConnection, silent
from ..embedders.base import Embedder, Vector
from . import write
from .report import IngestReport, Plan, Target, compare
from .rows import Row, to_row, unfit
from .source import FORCE, Source, claim, hold, require_next, resolve

BATCH = 500  # records
BATCH_CHARS = 4_000_000  # of the files of a batch
ANALYZE = (
    0.1  # share of changed records from which the planner's statistics are renewed
)
MOST_GONE, FEW_GONE = (
    0.1,
    3,
)  # share of the records, and number, that a run may delete unasked
Files = dict[str, write.IngestedFile]


def ingest(
    url: str,
    store: Store,
    target: Target,
    embedder: Embedder,
    *,
    progress: Progress | None = None,
    dry_run: bool = False,
    re_embed: bool = False,
    force: bool = False,
) -> IngestReport:
    """Makes the project's records in the workspace equal to the store's files.

    Invalid records, and those with a secret, are reported in `problems` and skipped; the database keeps the last valid
    version. DatabaseError if the database fails. MemoryRetrievalError, unless forced, for the state of another
    repository, for one that is not later than the last, and for one that deletes more than MOST_GONE of the records.
    """
    started = time.monotonic()
    with contextlib.closing(RetryingConnection(url)) as connection:
        source = Source.of(store, dry_run=dry_run)
        run = _Run(connection, store, source, target, embedder, progress or silent)
        run.force = force
        with translated(url):
            have = connection.run(
                lambda link: run.prepare(link, dry_run=dry_run, re_embed=re_embed)
            )
            plan = compare(store, have, run.report, run.progress)
            gone, known = len(plan.gone), len(have)
            if gone > max(FEW_GONE, MOST_GONE * known) and not force:
                raise MemoryRetrievalError(
                    f"{store.root}: would delete {gone} of {known} memories of project {run.target.project}; check"
                    f" --root and --project, or {FORCE}"
                )
            if dry_run:
                run.foresee(plan, have)
            else:
                run.send(plan, have)
                run.finish(re_embed=re_embed)
    run.report.seconds = time.monotonic() - started
    return run.report


class _Run:
    """The state of one run."""

    def __init__(
        self,
        connection: RetryingConnection,
        store: Store,
        source: Source,
        target: Target,
        embedder: Embedder,
        progress: Progress,
    ) -> None:
        self._connection, self._store, self._source, self._embedder = (
            connection,
            store,
            source,
            embedder,
        )
        self.target, self.force, self.progress = target, False, progress
        self.report = IngestReport(target.workspace, target.project)

    @property
    def _key(self) -> tuple[str, str]:
        return self.target.workspace, self.target.project

    def prepare(
        self, connection: Connection, *, dry_run: bool, re_embed: bool
    ) -> Files:
        """Creates missing tables and model; returns the project's files that the database has. Can be repeated after an
        error."""
        url, notes = self._connection.url, self.report.notes
        if migrate.version(connection) == 0:
            if dry_run:
                notes.append("the database is empty: its tables would be created")
                return {}
            migrate.migrate(connection, url)
            owner = embedding_model.owner(connection)
            notes.append(
                f"the database was empty: its tables were created and belong to {owner}"
            )
        migrate.check(connection, url)
        stored, own = (
            embedding_model.read(connection),
            embedding_model.Model.of(self._embedder),
        )
        if stored is None or (re_embed and not stored.same_vectors(own)):
            if not dry_run:
                embedding_model.set_model(connection, own)
            elif stored is not None:
                notes.append(
                    f"the vectors of all projects in the database would be recomputed by {own}"
                )
        else:
            embedding_model.require_same(connection, stored, self._embedder, url)
        self.target = resolve(connection, self._source, self.target)
        self.report.workspace, self.report.project = self._key
        if not self.force:
            require_next(connection, self._source, self.target)
        return write.ingested_files(connection, *self._key)

    def foresee(self, plan: Plan, have: Files) -> None:
        """Parses the changed files, so that a dry run reports invalid ones and does not count them."""
        for number, (path, kind) in enumerate(plan.changed, 1):
            self.progress("reading", number, len(plan.changed))
            if self._read(path, kind) is None:
                self.report.updated -= path in have
                self.report.created -= path not in have

    def send(self, plan: Plan, have: Files) -> None:
        """Upserts the changed records in batches, then deletes those that are gone."""
        report = self.report
        report.created = report.updated = report.deleted = done = 0
        self._connection.run(
            lambda link: claim(link, self._source, self.target, force=self.force)
        )
        for rows in self._batches(plan.changed):
            self.progress("sending", done, len(plan.changed))
            self._put(rows, self._vectors(rows, have))
            done += len(rows)
            self.progress("sending", done, len(plan.changed))
        for start in range(0, len(plan.gone), BATCH):
            part = plan.gone[start : start + BATCH]
            delete = functools.partial(self._delete, gone=part)
            report.deleted += self._connection.run(delete)
            self.progress("removing", start + len(part), len(plan.gone))

    def finish(self, *, re_embed: bool) -> None:
        """Adds missing vectors, renews statistics and indexes, and stores the time of the run."""
        self._embed_pending(None if re_embed else self.target.workspace)
        self._connection.run(lambda link: write.close_workspace(link, *self._key))
        self._connection.run(self._renew)

    def _renew(self, connection: Connection) -> None:
        """Renews statistics, which lie on all nodes of a cluster: the run does not need those that fail. Where the role
        does not own the tables, the server's autovacuum does it within a minute."""
        report = self.report
        if not embedding_model.is_owner(connection):
            return
        try:
            if report.created + report.updated + report.deleted > ANALYZE * max(
                1, report.scanned
            ):
                write.analyze(connection)
        except errors.Error as error:
            if not is_node_lost(error):
                raise
            said = one_line(str(error), 200)
            report.notes.append(
                f"statistics were not renewed; the server will do it ({said})"
            )

    def _embed_pending(self, workspace: str | None) -> None:
        """Embeds records without a vector: after a change of the embedder, or after an interrupted run."""
        pending = write.PendingVectors(workspace)
        while rows := self._connection.run(lambda link: pending.next(link, BATCH)):
            vectors = self._embedder.embed([row.text for row in rows])
            self._connection.run(
                functools.partial(write.set_vectors, rows=rows, vectors=vectors)
            )
            self.report.embedded += sum(vector is not None for vector in vectors)
            self.progress("embedding", pending.done, pending.total)

    def _vectors(self, rows: list[Row], have: Files) -> dict[str, Vector]:
        """{path: vector} of the rows whose text is new."""
        changed = []
        for row in rows:
            known = have.get(row.path)
            if known is None or known.text_hash != row.text_hash or not known.embedded:
                changed.append(row)
        vectors = self._embedder.embed([row.text for row in changed])
        self.report.embedded += sum(vector is not None for vector in vectors)
        return {row.path: vector for row, vector in zip(changed, vectors, strict=True)}

    def _put(self, rows: list[Row], vectors: dict[str, Vector]) -> None:
        def work(connection: Connection, part: list[Row]) -> write.Counts:
            with connection.transaction():
                hold(connection, self._source, self.target)
                return write.put(connection, *self._key, part, vectors)

        counts, written = write.put_batch(
            self._connection, rows, work, self.report.problems
        )
        self.report.created += counts.created
        self.report.updated += counts.updated
        self.report.unchanged += len(written) - counts.created - counts.updated

    def _delete(self, connection: Connection, gone: list[tuple[str, str]]) -> int:
        with connection.transaction():
            hold(connection, self._source, self.target)
            return write.delete(connection, *self._key, gone)

    def _batches(self, changed: list[tuple[str, str]]) -> Iterator[list[Row]]:
        rows, size = list[Row](), 0
        for path, kind in changed:
            row = self._read(path, kind)
            if row is None:
                continue
            length = len(row.values["record"])
            if rows and (len(rows) >= BATCH or size + length > BATCH_CHARS):
                yield rows
                rows, size = [], 0
            rows.append(row)
            size += length
        if rows:
            yield rows

    def _read(self, path: str, kind: str) -> Row | None:
        """The row of a file; None and a reported problem if it is no valid record."""
        try:
            text = reader.read_text(os.path.join(self._store.root, path))
        except FileNotFoundError:
            return None  # deleted since it was listed; the next run deletes its record
        except (OSError, ValueError):
            memory, raw, problems = reader.read_record(self._store.root, path, kind)
        else:
            memory, raw, problems = reader.parse_record(text, path, kind)
        if memory is None or raw is None:
            self.report.problems += problems
            return None
        problem = unfit(memory)
        if problem:
            self.report.problems.append(problem)
            return None
        secrets = {
            f"{secret.kind} in {secret.location}" for secret in redact_tree(raw)[1]
        }
        if secrets:
            found = ", ".join(sorted(secrets))[:200]
            message = f"contains a secret ({found}): revoke it, then edit the memory"
            self.report.problems.append(Problem(path=path, message=message))
            return None
        return to_row(memory, raw, text)
