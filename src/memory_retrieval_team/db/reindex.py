"""Rebuilds the lexical and vector indexes of a team database."""

from __future__ import annotations

import time

from psycopg import sql

from . import access, cluster, embedding_model
from .cluster_status import read_cluster
from .connection import Connection, connect, failure, is_pooled, translated
from .status import read_indexes
from .tables import NAMES, index_name
from .values import Found
from .work import Progress, silent

KINDS = ("gin", "hnsw")  # of the indexes that are rebuilt


def reindex(
    url: str, *, concurrently: bool = True, progress: Progress | None = None
) -> list[Found]:
    """Rebuilds the lexical and vector indexes and invalid ones, and builds missing vector indexes.

    concurrently  others read and write meanwhile. Otherwise writers wait, and it takes half the time. Refused behind
                  a pooler: a concurrent build runs outside a transaction and needs memory set for the session.

    Returns [{"index", "table", "seconds", "before", "after"}]; sizes in bytes.
    """
    report = progress or silent
    with connect(url) as connection, translated(url):
        _require_direct_owner(connection, url, concurrently=concurrently)
        _drop_leftovers(connection)
        done = list[Found]()
        rebuilt = [
            index
            for index in _indexes(connection)
            if index["kind"] in KINDS or not index["valid"]
        ]
        for number, index in enumerate(rebuilt):
            name = index["index"]
            report(f"rebuilding {name}", number, len(rebuilt))
            started = time.monotonic()
            _rebuild(connection, name, concurrently=concurrently)
            done.append(_entry(name, index["table"], started, index["bytes"]))
        report("building missing vector indexes", len(rebuilt), len(rebuilt))
        started = time.monotonic()
        for table in embedding_model.index_vectors(connection):
            done.append(_entry(index_name(table), table, started, 0))
        after = {index["index"]: index["bytes"] for index in _indexes(connection)}
        return [{**entry, "after": after[entry["index"]]} for entry in done]


def _require_direct_owner(
    connection: Connection, url: str, *, concurrently: bool
) -> None:
    access.require_owner(connection, url)
    if concurrently and is_pooled(connection):
        step = "use the server's own address, or --blocking"
        raise failure(
            url, f"rebuilding while others write does not work through a pooler; {step}"
        )


def _entry(index: str, table: str, started: float, before: int) -> Found:
    seconds = round(time.monotonic() - started, 2)
    return {"index": index, "table": table, "seconds": seconds, "before": before}


def _rebuild(connection: Connection, name: str, *, concurrently: bool) -> None:
    index, memory = sql.Identifier(name), embedding_model.BUILD_MEMORY
    if concurrently:
        # of this node; on the others of a cluster their own setting counts
        connection.execute(
            "SELECT set_config('maintenance_work_mem', %s, false)", (memory,)
        )
        connection.execute(sql.SQL("REINDEX INDEX CONCURRENTLY {}").format(index))
        return
    with connection.transaction():
        cluster.set_locally(connection, maintenance_work_mem=memory)
        connection.execute(sql.SQL("REINDEX INDEX {}").format(index))


LEFTOVERS = """DO $leftovers$
DECLARE
    leftover text;
BEGIN
    FOR leftover IN
        SELECT format('%I.%I', n.nspname, i.relname)
        FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
            JOIN pg_namespace n ON n.oid = t.relnamespace
        WHERE n.nspname = {schema} AND t.relname ~ '^({tables})(_[0-9]+)?$'  -- a table or a shard of it
            AND NOT x.indisvalid AND i.relname ~ '_cc(new|old)[0-9]*$'
    LOOP
        EXECUTE 'DROP INDEX IF EXISTS ' || leftover;
    END LOOP;
END
$leftovers$"""


def _drop_leftovers(connection: Connection) -> None:
    """Drops the indexes that an interrupted concurrent rebuild left behind, on all nodes of a cluster."""
    of_schema = sql.Literal(cluster.schema(connection)).as_string(connection)
    cluster.run_on_every_node(
        connection, LEFTOVERS.format(schema=of_schema, tables="|".join(NAMES))
    )


def _indexes(connection: Connection) -> list[Found]:
    """The indexes of all tables of records; sizes are sums over the shards of a cluster."""
    found = read_cluster(connection, NAMES)
    return read_indexes(
        connection, NAMES, found if found and found["distributed"] else None
    )
