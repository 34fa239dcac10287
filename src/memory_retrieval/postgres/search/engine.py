"""The team database as the pipeline asks for it. Knows no driver, so that it can be imported where the packages are missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...core.model import Query, Store
    from ...index.backend import Candidate
    from .found import Found
    from .search import Filters
    from .team import Team

    Answer = tuple[Store, list[Candidate], dict[int, Store], int]


class TeamEngine:
    """Asks the database. `composites` has patterns' scores by the weights in search.py, by the memory's identity, after a query."""

    def __init__(self, team: Team, filters: Filters) -> None:
        self._team, self._filters = team, filters
        self.composites: dict[int, float] = {}

    @property
    def notes(self) -> list[str]:
        """What people should know about the answers."""
        return list(self._team.opened.notes)

    @property
    def by_model(self) -> bool:
        return self._team.opened.by_model

    def candidates(self, query: Query, limit: int, now: int) -> Answer:
        found = self._team.find(query, limit, self._filters, float(now))
        self.composites = found.composites
        return found.store, found.candidates, found.stores, found.total


class Answered:
    """The same for a search that was done already, as asyncio must."""

    def __init__(self, found: Found, *, by_model: bool) -> None:
        self._found, self.by_model = found, by_model
        self.composites: dict[int, float] = found.composites

    def candidates(self, query: Query, limit: int, now: int) -> Answer:
        found = self._found
        return found.store, found.candidates, found.stores, found.total
