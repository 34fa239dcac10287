"""The status of a team database: server, tables, indexes, members and advice. Reads only."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timezone
from typing import Any

from . import embedding_model, migrate
from .cluster_status import read_cluster, shards_of
from .connection import Connection, connect, is_pooled, shown, translated
from .hints import hints
from .tables import NAMES, vector_column

EXACT = 2_000_000  # rows up to which a table is counted; above, the server's estimate is reported
ROWS = (*NAMES, "terms", "workspaces", "projects")
TABLES = (*ROWS, "members", "embedding_model", "schema_version")


def read_status(url: str, *, steps: migrate.Steps | None = None) -> dict[str, Any]:
    """The value of `memories db status`, for every version of the tables and for a database without any.

    Counts cover what the role may see. `hints` are lines of advice, most urgent first; `db.hints` has them with codes.
    """
    with connect(url) as connection, translated(url):
        value: dict[str, Any] = {"database": shown(url), **_server(connection)}
        have, newest = migrate.version(connection), (steps or migrate.shipped())[-1].version
        changed = migrate.changed(connection, steps) if have else []
        value["schema"] = {"version": have, "newest": newest, "changed": changed}
        value["cluster"] = cluster = read_cluster(connection, ROWS)
        if have:
            tables = [name for name in TABLES if _exists(connection, name)]
            spread = cluster if cluster and cluster["distributed"] else None
            reachable = not spread or all(node["answers"] for node in spread["nodes"])
            value["model"] = _model(connection)
            value["workspaces"] = _workspaces(connection) if reachable else []
            value["tables"] = [_table(connection, name, spread, reachable=reachable) for name in tables]
            value["indexes"] = read_indexes(connection, tables, spread)
            value["members"] = _members(connection) if "members" in tables else []
            if spread and reachable:
                shards = shards_of(connection, [w["workspace"] for w in value["workspaces"]])
                for workspace in value["workspaces"]:
                    workspace["shard"] = shards[workspace["workspace"]]
        value["hints"] = [hint.text for hint in hints(value)]
        return value


def _server(connection: Connection) -> dict[str, Any]:
    row = connection.execute(
        """SELECT current_setting('server_version'), pg_is_in_recovery(), current_user,
            coalesce((SELECT pg_has_role(current_user, relowner, 'usage') FROM pg_class WHERE oid =
                to_regclass('memories')), false),
            (SELECT extversion FROM pg_extension WHERE extname = 'vector'),
            (SELECT default_version FROM pg_available_extensions WHERE name = 'vector')"""
    ).fetchone()
    assert row is not None
    names = ("shared_buffers", "maintenance_work_mem", "work_mem", "max_connections", "autovacuum", "fsync")
    settings = {
        name: found[0]
        for name in names
        if (found := connection.execute("SELECT current_setting(%s)", (name,)).fetchone())
    }
    buffers = connection.execute("SELECT pg_size_bytes(current_setting('shared_buffers'))").fetchone()
    return {
        "server": row[0],
        "read_only": row[1],
        "role": row[2],
        "owner": row[3],
        "pgvector": {"installed": row[4], "available": row[5]},
        "settings": settings,
        "shared_buffers_bytes": int(buffers[0]) if buffers else 0,
        "pooled": is_pooled(connection),
    }


def _exists(connection: Connection, table: str) -> bool:
    row = connection.execute(
        "SELECT to_regclass(%(t)s) IS NOT NULL AND has_table_privilege(to_regclass(%(t)s), 'select')", {"t": table}
    ).fetchone()
    return bool(row and row[0])


def _model(connection: Connection) -> dict[str, Any] | None:
    stored = embedding_model.read(connection)
    return vars(stored) if stored else None


def _workspaces(connection: Connection) -> list[dict[str, Any]]:
    projects: dict[str, list[dict[str, Any]]] = {}
    for workspace, project, at in connection.execute(
        "SELECT workspace, project, ingested_at FROM projects ORDER BY 1, 2"
    ):
        projects.setdefault(workspace, []).append({"project": project, "ingested_at": _time(at)})
    rows = connection.execute("SELECT workspace, records, ingested_at FROM workspaces ORDER BY 1")
    return [
        {"workspace": w, "records": n, "ingested_at": _time(at), "projects": projects.get(w, [])} for w, n, at in rows
    ]


def _members(connection: Connection) -> list[dict[str, Any]]:
    rows = connection.execute(
        "SELECT role, workspace, may_write, role = 'public' OR to_regrole(quote_ident(role)) IS NOT NULL FROM members"
        " ORDER BY 1, 2"
    )
    return [
        {"role": role, "workspace": workspace, "may_write": write, "exists": there}
        for role, workspace, write, there in rows
    ]


def _table(
    connection: Connection, table: str, cluster: dict[str, Any] | None, *, reachable: bool = True
) -> dict[str, Any]:
    """The state of a table; on a cluster, of its shards on the nodes that answer. `reachable`: all of them do."""
    row = connection.execute(
        """SELECT greatest(c.reltuples, 0)::bigint, pg_total_relation_size(c.oid), coalesce(s.n_dead_tup, 0),
            coalesce(s.n_live_tup, 0),
            greatest(s.last_vacuum, s.last_autovacuum), greatest(s.last_analyze, s.last_autoanalyze)
        FROM pg_class c LEFT JOIN pg_stat_all_tables s ON s.relid = c.oid WHERE c.oid = to_regclass(%s)""",
        (table,),
    ).fetchone()
    assert row is not None
    shards = cluster["tables"].get(table) if cluster else None
    if shards:
        row = (shards["live"], *(shards[name] for name in ("bytes", "dead", "live", "vacuumed", "analyzed")))
    rows, pending = int(row[0]), None
    if rows <= EXACT and (reachable or not shards):
        missing = f"count(*) FILTER (WHERE {vector_column(table)} IS NULL)" if table in NAMES else "0"
        counted = connection.execute(f"SELECT count(*), {missing} FROM {table}".encode()).fetchone() or (0, 0)
        rows, pending = int(counted[0]), int(counted[1])
    return {
        "table": table,
        "rows": rows,
        "exact": pending is not None,
        "bytes": int(row[1]),
        "dead_rows": int(row[2]),
        "dead_share": round(row[2] / max(1, row[2] + row[3]), 3),
        "pending_vectors": pending if table in NAMES else 0,
        "vacuumed_at": _time(row[4]),
        "analyzed_at": _time(row[5]),
    }


def read_indexes(connection: Connection, tables: Sequence[str], cluster: dict[str, Any] | None) -> list[dict[str, Any]]:
    """The state of the indexes, including leftovers of an interrupted rebuild; on a cluster, of those of the shards."""
    rows = connection.execute(
        """SELECT i.relname, t.relname, a.amname, pg_relation_size(i.oid), x.indisvalid AND x.indisready,
            coalesce(s.idx_scan, 0)
        FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid JOIN pg_am a
            ON a.oid = i.relam
            LEFT JOIN pg_stat_all_indexes s ON s.indexrelid = i.oid
        WHERE t.oid = ANY (SELECT to_regclass(name) FROM unnest(%s::text[]) AS name) ORDER BY 2, 1""",
        (list(tables),),
    )
    names = ("index", "table", "kind", "bytes", "valid", "scans")
    found = {row[0]: dict(zip(names, row, strict=True)) for row in rows}
    for name, shards in (cluster["indexes"] if cluster else {}).items():
        # An index that only a node has is the leftover of an interrupted rebuild.
        known = found.setdefault(
            name, {"index": name, "table": shards["table"], "kind": shards["kind"], "valid": True, "scans": 0}
        )
        known |= {"bytes": shards["bytes"], "valid": known["valid"] and shards["valid"]}
    return [found[name] for name in sorted(found, key=lambda name: (found[name]["table"], name))]


def _time(value: Any) -> str | None:
    if isinstance(value, str):
        return value  # a node of a cluster has written it
    return value.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ") if value else None
