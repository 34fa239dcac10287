"""The health of a team database, from `memories db status`."""

from __future__ import annotations

import time
from typing import Any

from memory_retrieval.core.counted import counted
from memory_retrieval.core.errors import MemoryRetrievalError
from memory_retrieval_team.db.hints import hints
from memory_retrieval_team.db.status import read_status
from memory_retrieval_team.db.tables import NAMES
from memory_retrieval_team.db.units import readable_bytes

from ..values import Checkup, CheckupFinding


def status(url: str) -> Checkup:
    begun = time.monotonic()
    try:
        value = read_status(url)
    except MemoryRetrievalError as error:
        return Checkup("failed", error=str(error))
    findings = tuple(CheckupFinding("database", "warning", hint.finding, (), hint.remedy) for hint in hints(value))
    stored, tables = value.get("model"), [t for t in value.get("tables", ()) if t["rows"] and t["table"] in NAMES]
    facts = [
        ("Server", "PostgreSQL %s, pgvector %s" % (value["server"], value["pgvector"]["installed"] or "not installed")),
        ("Role", value["role"] + (", owner of the tables" if value["owner"] else "")),
        ("Tables", "version %(version)d of %(newest)d" % value["schema"]),
        ("Vectors", "%(embedder)s (%(model)s, %(dims)d dimensions)" % stored if stored else "no model yet"),
        *[("Table " + t["table"], "%s, %s" % (counted(t["rows"], "row"), readable_bytes(t["bytes"]))) for t in tables],
        *[("Workspace " + w["workspace"], _freshness(w)) for w in value.get("workspaces", ())],
    ]
    return Checkup("done", findings, tuple(facts), time.monotonic() - begun)


def _freshness(workspace: dict[str, Any]) -> str:
    return "%s, %s" % (
        counted(workspace["records"], "record"),
        "last ingest " + (workspace["ingested_at"] or "never came to its end"),
    )
