"""The new addresses of records that an edit in this viewer has renamed."""

from __future__ import annotations

import threading
from collections.abc import Callable

KEPT = 1000  # addresses


class OldAddresses:
    """In memory: while the viewer runs, old addresses in tabs and in the browser's history lead to the record."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._to: dict[str, str] = {}

    def add(self, old: str, new: str) -> None:
        """In both directions, since an undo restores the old address."""
        with self._lock:
            self._to.update({old: new, new: old})
            while len(self._to) > KEPT:
                del self._to[next(iter(self._to))]

    def current(self, key: str, exists: Callable[[str], bool]) -> str:
        """The present key of a record; `key` itself when that exists or was never renamed."""
        with self._lock:
            seen, now = {key}, key
            while not exists(now):
                now = self._to.get(now, "")
                if not now or now in seen:
                    return key
                seen.add(now)
            return now
