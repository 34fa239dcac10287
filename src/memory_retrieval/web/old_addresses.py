"""Where records went when an edit of this viewer gave them another title, and so another address."""

from __future__ import annotations

import threading
from collections.abc import Callable

KEPT = 1000  # addresses


class OldAddresses:
    """Kept in memory: addresses in other tabs and in the browser's history lead to the record as long as the viewer runs."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._to: dict[str, str] = {}

    def add(self, old: str, new: str) -> None:
        """Both ways, since an undo gives the record its old address back."""
        with self._lock:
            self._to.update({old: new, new: old})
            while len(self._to) > KEPT:
                del self._to[next(iter(self._to))]

    def current(self, key: str, is_there: Callable[[str], bool]) -> str:
        """The key under which a record is by now; `key` itself while it is there, or when nothing is known of it."""
        with self._lock:
            seen, found = {key}, key
            while not is_there(found):
                found = self._to.get(found, "")
                if not found or found in seen:
                    return key
                seen.add(found)
            return found
