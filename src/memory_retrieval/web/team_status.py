"""The health of a team database, as `memories db status` finds it."""

from __future__ import annotations

import re
import threading
import time
from dataclasses import replace
from typing import Any

from .. import extras
from ..core import config
from ..core.errors import MemoryRetrievalError
from .present import counted
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
                self._found = replace(found, at=config.now())


def status(url: str) -> Checkup:
    admin, begun = extras.postgres("db.admin"), time.monotonic()
    try:
        value = admin.status(url)
    except MemoryRetrievalError as error:
        return Checkup("failed", error=str(error))
    findings = tuple(Finding("database", "warning", *_parts(hint)) for hint in value["hints"])
    stored, tables = value.get("model"), [t for t in value.get("tables", ()) if t["rows"] and t["table"] in admin.NAMES]
    facts = [
        ("Server", "PostgreSQL %s, pgvector %s" % (value["server"], value["pgvector"]["installed"] or "not installed")),
        ("Role", value["role"] + (", owner of the tables" if value["owner"] else "")),
        ("Tables", "version %(version)d of %(newest)d" % value["schema"]),
        ("Vectors", "%(embedder)s (%(model)s, %(dims)d dimensions)" % stored if stored else "no model yet"),
        *[
            ("Table " + t["table"], "%s, %s" % (counted(t["rows"], "row"), admin.readable_bytes(t["bytes"])))
            for t in tables
        ],
        *[("Workspace " + w["workspace"], _freshness(w)) for w in value.get("workspaces", ())],
    ]
    return Checkup("done", findings, tuple(facts), time.monotonic() - begun)


def _parts(hint: str) -> tuple[str, tuple[str, ...], str]:
    """(what is the matter, where, what to do) of a line such as `autovacuum is off: tables will grow; turn it on`."""
    found = re.fullmatch(r"(.*)[:;] (.*)", hint, re.S)
    return (found[1], (), found[2]) if found else (hint, (), "see what it says")


def _freshness(workspace: dict[str, Any]) -> str:
    return "%s, %s" % (
        counted(workspace["records"], "record"),
        "last ingest " + (workspace["ingested_at"] or "never came to its end"),
    )
