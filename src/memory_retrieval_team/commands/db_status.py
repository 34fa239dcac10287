"""The status of a team database as text, for `memories db status`. Asks no database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..db.hints import readable_bytes


def render(value: dict[str, Any]) -> str:
    """The output of `memories db status`."""
    schema, pgvector = value["schema"], value["pgvector"]
    lines = [
        "{}".format(value["database"]),
        "server      PostgreSQL {}, pgvector {}{}".format(
            value["server"], pgvector["installed"] or "not installed", ", through a pooler" if value["pooled"] else ""
        ),
        "role        {}{}".format(value["role"], ", owner of the tables" if value["owner"] else ""),
        "schema      version %d of %d" % (schema["version"], schema["newest"]),
    ]
    if schema["version"]:
        stored = value["model"]
        lines.append(
            "model       " + ("%(embedder)s (%(model)s, %(dims)d dimensions)" % stored if stored else "none yet")
        )
        lines.append("size        {}".format(readable_bytes(sum(t["bytes"] for t in value["tables"]))))
        lines += _rows("nodes", _nodes(value["cluster"]))
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


def _rows(title: str, rows: Sequence[tuple[str, ...]]) -> list[str]:
    """A table with aligned columns under a title; [] without rows."""
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


def _nodes(cluster: dict[str, Any] | None) -> list[tuple[str, ...]]:
    """The nodes of a cluster with distributed tables."""
    return [
        (
            node["node"],
            "%d shards" % node["shards"] if node["answers"] else "does not answer",
            readable_bytes(node["bytes"]) if node["answers"] else "",
        )
        for node in (cluster or {}).get("nodes", ())
    ]


def _projects(workspace: dict[str, Any]) -> str:
    count, at = len(workspace["projects"]), workspace["ingested_at"]
    return "%d project%s, %s" % (
        count,
        "" if count == 1 else "s",
        "last ingest " + at if at else "no complete ingest yet",
    )


def _pending(table: dict[str, Any]) -> str:
    return "%d without a vector" % table["pending_vectors"] if table["pending_vectors"] else ""
