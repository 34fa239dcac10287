"""A store's files into a workspace: what changed since the last run is sent, what is gone is taken out.

A batch is a transaction: records, and the counts of the words in them, change together or not at all. A run that was cut off is
continued by the next one, since both begin by comparing hashes; two at once take turns batch by batch.
"""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Iterator

from ...core.errors import MemoryRetrievalError
from ...core.model import Store
from ...store import reader
from ..db import embedding_model, migrate
from ..db.connection import Connection, translated
from ..db.link import Link
from ..embedders.base import Embedder
from . import write
from .batch import put_batch
from .compare import Outcome, Plan, Progress, Target, compare
from .rows import Row, to_row, unfit

BATCH = 500  # records
BATCH_CHARS = 4_000_000  # of their files
ANALYZE = 0.1  # share of the records that must have changed for the planner's statistics to be renewed


def ingest(
    url: str,
    store: Store,
    target: Target,
    embedder: Embedder,
    *,
    progress: Progress | None = None,
    dry_run: bool = False,
    re_embed: bool = False,
    allow_empty: bool = False,
) -> Outcome:
    """Makes the workspace's records of this project equal to the store's files.

    Bad records are reported in `problems` and left out; a record that went bad keeps its last good version in the database.
    Raises DatabaseError for what the database refuses, MemoryRetrievalError when the store holds nothing but the database does.
    """
    started = time.monotonic()
    say = progress or (lambda *_: None)
    outcome = Outcome(target.workspace, target.project)
    link = Link(url)
    try:
        with translated(url):
            have = _prepare(link, target, embedder, outcome, dry_run=dry_run, re_embed=re_embed)
            plan = compare(store, have, outcome, say)
            if have and not outcome.scanned and not allow_empty:
                raise MemoryRetrievalError(
                    f"{store.root}: holds no records, but workspace {target.workspace} has {len(have)} of project {target.project};"
                    " check --root and --project, or give --allow-empty to take them all out"
                )
            if dry_run:
                _foresee(store, plan, have, outcome, say)
            else:
                _send(link, store, target, embedder, plan, have, outcome, say)
                _finish(link, target, embedder, outcome, say, re_embed=re_embed)
    finally:
        link.close()
    outcome.seconds = time.monotonic() - started
    return outcome


def _prepare(
    link: Link, target: Target, embedder: Embedder, outcome: Outcome, *, dry_run: bool, re_embed: bool
) -> dict[str, write.IngestedFile]:
    """Tables, model and workspace as they must be; returns what the database has of the project."""
    connection = link.connection
    if migrate.version(connection) == 0:
        if dry_run:
            outcome.notes.append("the database is empty: its tables would be made")
            return {}
        migrate.migrate(connection, link.url)
        outcome.notes.append(
            "the database was empty: its tables were made, and belong to %s" % embedding_model.owner(connection)
        )
    migrate.check(connection, link.url)
    stored = embedding_model.read(connection)
    if stored is None or (re_embed and not stored.same_vectors(embedding_model.Model.of(embedder))):
        if not dry_run:
            embedding_model.set_model(connection, embedding_model.Model.of(embedder))
        elif stored is not None:
            outcome.notes.append(
                f"the vectors of all projects in the database would be made anew, by {embedding_model.Model.of(embedder)}"
            )
    else:
        embedding_model.require_same(stored, embedder, link.url)
    if not dry_run:
        write.open_workspace(connection, target.workspace, target.project)
    return write.ingested_files(connection, target.workspace, target.project)


def _send(
    link: Link,
    store: Store,
    target: Target,
    embedder: Embedder,
    plan: Plan,
    have: dict[str, write.IngestedFile],
    outcome: Outcome,
    say: Progress,
) -> None:
    """The changed records in batches, then the deletions."""
    outcome.created = outcome.updated = outcome.deleted = 0
    done = 0
    for rows in _batches(store, plan.changed, outcome):
        say("sending", done, len(plan.changed))
        fresh = [
            row
            for row in rows
            if not (row.path in have and have[row.path].text_hash == row.text_hash and have[row.path].embedded)
        ]
        vectors = dict(zip((row.path for row in fresh), embedder.embed([row.text for row in fresh]), strict=True))
        outcome.embedded += sum(vector is not None for vector in vectors.values())
        _put(link, target, rows, vectors, outcome)
        done += len(rows)
        say("sending", done, len(plan.changed))
    for start in range(0, len(plan.gone), BATCH):
        part, counted = plan.gone[start : start + BATCH], list[int]()
        link.run(functools.partial(_take_out, target, part, counted))
        outcome.deleted += counted[-1]
        say("taking out", start + len(part), len(plan.gone))


def _foresee(store: Store, plan: Plan, have: dict[str, write.IngestedFile], outcome: Outcome, say: Progress) -> None:
    """Parses the changed files, so that a dry run reports those that are no records and does not count them."""
    for number, (path, kind) in enumerate(plan.changed, 1):
        say("reading", number, len(plan.changed))
        if _read(store, path, kind, outcome) is None:  # it replaces nothing
            outcome.updated -= path in have
            outcome.created -= path not in have


def _take_out(target: Target, part: list[tuple[str, str]], counted: list[int], connection: Connection) -> None:
    counted.append(write.delete(connection, target.workspace, target.project, part))


def _batches(store: Store, changed: list[tuple[str, str]], outcome: Outcome) -> Iterator[list[Row]]:
    rows, size = list[Row](), 0
    for path, kind in changed:
        row = _read(store, path, kind, outcome)
        if row is None:
            continue
        if rows and (len(rows) >= BATCH or size + len(row.values["record"]) > BATCH_CHARS):
            yield rows
            rows, size = [], 0
        rows.append(row)
        size += len(row.values["record"])
    if rows:
        yield rows


def _read(store: Store, path: str, kind: str, outcome: Outcome) -> Row | None:
    """The row of a file; None, and a problem, when it is no record."""
    try:
        text = reader.read_text(os.path.join(store.root, path))
    except FileNotFoundError:
        return None  # gone since it was listed: the next run takes it out
    except (OSError, ValueError):
        memory, raw, problems = reader.read_record(store.root, path, kind)
    else:
        memory, raw, problems = reader.parse_record(text, path, kind)
    if memory is None or raw is None:
        outcome.problems += problems
        return None
    problem = unfit(memory)
    if problem:
        outcome.problems.append(problem)
        return None
    return to_row(memory, raw, text)


def _put(link: Link, target: Target, rows: list[Row], vectors: dict[str, list[float] | None], outcome: Outcome) -> None:
    counts, rows = put_batch(
        link,
        rows,
        lambda connection, part: write.put(connection, target.workspace, target.project, part, vectors),
        outcome.problems,
    )
    outcome.created += counts.created
    outcome.updated += counts.updated
    outcome.unchanged += len(rows) - counts.created - counts.updated


def _finish(link: Link, target: Target, embedder: Embedder, outcome: Outcome, say: Progress, *, re_embed: bool) -> None:
    """Vectors still missing, statistics, indexes, and the date."""
    _embed_pending(link, None if re_embed else target.workspace, embedder, outcome, say)

    def close(connection: Connection) -> None:
        write.close_workspace(connection, target.workspace, target.project)
        if embedding_model.is_owner(connection):
            if outcome.created + outcome.updated + outcome.deleted > ANALYZE * max(1, outcome.scanned):
                write.analyze(connection)
            say("building the vector index", 0, 0)
            embedding_model.index_vectors(connection)

    link.run(close)


def _embed_pending(link: Link, workspace: str | None, embedder: Embedder, outcome: Outcome, say: Progress) -> None:
    """Vectors of records that have none: after a change of the embedder, or where a run was cut off between two."""
    pending = write.Pending(workspace)
    while True:
        rows = list[write.PendingVector]()
        link.run(functools.partial(_next_pending, pending, rows))
        if not rows:
            return
        vectors = embedder.embed([row.text for row in rows])
        link.run(functools.partial(_set_vectors, rows, vectors))
        outcome.embedded += sum(vector is not None for vector in vectors)
        say("embedding", pending.done, pending.total)


def _next_pending(pending: write.Pending, rows: list[write.PendingVector], connection: Connection) -> None:
    rows[:] = pending.next(connection, BATCH)


def _set_vectors(rows: list[write.PendingVector], vectors: list[list[float] | None], connection: Connection) -> None:
    write.set_vectors(connection, rows, vectors)
