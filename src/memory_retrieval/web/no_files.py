"""What is not done over a team database: the writes of the protocol `Source` that belong to a repository, refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..save.request import SaveOutcome
from .source import Elsewhere


class NoFiles:
    """Pages offer none of these over a database; this is for those that are sent all the same."""

    def mute(self, key: str, *, muted: bool) -> SaveOutcome:
        raise Elsewhere

    def mend(self) -> int:
        raise Elsewhere

    def fill(self, id: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        raise Elsewhere

    def accept(self, id: str) -> SaveOutcome:
        raise Elsewhere

    def reject(self, id: str) -> SaveOutcome:
        raise Elsewhere
