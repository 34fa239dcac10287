"""Advice on a team database, derived from its status. Runs no query."""

from __future__ import annotations

import collections
import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

from memory_retrieval.core.counted import counted
from memory_retrieval.core.shell import quote

from .tables import NAMES
from .values import Found

PGVECTOR = (0, 8)  # the first version with iterative index scans
LARGE, LARGE_SHARE = (
    5000,
    2,
)  # records, and times the mean of all shards, from which a workspace is worth its own
DEAD_SHARE, DEAD_ROWS = 0.2, 1000  # of a table, from which vacuuming is advised


ANALYZED_FROM = 1000  # rows of a table whose statistics count


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
        sign = ";" if self.reason else ":"
        return f"{self.finding}{sign} {self.remedy}"


def hints(value: Found) -> list[Hint]:
    """The hints for the status `value`, most urgent first; [] when there is nothing to do."""
    found = []
    for things, rows in itertools.groupby(ROWS, key=lambda row: row[0]):
        if things in WITH_TABLES and not value["schema"]["version"]:
            continue
        rules = list(rows)
        for thing in things(value):
            for _, code, holds, *texts in rules:
                if holds(thing):
                    found.append(Hint(code, *[text.format(**thing) for text in texts]))
    return found


def _server(value: Found) -> list[Found]:
    return [{**value["schema"], **value["pgvector"], **value}]


def _content(value: Found) -> list[Found]:
    return [value]


def _changed(value: Found) -> list[Found]:
    return [{"name": name} for name in value["schema"]["changed"]]


def _cluster(value: Found) -> list[Found]:
    return [value["cluster"]] if value["cluster"] else []


def _nodes(value: Found) -> list[Found]:
    return list((value["cluster"] or {}).get("nodes", ()))


def _crowded(value: Found) -> Iterator[Found]:
    """Workspaces that are large for a shard, and not alone in it."""
    if not _nodes(value):
        return
    workspaces, shards = value["workspaces"], value["cluster"]["shards"]
    mean = sum(workspace["records"] for workspace in workspaces) / max(1, shards)
    neighbours = collections.Counter(workspace.get("shard") for workspace in workspaces)
    for workspace in workspaces:
        others = neighbours[workspace.get("shard")] - 1
        if others and workspace["records"] >= max(LARGE, LARGE_SHARE * mean):
            yield {**workspace, "others": counted(others, "other")}


def _members(value: Found) -> Iterator[Found]:
    for member in value["members"]:
        quoted = {
            f"quoted_{name}": quote(member[name]) for name in ("role", "workspace")
        }
        yield {**member, **quoted}


def _indexes(value: Found) -> list[Found]:
    return list(value["indexes"])


def _tables(value: Found) -> Iterator[Found]:
    for table in value["tables"]:
        large = table["table"] in NAMES and table["rows"] >= ANALYZED_FROM
        yield {
            **table,
            "pending": table["pending_vectors"] or 0,
            "unknown": large and value["owner"] and not table["analyzed_at"],
        }


def _settings(value: Found) -> list[Found]:
    vectors = sum(
        index["bytes"] for index in value["indexes"] if index["kind"] == "hnsw"
    )
    return [
        {
            **value,
            **value["settings"],
            "vectors": vectors,
            "readable": readable_bytes(vectors),
        }
    ]


def _numbers(version: str) -> tuple[int, ...]:
    parts = version.split(".")[:2]
    return tuple(int(part) for part in parts if part.isdigit())


def readable_bytes(count: int) -> str:
    """A size for people."""
    value, unit = float(count), "B"
    for larger in ("kB", "MB", "GB", "TB"):
        if value < 1024:
            break
        value, unit = value / 1024, larger
    return f"{value:.0f} {unit}" if unit in ("B", "kB") else f"{value:.1f} {unit}"


WITH_TABLES = (
    _cluster,
    _nodes,
    _crowded,
    _members,
    _content,
    _indexes,
    _tables,
    _settings,
)
ROWS: tuple[tuple[Any, ...], ...] = (
    (
        _server,
        "pgvector_missing",
        lambda x: not x["installed"] and not x["available"],
        "pgvector is not on the server",
        "install version 0.8 or later (package postgresql-NN-pgvector)",
    ),
    (
        _server,
        "pgvector_old",
        lambda x: x["installed"] and _numbers(x["installed"]) < PGVECTOR,
        "pgvector {installed} is older than 0.8",
        "install a newer one, then ALTER EXTENSION vector UPDATE",
    ),
    (
        _server,
        "schema_old",
        lambda x: not x["version"],
        "the tables are not there yet",
        "run `memories team migrate`",
    ),
    (
        _server,
        "schema_old",
        lambda x: 0 < x["version"] < x["newest"],
        "the tables are of an older version",
        "run `memories team migrate`",
    ),
    (
        _server,
        "schema_new",
        lambda x: x["version"] > x["newest"],
        "the tables are from a newer version than this program",
        "install a newer memory-retrieval",
    ),
    (
        _changed,
        "migration_changed",
        bool,
        "migration {name} is not the one that ships, but an unreleased version's",
        "ingest into an empty database, then drop this one",
    ),
    (
        _server,
        "read_only",
        lambda x: x["read_only"],
        "this server does not accept writes",
        "ingest into the primary",
    ),
    (
        _cluster,
        "citus_unused",
        lambda x: not x["distributed"],
        "Citus is here, but the tables are not distributed",
        "run `memories team migrate --distributed`",
    ),
    (
        _nodes,
        "node_down",
        lambda x: not x["answers"],
        "node {node} does not answer",
        "start it",
        "its data cannot be searched or ingested, and is missing here",
    ),
    (
        _crowded,
        "workspace_large",
        bool,
        "workspace {workspace} shares its shard with {others}",
        "give it a shard of its own: SELECT isolate_tenant_to_new_shard('workspaces', "
        "'{workspace}', 'CASCADE', shard_transfer_mode => 'block_writes')",
        "with {records} memories it has most of the vector index that they search",
    ),
    (
        _members,
        "member_without_role",
        lambda x: not x["exists"],
        "{role} is a member of workspace {workspace}, but no role of this server",
        "run `memories team revoke {quoted_role} --workspace {quoted_workspace}`",
        "a new role with that name would be a member too",
    ),
    (
        _content,
        "no_model",
        lambda x: not x["model"],
        "no model has been chosen yet",
        "as the owner, run the first `memories team ingest`, or `memories team migrate --embedder static`",
    ),
    (
        _indexes,
        "index_invalid",
        lambda x: not x["valid"],
        "index {index} is not valid",
        "run `memories team reindex`",
    ),
    (
        _tables,
        "vectors_pending",
        lambda x: x["pending"],
        "table {table}: {pending} memories have no vector",
        "`memories team ingest` embeds what is missing",
    ),
    (
        _tables,
        "dead_rows",
        lambda x: x["dead_rows"] >= DEAD_ROWS and x["dead_share"] >= DEAD_SHARE,
        "table {table}: {dead_share:.0%} of its rows are dead",
        "VACUUM (ANALYZE) {table}, or let autovacuum run",
    ),
    (
        _tables,
        "not_analyzed",
        lambda x: x["unknown"],
        "table {table} was never analyzed",
        "ANALYZE {table}",
    ),
    (
        _settings,
        "shared_buffers_small",
        lambda x: x["vectors"] > x["shared_buffers_bytes"],
        "shared_buffers is {shared_buffers}, less than the vector indexes ({readable})",
        "raise it",
    ),
    (
        _settings,
        "autovacuum_off",
        lambda x: x["autovacuum"] != "on",
        "autovacuum is off",
        "turn it on",
        "tables will grow and become slow",
    ),
    (
        _settings,
        "fsync_off",
        lambda x: x["fsync"] != "on",
        "fsync is off",
        "turn it on",
        "a power cut can destroy the database",
    ),
)
"""(the things that are looked at, code, whether a thing gets the hint, what, remedy[, reason]), most urgent first."""
