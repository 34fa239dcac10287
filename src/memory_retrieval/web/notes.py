"""What a page says once after a write: what was done, what the write path remarked, and how to take it back."""

from __future__ import annotations

import secrets
import threading
from dataclasses import dataclass

KEPT = 100  # notes nobody has come to read


@dataclass(frozen=True)
class Note:
    """`store` and `ticket` allow the write to be undone as long as it is the last one."""

    text: str
    remarks: tuple[str, ...] = ()
    store: str = ""
    ticket: str = ""
    good: bool = True


class Notes:
    """Kept in memory under a name that the address carries, so that no address can make a page say something."""

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
        """The note of that name, once."""
        with self._lock:
            return self._notes.pop(name, None)
