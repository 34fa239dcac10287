"""Deletes old retired records of a team database, and vacuums its tables."""

from __future__ import annotations

import contextlib
from collections import Counter
from dataclasses import dataclass
from functools import partial

from psycopg import sql

from memory_retrieval.core import clock, environment

from ..db import embedding_model, migrate
from ..db.connection import Connection, rows, translated
from ..db.tables import NAMES
from ..db.values import Found
from ..db.work import Progress, RetryingConnection, silent
from . import write

BATCH = 500  # records a transaction
LISTED = 1000  # most records that a result names
SHORT_LIVED = {"events": "updated_at", "llm_cache": "asked_at"}
"""Tables whose records expire without being retired, with the column of their age."""


@dataclass(frozen=True)
class Age:
    """The rule by which a record is old: unchanged since `before` (seconds since 1970). Events and answers of models
    only on request."""

    before: float
    events: bool = False
    answers: bool = False

    def rule(self, table: str) -> str:
        """The rule as SQL over a table `r`; "" if the table's records never expire."""
        if table in SHORT_LIVED:
            asked = self.events if table == "events" else self.answers
            return (
                f"coalesce(r.{SHORT_LIVED[table]}, r.ingested_at) < to_timestamp(%(before)s)"
                if asked
                else ""
            )
        out_of_force = (
            "(r.status IN ('retired', 'archived') OR r.superseded_by IS NOT NULL)"
        )
        return f"coalesce(r.updated_at, r.ingested_at) < to_timestamp(%(before)s) AND {out_of_force}"


def vacuum_old(
    url: str,
    workspace: str | None = None,
    *,
    older_than_days: float,
    events: bool = False,
    answers: bool = False,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> Found:
    """Deletes retired, archived and superseded records that were not changed for `older_than_days`; never active ones.

    events, answers  also events, and answers of models, of that age

    In projects that are still ingested they are only counted (`kept`): the next ingest would restore a record whose file
    still exists.

    Returns {"deleted": {table: n}, "kept", "records", "vacuumed", "before", "dry_run"}; `records` names the first
    1,000.
    """
    age = Age(environment.now() - older_than_days * clock.DAY, events, answers)
    vacuumed: list[str] = []
    with contextlib.closing(RetryingConnection(url)) as link, translated(url):
        migrate.check(link.connection, url)
        live, chosen = _old(link.connection, workspace, age)
        deleted = Counter(sorted([entry["table"] for entry in chosen]))
        if not dry_run:
            deleted = _delete(link, chosen, age, progress or silent)
            vacuumed = _vacuum(link.connection, progress or silent)
    return {
        "workspace": workspace,
        "before": clock.format_time(age.before),
        "deleted": dict(deleted),
        "kept": len(live),
        "records": chosen[:LISTED],
        "vacuumed": vacuumed,
        "dry_run": dry_run,
    }


def _old(
    connection: Connection, workspace: str | None, age: Age
) -> tuple[list[Found], list[Found]]:
    """(old records of projects that are still ingested, old records of all others)."""
    parts = []
    for table in NAMES:
        rule = age.rule(table)
        if rule:
            parts.append(
                f"""SELECT '{table}' AS table, r.workspace, r.project, r.path, r.kind, r.title, r.status,
                    coalesce(p.ingested_at, r.ingested_at) >= to_timestamp(%(before)s) AS ingested
                FROM {table} r LEFT JOIN projects p ON p.workspace = r.workspace AND p.project = r.project
                WHERE {rule} AND (%(workspace)s::text IS NULL OR r.workspace = %(workspace)s)"""
            )
    query = " UNION ALL ".join(parts) + " ORDER BY 2, 3, 1, 4"
    live, old = list[Found](), list[Found]()
    parameters = {"before": age.before, "workspace": workspace}
    for record in rows(connection, query, parameters):
        (live if record.pop("ingested") else old).append(record)
    return live, old


def _delete(
    link: RetryingConnection, chosen: list[Found], age: Age, progress: Progress
) -> Counter[str]:
    """Deletes the records in batches; returns the numbers by table."""
    groups: dict[tuple[str, str, str], list[str]] = {}
    for record in chosen:
        group = record["workspace"], record["project"], record["table"]
        groups.setdefault(group, []).append(record["path"])
    deleted = Counter[str]()
    done = 0
    for group, paths in groups.items():
        for start in range(0, len(paths), BATCH):
            part = paths[start : start + BATCH]
            deleted[group[2]] += link.run(partial(_take_out, *group, part, age))
            done += len(part)
            progress("removing", done, len(chosen))
    for workspace in sorted({workspace for workspace, *_ in groups}):
        link.run(partial(_forget_words, workspace=workspace))
    return deleted


def _take_out(
    workspace: str,
    project: str,
    table: str,
    paths: list[str],
    age: Age,
    connection: Connection,
) -> int:
    """Deletes the records that are still old: an ingest may have changed one since it was listed."""
    query = f"""SELECT path FROM {table} r
        WHERE workspace = %(w)s AND project = %(p)s AND path = ANY (%(paths)s) AND """ + age.rule(
        table
    )
    with connection.transaction():
        write.lock_workspace(connection, workspace)
        still = connection.execute(
            query.encode(),
            {"w": workspace, "p": project, "paths": paths, "before": age.before},
        ).fetchall()
        return write.delete(
            connection, workspace, project, [(table, path) for (path,) in still]
        )


def _forget_words(connection: Connection, workspace: str) -> None:
    with connection.transaction():
        write.forget_words(connection, workspace)


def _vacuum(connection: Connection, progress: Progress) -> list[str]:
    """Vacuums and analyses all tables; returns them, [] if the role is not their owner."""
    if not embedding_model.is_owner(connection):
        return []
    tables = [*NAMES, "terms", "workspaces", "projects"]
    for number, table in enumerate(tables, 1):
        connection.execute(sql.SQL("VACUUM (ANALYZE) {}").format(sql.Identifier(table)))
        progress("vacuuming", number, len(tables))
    return tables
