"""The ledger of one project as values. Any program of the user may write into its files, so no line is trusted."""

from __future__ import annotations

import os
import threading

from memory_retrieval.core import environment
from memory_retrieval.state import ledger

from ..fileage import listed
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
                mine = [
                    entry for entry in ledger.entries(days) if entry.get("root") == root
                ]
                self._entries, self._fingerprint = list(map(_parsed, mine)), fingerprint
            return self._entries


def _files() -> list[tuple[str, int, int]]:
    """(name, size, time) of each file; differs whenever a line is added or a day's file is removed."""
    folder = os.path.join(environment.state_dir(), "ledger")
    try:
        files = [(entry.name, entry.stat()) for entry in os.scandir(folder)]
    except OSError:
        return []
    return sorted((name, info.st_size, info.st_mtime_ns) for name, info in files)


def _parsed(entry: Fields) -> LedgerEntry:
    pairs = [
        pair
        for pair in listed(entry.get("injected"))
        if isinstance(pair, list) and len(pair) == 2
    ]
    return LedgerEntry(
        at=_number(entry.get("at")),
        session=str(entry.get("session") or ""),
        ms=_number(entry.get("ms")),
        injected=tuple((str(path), _number(score)) for path, score in pairs),
        used=tuple(map(str, listed(entry.get("used")))),
        prompt=str(entry.get("prompt") or ""),
        shortlist=tuple(map(str, listed(entry.get("shortlist")))),
    )


def _number(value: object) -> float:
    return float(value) if type(value) in (int, float) else 0.0  # type: ignore[arg-type]
