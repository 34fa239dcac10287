"""The health of a team database, from `memories db status`."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from typing import Any

from ...core import config
from ...core.counted import counted
from ...core.errors import MemoryRetrievalError
from ...postgres.db.hints import hints
from ...postgres.db.status import read_status
from ...postgres.db.tables import NAMES
from ...postgres.db.units import readable_bytes
from ..values import Checkup, CheckupFinding


class StatusRunner:
    """Runs the checks of `memories db status` in a thread, since counting takes seconds in a large database."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._lock = threading.Lock()
        self._checkup = Checkup("none")

    def run(self, *, begin: bool, again: bool) -> Checkup:
        with self._lock:
            if self._checkup.state != "running" and (again or (begin and self._checkup.state == "none")):
                self._checkup = Checkup("running")
                threading.Thread(target=self._work, daemon=True).start()
            return self._checkup

    def _work(self) -> None:
        checkup = Checkup("failed", error="this is a bug of ours; `memories db status` may say more")
        try:
            checkup = status(self._url)
        finally:
            with self._lock:
                self._checkup = replace(checkup, at=config.now())


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
