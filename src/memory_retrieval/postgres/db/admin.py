"""How a team database is: server, tables, indexes, who may see what, and what should be done about it. Changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timezone
from typing import Any

from ..ingest.rows import NAMES, vector_column
from . import embedding_model, migrate
from .connection import Connection, connect, is_pooled, shown, translated

PGVECTOR = (0, 8)  # the first with iterative index scans
EXACT = 2_000_000  # rows of a table up to which they are counted; above, the server's estimate is given
DEAD_SHARE, DEAD_ROWS = 0.2, 1000  # of a table, from which its file holds too much that is gone
TABLES = (*NAMES, "terms", "workspaces", "projects", "members", "embedding_model", "schema_version")


def status(url: str, *, steps: migrate.Steps | None = None) -> dict[str, Any]:
    """What `memories db status` shows; works on every version of the tables, and on a database without any.

    Counts are of what the role may see. `hints` says what to do, most urgent first; empty when all is well.
    """
    with connect(url) as connection, translated(url):
        value: dict[str, Any] = {"database": shown(url), **_server(connection)}
        have, newest = migrate.version(connection), (steps or migrate.shipped())[-1].version
        changed = migrate.changed(connection, steps) if have else []
        value["schema"] = {"version": have, "newest": newest, "changed": changed}
        if have:
            tables = [name for name in TABLES if _exists(connection, name)]
            value["model"] = _model(connection)
            value["workspaces"] = _workspaces(connection)
            value["tables"] = [_table(connection, name) for name in tables]
            value["indexes"] = _indexes(connection, tables)
            value["members"] = _members(connection) if "members" in tables else []
        value["hints"] = _hints(value)
        return value


def text(value: dict[str, Any]) -> str:
    """`status` for people."""
    schema, pgvector = value["schema"], value["pgvector"]
    lines = [
        "%s" % value["database"],
        "server      PostgreSQL %s, pgvector %s%s"
        % (value["server"], pgvector["installed"] or "not installed", ", through a pooler" if value["pooled"] else ""),
        "role        %s%s" % (value["role"], ", owner of the tables" if value["owner"] else ""),
        "schema      version %d of %d" % (schema["version"], schema["newest"]),
    ]
    if schema["version"]:
        stored = value["model"]
        lines.append(
            "model       " + ("%(embedder)s (%(model)s, %(dims)d dimensions)" % stored if stored else "none yet")
        )
        lines.append("size        %s" % readable_bytes(sum(t["bytes"] for t in value["tables"])))
        lines += _rows(
            "workspaces", [(w["workspace"], "%d records" % w["records"], _projects(w)) for w in value["workspaces"]]
        )
        tables = [t for t in value["tables"] if t["rows"]]
        lines += _rows(
            "tables", [(t["table"], "%d rows" % t["rows"], readable_bytes(t["bytes"]), _pending(t)) for t in tables]
        )
        indexes = [
            i
            for i in value["indexes"]
            if i["kind"] in ("hnsw", "gin") and (i["kind"] == "hnsw" or i["bytes"] > 100_000)
        ]
        lines += _rows(
            "indexes",
            [(i["index"], i["kind"], readable_bytes(i["bytes"]), "" if i["valid"] else "INVALID") for i in indexes],
        )
        members = [
            (m["role"], m["workspace"], "reads and writes" if m["may_write"] else "reads") for m in value["members"]
        ]
        lines += _rows("members", members)
    lines += ["", *["- " + hint for hint in value["hints"]]] if value["hints"] else ["", "nothing to do"]
    return "\n".join(lines) + "\n"


def _server(connection: Connection) -> dict[str, Any]:
    row = connection.execute(
        """SELECT current_setting('server_version'), pg_is_in_recovery(), current_user,
            coalesce((SELECT pg_has_role(current_user, relowner, 'usage') FROM pg_class WHERE oid = to_regclass('memories')), false),
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
        "SELECT role, workspace, may_write, role = 'public' OR EXISTS (SELECT FROM pg_roles WHERE rolname = role) FROM members"
        " ORDER BY 1, 2"
    )
    return [
        {"role": role, "workspace": workspace, "may_write": write, "exists": there}
        for role, workspace, write, there in rows
    ]


def _table(connection: Connection, table: str) -> dict[str, Any]:
    row = connection.execute(
        """SELECT greatest(c.reltuples, 0)::bigint, pg_total_relation_size(c.oid), coalesce(s.n_dead_tup, 0), coalesce(s.n_live_tup, 0),
            greatest(s.last_vacuum, s.last_autovacuum), greatest(s.last_analyze, s.last_autoanalyze)
        FROM pg_class c LEFT JOIN pg_stat_all_tables s ON s.relid = c.oid WHERE c.oid = to_regclass(%s)""",
        (table,),
    ).fetchone()
    assert row is not None
    rows, pending = int(row[0]), None
    if rows <= EXACT:
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


def _indexes(connection: Connection, tables: list[str]) -> list[dict[str, Any]]:
    """Their state; what a rebuild left behind unfinished is among them."""
    rows = connection.execute(
        """SELECT i.relname, t.relname, a.amname, pg_relation_size(i.oid), x.indisvalid AND x.indisready, coalesce(s.idx_scan, 0)
        FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid JOIN pg_am a ON a.oid = i.relam
            LEFT JOIN pg_stat_all_indexes s ON s.indexrelid = i.oid
        WHERE t.oid = ANY (SELECT to_regclass(name) FROM unnest(%s::text[]) AS name) ORDER BY 2, 1""",
        (tables,),
    )
    names = ("index", "table", "kind", "bytes", "valid", "scans")
    return [dict(zip(names, row, strict=True)) for row in rows]


def _hints(value: dict[str, Any]) -> list[str]:
    schema, pgvector, hints = value["schema"], value["pgvector"], list[str]()
    if not pgvector["installed"] and not pgvector["available"]:
        hints.append("pgvector is not on the server: install version 0.8 or later (package postgresql-NN-pgvector)")
    elif pgvector["installed"] and _numbers(pgvector["installed"]) < PGVECTOR:
        hints.append(
            f"pgvector {pgvector['installed']} is older than 0.8: install a newer one, then ALTER EXTENSION vector UPDATE"
        )
    if schema["version"] < schema["newest"]:
        hints.append(
            "the tables are %s: run `memories db migrate`"
            % ("of an older version" if schema["version"] else "not there yet")
        )
    if schema["version"] > schema["newest"]:
        hints.append("the tables are of a newer version than this program: install a newer memory-retrieval")
    hints += [
        f"migration {name} is not the one that ships, but an unreleased version's: ingest into an empty database, then"
        " drop this one"
        for name in schema["changed"]
    ]
    if value["read_only"]:
        hints.append("this server takes no writes: ingest into the primary")
    if schema["version"]:
        hints += _table_hints(value) + _setting_hints(value)
    return hints


def _table_hints(value: dict[str, Any]) -> list[str]:
    hints = []
    hints += [
        f"{m['role']} is a member of workspace {m['workspace']}, but no role of this server: a role made anew with that name would have it;"
        f" run `memories db revoke {m['role']} --workspace {m['workspace']}`"
        for m in value["members"]
        if not m["exists"]
    ]
    if not value["model"]:
        hints.append(
            "no model is chosen yet: as the owner, run the first `memories ingest`, or `memories db migrate --embedder static`"
        )
    there = {index["index"] for index in value["indexes"]}
    for index in value["indexes"]:
        if not index["valid"]:
            hints.append(f"index {index['index']} is not valid: run `memories db reindex`")
    for table in value["tables"]:
        name = table["table"]
        embedded = table["rows"] - (table["pending_vectors"] or 0)
        if name in NAMES and embedded >= embedding_model.INDEXED_FROM and embedding_model.index_name(name) not in there:
            hints.append(f"table {name} has no vector index: run `memories db reindex` as the tables' owner")
        if table["pending_vectors"]:
            hints.append(
                f"table {name}: {table['pending_vectors']} records have no vector: `memories ingest` embeds what is missing"
            )
        if table["dead_rows"] >= DEAD_ROWS and table["dead_share"] >= DEAD_SHARE:
            hints.append(
                f"table {name}: {table['dead_share']:.0%} of its rows are dead: VACUUM (ANALYZE) {name}, or let autovacuum run"
            )
        if (
            name in NAMES
            and table["rows"] >= embedding_model.INDEXED_FROM
            and not table["analyzed_at"]
            and value["owner"]
        ):
            hints.append(f"table {name} was never analysed: ANALYZE {name}")
    return hints


def _setting_hints(value: dict[str, Any]) -> list[str]:
    hints, settings = [], value["settings"]
    vectors = sum(index["bytes"] for index in value["indexes"] if index["kind"] == "hnsw")
    if vectors > value["shared_buffers_bytes"]:
        hints.append(
            f"shared_buffers is {settings['shared_buffers']}, less than the vector indexes ({readable_bytes(vectors)}): raise it"
        )
    if settings["autovacuum"] != "on":
        hints.append("autovacuum is off: tables will grow and slow down; turn it on")
    if settings["fsync"] != "on":
        hints.append("fsync is off: a power cut can destroy the database; turn it on")
    return hints


def _rows(title: str, rows: Sequence[tuple[str, ...]]) -> list[str]:
    """A small table under a title, columns aligned; [] when there is nothing."""
    if not rows:
        return []
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "",
        title,
        *[
            "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in rows
        ],
    ]


def _projects(workspace: dict[str, Any]) -> str:
    count, at = len(workspace["projects"]), workspace["ingested_at"]
    return "%d project%s, %s" % (
        count,
        "" if count == 1 else "s",
        "last ingest " + at if at else "never ingested to the end",
    )


def _pending(table: dict[str, Any]) -> str:
    return "%d without a vector" % table["pending_vectors"] if table["pending_vectors"] else ""


def readable_bytes(count: int) -> str:
    value, unit = float(count), "B"
    for larger in ("kB", "MB", "GB", "TB"):
        if value < 1024:
            break
        value, unit = value / 1024, larger
    return "%.0f %s" % (value, unit) if unit in ("B", "kB") else "%.1f %s" % (value, unit)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:2] if part.isdigit())


def _time(value: Any) -> str | None:
    return value.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ") if value else None
