"""What keeps a team database quick and small: indexes built anew, records taken out that nothing needs any more."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from psycopg import sql

from ...core import clock, config
from ...core.errors import DatabaseError
from ..ingest import write
from ..ingest.rows import NAMES
from . import embedding_model, migrate
from .connection import Connection, connect, is_pooled, shown, translated
from .link import Link

Progress = Callable[[str, int, int], None]

POLL_SECONDS = 0.5
BATCH = 500  # records a transaction
LISTED = 1000  # records that a result names at most
BUILD_MEMORY = "512MB"  # for the graph of a vector index: one that does not fit takes ten times as long
SHORT_LIVED = {"events": "updated_at", "llm_cache": "asked_at"}
"""Tables whose records age without being retired, with what they age by."""


def reindex(url: str, *, concurrently: bool = True, progress: Progress | None = None) -> list[dict[str, Any]]:
    """Builds the word and vector indexes anew, and those that are missing or not valid; [{"index", "table", "seconds", "before", "after"}].

    With `concurrently` everybody goes on reading and writing meanwhile; without, writing waits, and it takes half the time.
    A pooler is refused then: a concurrent build is no transaction, and memory for it can only be set for one or for a session.
    """
    say = progress or (lambda *_: None)
    with connect(url) as connection, translated(url):
        migrate.check(connection, url)
        if not embedding_model.is_owner(connection):
            raise DatabaseError(f"{shown(url)}: only the tables' owner may build indexes; connect as the owner")
        if concurrently and is_pooled(connection):
            said = "rebuilding while others write goes through no pooler; give the server's own address, or --blocking"
            raise DatabaseError(f"{shown(url)}: {said}")
        for name in _leftovers(connection):
            connection.execute(sql.SQL("DROP INDEX IF EXISTS {}").format(sql.Identifier(name)))
        done = list[dict[str, Any]]()
        for name, table, before in _indexes(connection):
            started = time.monotonic()
            with _watched(url, name, say):
                _rebuild(connection, name, concurrently=concurrently)
            done.append(
                {"index": name, "table": table, "seconds": round(time.monotonic() - started, 2), "before": before}
            )
        started = time.monotonic()
        with _watched(url, "missing vector indexes", say):
            for table in embedding_model.index_vectors(connection):
                seconds = round(time.monotonic() - started, 2)
                done.append(
                    {"index": embedding_model.index_name(table), "table": table, "seconds": seconds, "before": 0}
                )
        for entry in done:
            entry["after"] = _size(connection, entry["index"])
        return done


def _rebuild(connection: Connection, name: str, *, concurrently: bool) -> None:
    if concurrently:
        connection.execute("SELECT set_config('maintenance_work_mem', %s, false)", (BUILD_MEMORY,))
        connection.execute(sql.SQL("REINDEX INDEX CONCURRENTLY {}").format(sql.Identifier(name)))
        return
    with connection.transaction():
        connection.execute("SELECT set_config('maintenance_work_mem', %s, true)", (BUILD_MEMORY,))
        connection.execute(sql.SQL("REINDEX INDEX {}").format(sql.Identifier(name)))


@dataclass(frozen=True)
class Age:
    """What `vacuum_old` takes for old: not changed since `before` (seconds since 1970); events and answers only when asked for."""

    before: float
    events: bool = False
    answers: bool = False

    def rule(self, table: str) -> str:
        """As SQL over a table `r`; "" when nothing of the table grows old."""
        if table in SHORT_LIVED:
            asked = self.events if table == "events" else self.answers
            return f"coalesce(r.{SHORT_LIVED[table]}, r.ingested_at) < to_timestamp(%(before)s)" if asked else ""
        out_of_force = "(r.status IN ('retired', 'archived') OR r.superseded_by IS NOT NULL)"
        return f"coalesce(r.updated_at, r.ingested_at) < to_timestamp(%(before)s) AND {out_of_force}"


def vacuum_old(
    url: str,
    workspace: str | None = None,
    *,
    older_than_days: float,
    events: bool = False,
    answers: bool = False,
    all_projects: bool = False,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Takes out records that are retired, archived or superseded and were not changed for so many days; never what is in force.

    events, answers  also events, and answers of models, of that age
    all_projects     also of projects that are still ingested. Without it those are left (`kept`): while their files lie in the
                     repository, the next ingest would bring the records back.

    Returns {"deleted": {table: n}, "kept", "records", "vacuumed", "before", "dry_run"}; `records` names the first 1,000.
    """
    say = progress or (lambda *_: None)
    age = Age(config.now() - older_than_days * clock.DAY, events, answers)
    link = Link(url)
    try:
        with translated(url):
            migrate.check(link.connection, url)
            live, old = _old(link.connection, workspace, age)
            chosen = old + live if all_projects else old
            deleted = dict.fromkeys(sorted({entry["table"] for entry in chosen}), 0)
            if dry_run:
                for entry in chosen:
                    deleted[entry["table"]] += 1
            else:
                _delete(link, chosen, age, deleted, say)
            vacuumed = [] if dry_run else _vacuum(link.connection, say)
    finally:
        link.close()
    return {
        "workspace": workspace,
        "before": clock.format_time(age.before),
        "deleted": deleted,
        "kept": 0 if all_projects else len(live),
        "records": chosen[:LISTED],
        "vacuumed": vacuumed,
        "dry_run": dry_run,
    }


def _old(connection: Connection, workspace: str | None, age: Age) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What is old enough, of projects that are still ingested and of those that are not."""
    names = ("table", "workspace", "project", "path", "kind", "title", "status")
    query = " UNION ALL ".join(
        f"""SELECT '{table}', r.workspace, r.project, r.path, r.kind, r.title, r.status,
            coalesce(p.ingested_at, r.ingested_at) >= to_timestamp(%(before)s)
        FROM {table} r LEFT JOIN projects p ON p.workspace = r.workspace AND p.project = r.project
        WHERE {age.rule(table)} AND (%(workspace)s::text IS NULL OR r.workspace = %(workspace)s)"""
        for table in NAMES
        if age.rule(table)
    )
    live, old = list[dict[str, Any]](), list[dict[str, Any]]()
    parameters = {"before": age.before, "workspace": workspace}
    for *fields, ingested in connection.execute((query + " ORDER BY 2, 3, 1, 4").encode(), parameters):
        (live if ingested else old).append(dict(zip(names, fields, strict=True)))
    return live, old


def _delete(link: Link, chosen: list[dict[str, Any]], age: Age, deleted: dict[str, int], say: Progress) -> None:
    groups: dict[tuple[str, str, str], list[str]] = {}
    for entry in chosen:
        groups.setdefault((entry["workspace"], entry["project"], entry["table"]), []).append(entry["path"])
    done = 0
    for group, paths in groups.items():
        for start in range(0, len(paths), BATCH):
            part, counted = paths[start : start + BATCH], [0]

            def work(
                connection: Connection,
                group: tuple[str, str, str] = group,
                part: list[str] = part,
                counted: list[int] = counted,
            ) -> None:
                counted[0] = _take_out(connection, *group, part, age)

            link.run(work)
            deleted[group[2]] += counted[0]
            done += len(part)
            say("taking out", done, len(chosen))
    for workspace in sorted({entry["workspace"] for entry in chosen}):
        link.run(partial(_forget_words, workspace=workspace))


def _take_out(connection: Connection, workspace: str, project: str, table: str, paths: list[str], age: Age) -> int:
    """Those that are still old: an ingest may have brought one back into force since they were looked for."""
    with connection.transaction():
        connection.execute("SELECT FROM workspaces WHERE workspace = %s FOR UPDATE", (workspace,))
        still = connection.execute(
            f"""SELECT path FROM {table} r
            WHERE workspace = %(w)s AND project = %(p)s AND path = ANY (%(paths)s) AND {age.rule(table)}""".encode(),
            {"w": workspace, "p": project, "paths": paths, "before": age.before},
        ).fetchall()
        return write.delete(connection, workspace, project, [(table, path) for (path,) in still])


def _forget_words(connection: Connection, workspace: str) -> None:
    with connection.transaction():
        connection.execute("SELECT FROM workspaces WHERE workspace = %s FOR UPDATE", (workspace,))
        connection.execute("DELETE FROM terms WHERE workspace = %s AND records <= 0", (workspace,))


def _vacuum(connection: Connection, say: Progress) -> list[str]:
    """Frees the room and renews the statistics; [] for a role that may not."""
    if not embedding_model.is_owner(connection):
        return []
    tables = [*NAMES, "terms", "workspaces", "projects"]
    for number, table in enumerate(tables, 1):
        connection.execute(sql.SQL("VACUUM (ANALYZE) {}").format(sql.Identifier(table)))
        say("vacuuming", number, len(tables))
    return tables


_OURS = "x.indrelid = ANY (SELECT to_regclass(name) FROM unnest(%s::text[]) AS name)"


def _indexes(connection: Connection) -> list[tuple[str, str, int]]:
    """(name, table, bytes) of the word and vector indexes, and of every other that is not valid."""
    return connection.execute(
        f"""SELECT i.relname, t.relname, pg_relation_size(i.oid)
        FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid JOIN pg_am a ON a.oid = i.relam
        WHERE {_OURS} AND (a.amname IN ('gin', 'hnsw') OR NOT x.indisvalid) ORDER BY 2, 1""".encode(),
        (list(NAMES),),
    ).fetchall()


def _leftovers(connection: Connection) -> list[str]:
    """What a concurrent rebuild that was cut off left behind."""
    rows = connection.execute(
        f"""SELECT i.relname FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
        WHERE {_OURS} AND NOT x.indisvalid AND i.relname ~ '_cc(new|old)[0-9]*$'""".encode(),
        (list(NAMES),),
    )
    return [row[0] for row in rows]


def _size(connection: Connection, index: str) -> int:
    row = connection.execute("SELECT coalesce(pg_relation_size(to_regclass(%s)), 0)", (index,)).fetchone()
    return int(row[0]) if row else 0


@contextmanager
def _watched(url: str, label: str, say: Progress) -> Iterator[None]:
    """Says from a second connection how far an index of ours has come; no progress is no reason to fail."""
    stop = threading.Event()
    say(label, 0, 0)

    def watch() -> None:
        try:
            with connect(url) as second, translated(url):
                while not stop.wait(POLL_SECONDS):
                    row = second.execute(
                        """SELECT phase, greatest(blocks_done, tuples_done), greatest(blocks_total, tuples_total)
                        FROM pg_stat_progress_create_index WHERE datname = current_database() AND relid = ANY (
                            SELECT to_regclass(name) FROM unnest(%s::text[]) AS name)""",
                        (list(NAMES),),
                    ).fetchone()
                    if row and row[2]:
                        say(f"{label}: {row[0]}", row[1], row[2])
        except DatabaseError:
            pass

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
