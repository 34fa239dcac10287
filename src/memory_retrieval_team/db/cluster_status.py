"""The part of a database's status that only a Citus cluster has: nodes, and what is in the shards on them.

The coordinator's own tables are empty: sizes, dead rows and indexes are those of the shards, asked of each node. Reads
only. A node that does not answer is reported, and what lies on it is missing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from psycopg import sql

from .cluster import is_distributed, schema
from .connection import Connection, rows, value
from .values import Found

ON_A_NODE = """WITH shard AS (
    SELECT t.oid, regexp_replace(t.relname, '_[0-9]+$', '') AS name
    FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace
    WHERE t.relkind = 'r' AND n.nspname = {schema} AND t.relname ~ '^({tables})_[0-9]+$'
), tables AS (
    SELECT t.name, count(*) AS shards, sum(pg_total_relation_size(t.oid))::bigint AS bytes,
        max(pg_total_relation_size(t.oid)) AS largest,
        sum(coalesce(s.n_dead_tup, 0))::bigint AS dead, sum(coalesce(s.n_live_tup, 0))::bigint AS live,
        to_char(max(greatest(s.last_vacuum, s.last_autovacuum)) AT TIME ZONE 'UTC', '{time}') AS vacuumed,
        to_char(max(greatest(s.last_analyze, s.last_autoanalyze)) AT TIME ZONE 'UTC', '{time}') AS analyzed
    FROM shard t LEFT JOIN pg_stat_all_tables s ON s.relid = t.oid GROUP BY 1
), indexes AS (
    SELECT regexp_replace(i.relname, '_[0-9]+(_cc(new|old)[0-9]*)?$', '\\1') AS name, t.name AS table, a.amname AS kind,
        sum(pg_relation_size(i.oid))::bigint AS bytes, bool_and(x.indisvalid AND x.indisready) AS valid
    FROM shard t JOIN pg_index x ON x.indrelid = t.oid JOIN pg_class i ON i.oid = x.indexrelid
        JOIN pg_am a ON a.oid = i.relam
    GROUP BY 1, 2, 3
)
SELECT json_build_object(
    'tables', (SELECT json_agg(t) FROM tables t), 'indexes', (SELECT json_agg(i) FROM indexes i))"""


def read_cluster(connection: Connection, tables: Iterable[str]) -> Found | None:
    """None without the extension. Else {"version", "distributed"}, and of distributed tables {"nodes", "shards",
    "tables", "indexes"}: by node what it holds, of all nodes what each table and each index is.
    """
    version = value(
        connection, "SELECT extversion FROM pg_extension WHERE extname = 'citus'"
    )
    if not version:
        return None
    if not value(connection, "SELECT to_regclass('memories')") or not is_distributed(
        connection
    ):
        return {"version": version, "distributed": False}
    return {"version": version, "distributed": True, **_distributed(connection, tables)}


def shards_of(connection: Connection, workspaces: list[str]) -> dict[str, int]:
    """{workspace: the number of its shard}."""
    rows = connection.execute(
        "SELECT w, get_shard_id_for_distribution_column('workspaces', w) FROM unnest(%s::text[]) AS w",
        (workspaces,),
    )
    return dict(rows.fetchall())


def _distributed(connection: Connection, tables: Iterable[str]) -> Found:
    nodes = rows(
        connection,
        "SELECT d.nodename || ':' || d.nodeport AS node, r.success AS answers, r.result"
        " FROM run_command_on_all_nodes(%s, give_warning_for_connection_errors => true) r"
        " JOIN pg_dist_node d USING (nodeid) ORDER BY d.groupid",
        (_command(connection, tables),),
    )
    answers = list[Found]()
    for node in nodes:
        said = node.pop("result")
        found = json.loads(said) if node["answers"] else {}
        answers.append(found)
        for figure in ("shards", "bytes"):
            node[figure] = sum(table[figure] for table in found.get("tables") or ())
    return {
        "nodes": nodes,
        "shards": value(
            connection,
            "SELECT count(*) FROM pg_dist_shard WHERE logicalrelid = 'memories'::regclass",
        ),
        "tables": _merged(answers, "tables"),
        "indexes": _merged(answers, "indexes"),
    }


def _command(connection: Connection, tables: Iterable[str]) -> str:
    of_schema = sql.Literal(schema(connection)).as_string(connection)
    return ON_A_NODE.format(
        schema=of_schema, tables="|".join(tables), time='YYYY-MM-DD"T"HH24:MI:SS"Z"'
    )


def _merged(answers: list[Found], part: str) -> dict[str, Found]:
    """{name: what the nodes together have}: numbers are added, times and the largest shard are the greatest."""
    found: dict[str, Found] = {}
    entries = [entry for answer in answers for entry in answer.get(part) or ()]
    for entry in entries:
        known = found.setdefault(entry["name"], {})
        for name, more in entry.items():
            known[name] = _together(name, known[name], more) if name in known else more
    return found


def _together(name: str, one: Any, other: Any) -> Any:
    if name in ("shards", "bytes", "dead", "live"):
        return one + other
    if name in ("largest", "vacuumed", "analyzed"):
        return max(
            [figure for figure in (one, other) if figure is not None], default=None
        )
    return one and other  # valid, and what is the same everywhere
