"""Notes that a page shows once after a write: what was done, remarks of the write path, and the undo button."""

from __future__ import annotations

import secrets
import threading
from dataclasses import dataclass

KEPT = 100  # notes that no page has shown yet


@dataclass(frozen=True)
class Note:
    """`store` and `ticket` name the write, which can be undone while it is the last; `good` is False for a warning."""

    text: str
    remarks: tuple[str, ...] = ()
    store: str = ""
    ticket: str = ""
    good: bool = True


class Notes:
    """In memory, by a random name that the address carries: an address alone cannot put text on a page."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._notes: dict[str, Note] = {}

    def keep(self, note: Note) -> str:
        name = secrets.token_urlsafe(9)
        with self._lock:
            self._notes[name] = note
            while len(self._notes) > KEPT:
                del self._notes[next(iter(self._notes))]
        return name

    def take(self, name: str) -> Note | None:
        """Removes and returns a note."""
        with self._lock:
            return self._notes.pop(name, None)
