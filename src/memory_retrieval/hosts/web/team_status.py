"""The health of a team database, as `memories db status` finds it."""

from __future__ import annotations

import threading
import time
from typing import Any

from ...core.errors import MemoryRetrievalError
from .. import wiring
from .source import Checkup, Finding


class StatusLooker:
    """What `memories db status` finds, looked for in a thread: in a large database counting takes seconds."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._lock = threading.Lock()
        self._found = Checkup("none")

    def look(self, *, begin: bool, again: bool) -> Checkup:
        with self._lock:
            if self._found.state != "running" and (again or (begin and self._found.state == "none")):
                self._found = Checkup("running")
                threading.Thread(target=self._run, daemon=True).start()
            return self._found

    def _run(self) -> None:
        found = Checkup("failed", error="this is a bug of ours; `memories db status` may say more")
        try:
            found = status(self._url)
        finally:
            with self._lock:
                self._found = found


def status(url: str) -> Checkup:
    admin, begun = wiring.postgres("admin"), time.monotonic()
    try:
        value = admin.status(url)
    except MemoryRetrievalError as error:
        return Checkup("failed", error=str(error))
    parts = [hint.rpartition(": ") for hint in value["hints"]]
    findings = tuple(
        Finding("database", "warning", what or remedy, (), remedy if what else "see what it says") for what, _, remedy in parts
    )
    stored, tables = value.get("model"), [table for table in value.get("tables", ()) if table["rows"]]
    facts = [
        ("Server", "PostgreSQL %s, pgvector %s" % (value["server"], value["pgvector"]["installed"] or "not installed")),
        ("Role", value["role"] + (", owner of the tables" if value["owner"] else "")),
        ("Tables", "version %(version)d of %(newest)d" % value["schema"]),
        ("Vectors", "%(embedder)s (%(model)s, %(dims)d dimensions)" % stored if stored else "no model yet"),
        *[("Table " + t["table"], "%s rows, %s" % (f"{t['rows']:,}", admin.readable_bytes(t["bytes"]))) for t in tables],
        *[("Workspace " + w["workspace"], _freshness(w)) for w in value.get("workspaces", ())],
    ]
    return Checkup("done", findings, tuple(facts), time.monotonic() - begun)


def _freshness(workspace: dict[str, Any]) -> str:
    return "%s records, %s" % (f"{workspace['records']:,}", "last ingest " + (workspace["ingested_at"] or "never came to its end"))
