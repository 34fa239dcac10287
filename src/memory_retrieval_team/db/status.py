"""The status of a team database: server, tables, indexes, members and advice. Reads only."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memory_retrieval.core.clock import format_time

from . import embedding_model, migrate
from .cluster_status import read_cluster, shards_of
from .connection import Connection, connect, is_pooled, rows, shown, translated, value
from .hints import hints
from .tables import NAMES, vector_column
from .values import Found

EXACT = 2_000_000  # rows up to which a table is counted; above, the server's estimate is reported
ROWS = (*NAMES, "terms", "workspaces", "projects")
TABLES = (*ROWS, "members", "embedding_model", "schema_version")
SETTINGS = (
    "shared_buffers",
    "maintenance_work_mem",
    "work_mem",
    "max_connections",
    "autovacuum",
    "fsync",
)


def read_status(url: str, *, steps: migrate.Steps | None = None) -> Found:
    """The value of `memories team status`, for every version of the tables and for a database without any.

    Counts cover what the role may see. `hints` are lines of advice, most urgent first; `db.hints` has them with codes.
    """
    with connect(url) as connection, translated(url):
        have = migrate.version(connection)
        newest = (steps or migrate.shipped())[-1].version
        changed = migrate.changed(connection, steps) if have else []
        cluster = read_cluster(connection, ROWS)
        status = {
            "database": shown(url),
            **_server(connection),
            "schema": {"version": have, "newest": newest, "changed": changed},
            "cluster": cluster,
        }
        if have:
            status |= _content(
                connection, cluster if cluster and cluster["distributed"] else None
            )
        status["hints"] = [hint.text for hint in hints(status)]
        return status


def _server(connection: Connection) -> Found:
    (found,) = rows(
        connection,
        """SELECT current_setting('server_version') AS server, pg_is_in_recovery() AS read_only, current_user AS role,
            coalesce((SELECT pg_has_role(current_user, relowner, 'usage') FROM pg_class WHERE oid =
                to_regclass('memories')), false) AS owner,
            json_build_object('installed', (SELECT extversion FROM pg_extension WHERE extname = 'vector'),
                'available', (SELECT default_version FROM pg_available_extensions WHERE name = 'vector')) AS pgvector,
            (SELECT json_object_agg(name, current_setting(name)) FROM unnest(%s::text[]) AS name) AS settings,
            pg_size_bytes(current_setting('shared_buffers')) AS shared_buffers_bytes""",
        (list(SETTINGS),),
    )
    return {**found, "pooled": is_pooled(connection)}


def _content(connection: Connection, cluster: Found | None) -> Found:
    """What the tables hold. `cluster` is that of distributed tables."""
    reachable = not cluster or all(node["answers"] for node in cluster["nodes"])
    tables = [name for name in TABLES if _exists(connection, name)]
    stored = embedding_model.read(connection)
    workspaces = _workspaces(connection) if reachable else []
    if cluster and reachable:
        shards = shards_of(
            connection, [workspace["workspace"] for workspace in workspaces]
        )
        for workspace in workspaces:
            workspace["shard"] = shards[workspace["workspace"]]
    return {
        "model": vars(stored) if stored else None,
        "workspaces": workspaces,
        "tables": [
            _table(connection, name, cluster, reachable=reachable) for name in tables
        ],
        "indexes": read_indexes(connection, tables, cluster),
        "members": _members(connection) if "members" in tables else [],
    }


def _exists(connection: Connection, table: str) -> bool:
    query = "SELECT to_regclass(%(t)s) IS NOT NULL AND has_table_privilege(to_regclass(%(t)s), 'select')"
    return bool(value(connection, query, {"t": table}))


def _workspaces(connection: Connection) -> list[Found]:
    found = rows(
        connection, "SELECT workspace, records, ingested_at FROM workspaces ORDER BY 1"
    )
    projects = rows(
        connection, "SELECT workspace, project, ingested_at FROM projects ORDER BY 1, 2"
    )
    of_workspace: dict[str, list[Found]] = {
        workspace["workspace"]: [] for workspace in found
    }
    for row in (*found, *projects):
        row["ingested_at"] = _time(row["ingested_at"])
    for project in projects:
        of_workspace.setdefault(project.pop("workspace"), []).append(project)
    return [
        {**workspace, "projects": of_workspace[workspace["workspace"]]}
        for workspace in found
    ]


def _members(connection: Connection) -> list[Found]:
    return rows(
        connection,
        "SELECT role, workspace, may_write, role = 'public' OR to_regrole(quote_ident(role)) IS NOT NULL AS exists"
        " FROM members ORDER BY 1, 2",
    )


def _table(
    connection: Connection, table: str, cluster: Found | None, *, reachable: bool
) -> Found:
    """The state of a table; on a cluster, of its shards on the nodes that answer. `reachable`: all of them do."""
    (found,) = rows(
        connection,
        """SELECT greatest(c.reltuples, 0)::bigint AS rows, pg_total_relation_size(c.oid) AS bytes,
            coalesce(s.n_dead_tup, 0) AS dead, coalesce(s.n_live_tup, 0) AS live,
            greatest(s.last_vacuum, s.last_autovacuum) AS vacuumed,
            greatest(s.last_analyze, s.last_autoanalyze) AS analyzed
        FROM pg_class c LEFT JOIN pg_stat_all_tables s ON s.relid = c.oid WHERE c.oid = to_regclass(%s)""",
        (table,),
    )
    shards = cluster["tables"].get(table) if cluster else None
    if shards:
        found |= {**shards, "rows": shards["live"]}
    exact = found["rows"] <= EXACT and (reachable or not shards)
    found["pending"] = None if table in NAMES else 0
    if exact:
        column = vector_column(table) if table in NAMES else "true"
        query = f"SELECT count(*) AS rows, count(*) FILTER (WHERE {column} IS NULL) AS pending FROM {table}"
        found |= rows(connection, query)[0]
    all_rows = found["dead"] + found["live"]
    return {
        "table": table,
        "rows": int(found["rows"]),
        "exact": exact,
        "bytes": int(found["bytes"]),
        "dead_rows": int(found["dead"]),
        "dead_share": round(found["dead"] / max(1, all_rows), 3),
        "pending_vectors": found["pending"],
        "vacuumed_at": _time(found["vacuumed"]),
        "analyzed_at": _time(found["analyzed"]),
    }


def read_indexes(
    connection: Connection, tables: Sequence[str], cluster: Found | None
) -> list[Found]:
    """The state of the indexes, including leftovers of an interrupted rebuild; on a cluster, of those of the shards."""
    listed = rows(
        connection,
        """SELECT i.relname AS index, t.relname AS table, a.amname AS kind, pg_relation_size(i.oid) AS bytes,
            x.indisvalid AND x.indisready AS valid, coalesce(s.idx_scan, 0) AS scans
        FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid JOIN pg_am a
            ON a.oid = i.relam
            LEFT JOIN pg_stat_all_indexes s ON s.indexrelid = i.oid
        WHERE t.oid = ANY (SELECT to_regclass(name) FROM unnest(%s::text[]) AS name)""",
        (list(tables),),
    )
    found = {index["index"]: index for index in listed}
    for name, shards in (cluster["indexes"] if cluster else {}).items():
        # An index that only a node has is the leftover of an interrupted rebuild.
        alone = {
            "index": name,
            "table": shards["table"],
            "kind": shards["kind"],
            "valid": True,
            "scans": 0,
        }
        known = found.setdefault(name, alone)
        known |= {"bytes": shards["bytes"], "valid": known["valid"] and shards["valid"]}
    return sorted(found.values(), key=lambda index: (index["table"], index["index"]))


def _time(at: datetime | str | None) -> str | None:
    if at is None or isinstance(at, str):
        return at or None  # text is what a node of a cluster has written
    return format_time(at.timestamp())
