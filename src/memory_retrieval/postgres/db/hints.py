"""What should be done about a team database, derived from its status. Asks no database."""

from __future__ import annotations

from typing import Any

from . import embedding_model
from .tables import NAMES
from .units import readable_bytes

PGVECTOR = (0, 8)  # the first with iterative index scans
DEAD_SHARE, DEAD_ROWS = 0.2, 1000  # of a table, from which its file holds too much that is gone


def hints(value: dict[str, Any]) -> list[str]:
    """Lines for people, the most urgent first; [] when all is well."""
    schema, pgvector, lines = value["schema"], value["pgvector"], list[str]()
    if not pgvector["installed"] and not pgvector["available"]:
        lines.append("pgvector is not on the server: install version 0.8 or later (package postgresql-NN-pgvector)")
    elif pgvector["installed"] and _numbers(pgvector["installed"]) < PGVECTOR:
        lines.append(
            f"pgvector {pgvector['installed']} is older than 0.8: install a newer one, then ALTER EXTENSION"
            " vector UPDATE"
        )
    if schema["version"] < schema["newest"]:
        lines.append(
            "the tables are %s: run `memories db migrate`"
            % ("of an older version" if schema["version"] else "not there yet")
        )
    if schema["version"] > schema["newest"]:
        lines.append("the tables are of a newer version than this program: install a newer memory-retrieval")
    lines += [
        f"migration {name} is not the one that ships, but an unreleased version's: ingest into an empty database, then"
        " drop this one"
        for name in schema["changed"]
    ]
    if value["read_only"]:
        lines.append("this server takes no writes: ingest into the primary")
    if schema["version"]:
        lines += _table_hints(value) + _setting_hints(value)
    return lines


def _table_hints(value: dict[str, Any]) -> list[str]:
    lines = []
    lines += [
        f"{m['role']} is a member of workspace {m['workspace']}, but no role of this server: a role made anew"
        " with that name would have it;"
        f" run `memories db revoke {m['role']} --workspace {m['workspace']}`"
        for m in value["members"]
        if not m["exists"]
    ]
    if not value["model"]:
        lines.append(
            "no model is chosen yet: as the owner, run the first `memories ingest`, or `memories db migrate"
            " --embedder static`"
        )
    there = {index["index"] for index in value["indexes"]}
    for index in value["indexes"]:
        if not index["valid"]:
            lines.append(f"index {index['index']} is not valid: run `memories db reindex`")
    for table in value["tables"]:
        name = table["table"]
        embedded = table["rows"] - (table["pending_vectors"] or 0)
        if name in NAMES and embedded >= embedding_model.INDEXED_FROM and embedding_model.index_name(name) not in there:
            lines.append(f"table {name} has no vector index: run `memories db reindex` as the tables' owner")
        if table["pending_vectors"]:
            lines.append(
                f"table {name}: {table['pending_vectors']} records have no vector: `memories ingest` embeds what is"
                " missing"
            )
        if table["dead_rows"] >= DEAD_ROWS and table["dead_share"] >= DEAD_SHARE:
            lines.append(
                f"table {name}: {table['dead_share']:.0%} of its rows are dead: VACUUM (ANALYZE) {name}, or let"
                " autovacuum run"
            )
        if (
            name in NAMES
            and table["rows"] >= embedding_model.INDEXED_FROM
            and not table["analyzed_at"]
            and value["owner"]
        ):
            lines.append(f"table {name} was never analysed: ANALYZE {name}")
    return lines


def _setting_hints(value: dict[str, Any]) -> list[str]:
    lines, settings = [], value["settings"]
    vectors = sum(index["bytes"] for index in value["indexes"] if index["kind"] == "hnsw")
    if vectors > value["shared_buffers_bytes"]:
        lines.append(
            f"shared_buffers is {settings['shared_buffers']}, less than the vector indexes"
            f" ({readable_bytes(vectors)}): raise it"
        )
    if settings["autovacuum"] != "on":
        lines.append("autovacuum is off: tables will grow and slow down; turn it on")
    if settings["fsync"] != "on":
        lines.append("fsync is off: a power cut can destroy the database; turn it on")
    return lines


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
