"""The status of a team database as text, for `memories db status`. Asks no database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..db.hints import readable_bytes
from ..db.values import Found

LARGE_INDEX = 100_000  # bytes from which an index of words is shown


def render(value: Found) -> str:
    """The output of `memories db status`."""
    schema, pgvector = value["schema"], value["pgvector"]
    vector = pgvector["installed"] or "not installed"
    pooled = ", through a pooler" if value["pooled"] else ""
    owner = ", owner of the tables" if value["owner"] else ""
    lines = [
        value["database"],
        f"server      PostgreSQL {value['server']}, pgvector {vector}{pooled}",
        f"role        {value['role']}{owner}",
        f"schema      version {schema['version']} of {schema['newest']}",
    ]
    if schema["version"]:
        lines += _content(value)
    lines.append("")
    lines += [f"- {hint}" for hint in value["hints"]] or ["nothing to do"]
    return "\n".join(lines) + "\n"


def _content(value: Found) -> Iterator[str]:
    model = "none yet"
    if value["model"]:
        model = "{embedder} ({model}, {dims} dimensions)".format(**value["model"])
    size = readable_bytes(sum(table["bytes"] for table in value["tables"]))
    yield f"model       {model}"
    yield f"size        {size}"
    nodes = (value["cluster"] or {}).get("nodes", ())
    yield from _rows("nodes", map(_node, nodes))
    yield from _rows("workspaces", map(_workspace, value["workspaces"]))
    yield from _rows(
        "tables", [_table(table) for table in value["tables"] if table["rows"]]
    )
    yield from _rows(
        "indexes", [_index(index) for index in value["indexes"] if _is_shown(index)]
    )
    yield from _rows("members", map(_member, value["members"]))


def _rows(title: str, rows: Iterable[tuple[str, ...]]) -> list[str]:
    """A table with aligned columns under a title; [] without rows."""
    cells = list(rows)
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ["  ".join(map(str.ljust, row, widths)) for row in cells]
    return ["", title, *[f"  {line}".rstrip() for line in lines]] if lines else []


def _node(node: Found) -> tuple[str, ...]:
    if not node["answers"]:
        return node["node"], "does not answer", ""
    return node["node"], f"{node['shards']} shards", readable_bytes(node["bytes"])


def _workspace(workspace: Found) -> tuple[str, ...]:
    count, at = len(workspace["projects"]), workspace["ingested_at"]
    projects = "1 project" if count == 1 else f"{count} projects"
    last = f"last ingest {at}" if at else "no complete ingest yet"
    return (
        workspace["workspace"],
        f"{workspace['records']} memories",
        f"{projects}, {last}",
    )


def _table(table: Found) -> tuple[str, ...]:
    pending = table["pending_vectors"]
    missing = f"{pending} without a vector" if pending else ""
    return (
        table["table"],
        f"{table['rows']} rows",
        readable_bytes(table["bytes"]),
        missing,
    )


def _is_shown(index: Found) -> bool:
    large = bool(index["bytes"] > LARGE_INDEX)
    return index["kind"] == "hnsw" or (index["kind"] == "gin" and large)


def _index(index: Found) -> tuple[str, ...]:
    return (
        index["index"],
        index["kind"],
        readable_bytes(index["bytes"]),
        "" if index["valid"] else "INVALID",
    )


def _member(member: Found) -> tuple[str, ...]:
    return (
        member["role"],
        member["workspace"],
        "reads and writes" if member["may_write"] else "reads",
    )
