"""Advice on a team database, derived from its status. Runs no query."""

from __future__ import annotations

import collections
from collections.abc import Iterator
from typing import Any, NamedTuple

from memory_retrieval.core.shell import quote

from .tables import INDEXED_FROM, NAMES, index_name

PGVECTOR = (0, 8)  # the first version with iterative index scans
LARGE, LARGE_SHARE = 5000, 2  # records, and times the mean of all shards, from which a workspace is worth its own
DEAD_SHARE, DEAD_ROWS = 0.2, 1000  # of a table, from which vacuuming is advised


class Hint(NamedTuple):
    """One finding and its remedy. `code` is stable; `reason` says why it matters, and may be empty."""

    code: str
    what: str
    remedy: str
    reason: str = ""

    @property
    def finding(self) -> str:
        """The finding with its reason."""
        return f"{self.what}: {self.reason}" if self.reason else self.what

    @property
    def text(self) -> str:
        """One line for people."""
        return f"{self.finding}{';' if self.reason else ':'} {self.remedy}"


def hints(value: dict[str, Any]) -> list[Hint]:
    """The hints for the status `value`, most urgent first; [] when there is nothing to do."""
    found = [*_version_hints(value)]
    if value["schema"]["version"]:
        found += [*_cluster_hints(value), *_member_hints(value), *_index_hints(value)]
        for table in value["tables"]:
            found += _table_hints(value, table)
        found += _setting_hints(value)
    return found


def _version_hints(value: dict[str, Any]) -> Iterator[Hint]:
    schema, pgvector = value["schema"], value["pgvector"]
    if not pgvector["installed"] and not pgvector["available"]:
        yield Hint(
            "pgvector_missing",
            "pgvector is not on the server",
            "install version 0.8 or later (package postgresql-NN-pgvector)",
        )
    elif pgvector["installed"] and _numbers(pgvector["installed"]) < PGVECTOR:
        yield Hint(
            "pgvector_old",
            f"pgvector {pgvector['installed']} is older than 0.8",
            "install a newer one, then ALTER EXTENSION vector UPDATE",
        )
    if schema["version"] < schema["newest"]:
        age = "of an older version" if schema["version"] else "not there yet"
        yield Hint("schema_old", f"the tables are {age}", "run `memories db migrate`")
    if schema["version"] > schema["newest"]:
        yield Hint(
            "schema_new", "the tables are from a newer version than this program", "install a newer memory-retrieval"
        )
    for name in schema["changed"]:
        yield Hint(
            "migration_changed",
            f"migration {name} is not the one that ships, but an unreleased version's",
            "ingest into an empty database, then drop this one",
        )
    if value["read_only"]:
        yield Hint("read_only", "this server does not accept writes", "ingest into the primary")


def _cluster_hints(value: dict[str, Any]) -> Iterator[Hint]:
    cluster = value["cluster"]
    if not cluster:
        return
    if not cluster["distributed"]:
        yield Hint(
            "citus_unused",
            "Citus is here, but the tables are not distributed",
            "run `memories db migrate --distributed`",
        )
        return
    for node in cluster["nodes"]:
        if not node["answers"]:
            reason = "its data cannot be searched or ingested, and is missing here"
            yield Hint("node_down", f"node {node['node']} does not answer", "start it", reason)
    yield from _shard_hints(value["workspaces"], cluster["shards"])


def _shard_hints(workspaces: list[dict[str, Any]], shards: int) -> Iterator[Hint]:
    """Workspaces that are INDEXED_FROM for a shard, and are not alone in it."""
    mean = sum(w["records"] for w in workspaces) / max(1, shards)
    neighbours = collections.Counter(w.get("shard") for w in workspaces)
    for workspace in workspaces:
        name, others = workspace["workspace"], neighbours[workspace.get("shard")] - 1
        if others and workspace["records"] >= max(LARGE, LARGE_SHARE * mean):
            yield Hint(
                "workspace_large",
                f"workspace {name} shares its shard with {others} other{'s' if others > 1 else ''}",
                "give it a shard of its own: SELECT isolate_tenant_to_new_shard('workspaces', "
                f"'{name}', 'CASCADE', shard_transfer_mode => 'block_writes')",
                f"with {workspace['records']} records it has most of the vector index that they search",
            )


def _member_hints(value: dict[str, Any]) -> Iterator[Hint]:
    for member in value["members"]:
        if not member["exists"]:
            role, workspace = member["role"], member["workspace"]
            yield Hint(
                "member_without_role",
                f"{role} is a member of workspace {workspace}, but no role of this server",
                f"run `memories db revoke {quote(role)} --workspace {quote(workspace)}`",
                "a new role with that name would be a member too",
            )


def _index_hints(value: dict[str, Any]) -> Iterator[Hint]:
    if not value["model"]:
        yield Hint(
            "no_model",
            "no model has been chosen yet",
            "as the owner, run the first `memories ingest`, or `memories db migrate --embedder static`",
        )
    for index in value["indexes"]:
        if not index["valid"]:
            yield Hint("index_invalid", f"index {index['index']} is not valid", "run `memories db reindex`")


def _table_hints(value: dict[str, Any], table: dict[str, Any]) -> Iterator[Hint]:
    name, pending = table["table"], table["pending_vectors"] or 0
    indexes = {index["index"] for index in value["indexes"]}
    if name in NAMES and table["rows"] - pending >= INDEXED_FROM and index_name(name) not in indexes:
        yield Hint(
            "vector_index_missing",
            f"table {name} has no vector index",
            "run `memories db reindex` as the owner of the tables",
        )
    if pending:
        yield Hint(
            "vectors_pending",
            f"table {name}: {pending} records have no vector",
            "`memories ingest` embeds what is missing",
        )
    if table["dead_rows"] >= DEAD_ROWS and table["dead_share"] >= DEAD_SHARE:
        yield Hint(
            "dead_rows",
            f"table {name}: {table['dead_share']:.0%} of its rows are dead",
            f"VACUUM (ANALYZE) {name}, or let autovacuum run",
        )
    if name in NAMES and table["rows"] >= INDEXED_FROM and not table["analyzed_at"] and value["owner"]:
        yield Hint("not_analyzed", f"table {name} was never analyzed", f"ANALYZE {name}")


def _setting_hints(value: dict[str, Any]) -> Iterator[Hint]:
    settings = value["settings"]
    vectors = sum(index["bytes"] for index in value["indexes"] if index["kind"] == "hnsw")
    if vectors > value["shared_buffers_bytes"]:
        buffers = settings["shared_buffers"]
        what = f"shared_buffers is {buffers}, less than the vector indexes ({readable_bytes(vectors)})"
        yield Hint("shared_buffers_small", what, "raise it")
    if settings["autovacuum"] != "on":
        yield Hint("autovacuum_off", "autovacuum is off", "turn it on", "tables will grow and become slow")
    if settings["fsync"] != "on":
        yield Hint("fsync_off", "fsync is off", "turn it on", "a power cut can destroy the database")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:2] if part.isdigit())


def readable_bytes(count: int) -> str:
    """A size for people."""
    value, unit = float(count), "B"
    for larger in ("kB", "MB", "GB", "TB"):
        if value < 1024:
            break
        value, unit = value / 1024, larger
    return f"{value:.0f} {unit}" if unit in ("B", "kB") else f"{value:.1f} {unit}"
