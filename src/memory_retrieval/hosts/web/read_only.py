"""A source that may only be read: every write of the protocol `Source`, refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...save.service import Outcome
from .source import Change, ReadOnly


class NoWrites:
    """Refuses all writes. Pages offer none where `writable` is False; this is for those that are sent all the same."""

    writable = False

    def save(self, change: Change) -> Outcome:
        raise ReadOnly

    def change_status(self, verb: str, key: str, reason: str) -> Outcome:
        raise ReadOnly

    def mute(self, key: str, *, muted: bool) -> Outcome:
        raise ReadOnly

    def undo_ticket(self, store: str) -> str:
        return ""

    def undo(self, store: str, ticket: str) -> Outcome:
        raise ReadOnly

    def mend(self) -> int:
        raise ReadOnly

    def fill(self, id: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        raise ReadOnly

    def accept(self, id: str) -> Outcome:
        raise ReadOnly

    def reject(self, id: str) -> Outcome:
        raise ReadOnly
