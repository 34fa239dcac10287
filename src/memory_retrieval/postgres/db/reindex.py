"""Rebuilds the lexical and vector indexes of a team database."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from psycopg import sql

from ...core.errors import DatabaseError
from ..progress import Progress
from . import embedding_model, migrate
from .connection import Connection, connect, is_pooled, shown, translated
from .tables import NAMES

POLL_SECONDS = 0.5
BUILD_MEMORY = "512MB"  # for the graph of a vector index: one that does not fit takes ten times as long


def reindex(url: str, *, concurrently: bool = True, progress: Progress | None = None) -> list[dict[str, Any]]:
    """Builds the word and vector indexes anew, and those that are missing or not valid; [{"index", "table",
    "seconds", "before", "after"}].

    With `concurrently` everybody goes on reading and writing meanwhile; without, writing waits, and it takes half the
    time.
    A pooler is refused then: a concurrent build is no transaction, and memory for it can only be set for one or for a
    session.
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


_OURS = "x.indrelid = ANY (SELECT to_regclass(name) FROM unnest(%s::text[]) AS name)"


def _indexes(connection: Connection) -> list[tuple[str, str, int]]:
    """(name, table, bytes) of the word and vector indexes, and of every other that is not valid."""
    return connection.execute(
        f"""SELECT i.relname, t.relname, pg_relation_size(i.oid)
        FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid JOIN pg_am a
            ON a.oid = i.relam
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
