"""Rebuilds the lexical and vector indexes of a team database."""

from __future__ import annotations

import time
from typing import Any

from psycopg import sql

from ...core.errors import DatabaseError
from ..progress import Progress, silent
from . import cluster, embedding_model, migrate
from .connection import Connection, connect, is_pooled, shown, translated
from .tables import NAMES, index_name


def reindex(url: str, *, concurrently: bool = True, progress: Progress | None = None) -> list[dict[str, Any]]:
    """Rebuilds the lexical and vector indexes and invalid ones, and builds missing vector indexes.

    concurrently  others read and write meanwhile. Otherwise writers wait, and it takes half the time. Refused behind
                  a pooler: a concurrent build runs outside a transaction and needs memory set for the session.

    Returns [{"index", "table", "seconds", "before", "after"}]; sizes in bytes.
    """
    report = progress or silent
    with connect(url) as connection, translated(url):
        _require_direct_owner(connection, url, concurrently=concurrently)
        for name in _leftovers(connection):
            connection.execute(sql.SQL("DROP INDEX IF EXISTS {}").format(sql.Identifier(name)))
        done, indexes = list[dict[str, Any]](), _indexes(connection)
        for number, (name, table, before) in enumerate(indexes):
            report(f"rebuilding {name}", number, len(indexes))
            started = time.monotonic()
            _rebuild(connection, name, concurrently=concurrently)
            done.append(_entry(name, table, started, before))
        report("building missing vector indexes", len(indexes), len(indexes))
        started = time.monotonic()
        for table in embedding_model.index_vectors(connection):
            done.append(_entry(index_name(table), table, started, 0))
        for entry in done:
            entry["after"] = _size(connection, entry["index"])
        return done


def _require_direct_owner(connection: Connection, url: str, *, concurrently: bool) -> None:
    migrate.check(connection, url)
    if not embedding_model.is_owner(connection):
        raise DatabaseError(f"{shown(url)}: only the owner of the tables can build indexes; connect as the owner")
    if concurrently and is_pooled(connection):
        reason = (
            "rebuilding while others write does not work through a pooler; use the server's own address, or --blocking"
        )
        raise DatabaseError(f"{shown(url)}: {reason}")


def _entry(index: str, table: str, started: float, before: int) -> dict[str, Any]:
    return {"index": index, "table": table, "seconds": round(time.monotonic() - started, 2), "before": before}


def _rebuild(connection: Connection, name: str, *, concurrently: bool) -> None:
    if concurrently:
        connection.execute(
            "SELECT set_config('maintenance_work_mem', %s, false)", (embedding_model.BUILD_MEMORY,)
        )  # of this node; on the others of a cluster their own setting counts
        connection.execute(sql.SQL("REINDEX INDEX CONCURRENTLY {}").format(sql.Identifier(name)))
        return
    with connection.transaction():
        cluster.set_locally(connection, maintenance_work_mem=embedding_model.BUILD_MEMORY)
        connection.execute(sql.SQL("REINDEX INDEX {}").format(sql.Identifier(name)))


_OURS = "x.indrelid = ANY (SELECT to_regclass(name) FROM unnest(%s::text[]) AS name)"


def _indexes(connection: Connection) -> list[tuple[str, str, int]]:
    """(name, table, bytes) of the lexical and vector indexes, and of every invalid one."""
    return connection.execute(
        f"""SELECT i.relname, t.relname, pg_relation_size(i.oid)
        FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid JOIN pg_am a
            ON a.oid = i.relam
        WHERE {_OURS} AND (a.amname IN ('gin', 'hnsw') OR NOT x.indisvalid) ORDER BY 2, 1""".encode(),
        (list(NAMES),),
    ).fetchall()


def _leftovers(connection: Connection) -> list[str]:
    """Indexes that an interrupted concurrent rebuild left behind."""
    rows = connection.execute(
        f"""SELECT i.relname FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
        WHERE {_OURS} AND NOT x.indisvalid AND i.relname ~ '_cc(new|old)[0-9]*$'""".encode(),
        (list(NAMES),),
    )
    return [row[0] for row in rows]


def _size(connection: Connection, index: str) -> int:
    row = connection.execute("SELECT coalesce(pg_relation_size(to_regclass(%s)), 0)", (index,)).fetchone()
    return int(row[0]) if row else 0
