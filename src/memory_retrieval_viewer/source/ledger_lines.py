"""The ledger of one project as values. Any program of the user may write into its files, so no line is trusted."""

from __future__ import annotations

import os
import threading
from typing import Any

from memory_retrieval.core import environment
from memory_retrieval.state import ledger

from ..values import Fields, LedgerEntry


class LedgerLines:
    """Parses the ledger again only when one of its files has changed. Safe to share between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._fingerprint: object = None
        self._entries: list[LedgerEntry] = []

    def entries(self, root: str, days: int) -> list[LedgerEntry]:
        """The prompts of the project at `root` in the last `days` days, oldest first."""
        with self._lock:
            fingerprint = (root, days, _files())
            if fingerprint != self._fingerprint:
                self._entries = [_parsed(entry) for entry in ledger.entries(days) if entry.get("root") == root]
                self._fingerprint = fingerprint
            return self._entries


def _files() -> list[tuple[str, int, int]]:
    """(name, size, time) of each file; differs whenever a line is added or a day's file is removed."""
    try:
        files = [(entry.name, entry.stat()) for entry in os.scandir(os.path.join(environment.state_dir(), "ledger"))]
    except OSError:
        return []
    return sorted((name, info.st_size, info.st_mtime_ns) for name, info in files)


def _parsed(entry: Fields) -> LedgerEntry:
    injected = tuple(
        (str(pair[0]), _number(pair[1]))
        for pair in _list(entry.get("injected"))
        if isinstance(pair, list) and len(pair) == 2
    )
    return LedgerEntry(
        at=_number(entry.get("at")),
        session=str(entry.get("session") or ""),
        ms=_number(entry.get("ms")),
        injected=injected,
        used=tuple(str(path) for path in _list(entry.get("used"))),
        prompt=str(entry.get("prompt") or ""),
        shortlist=tuple(str(path) for path in _list(entry.get("shortlist"))),
    )


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _number(value: object) -> float:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else 0.0
