"""The team database as the engine of a search: joins `postgres.team` to the pipeline. Imported only when --db-url was given."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from . import wiring

if TYPE_CHECKING:
    from ..core.model import Query, Store
    from ..index.backend import Candidate
    from ..retrieve.pipeline import Request


class TeamEngine:
    """What the pipeline asks for candidates; `composites` has patterns' scores by the seed's weights, by the memory's identity."""

    def __init__(self, team: Any, filters: Any) -> None:
        self._team, self._filters = team, filters
        self.composites: dict[int, float] = {}

    @property
    def notes(self) -> list[str]:
        """What people should know about the answers."""
        return list(self._team.opened.notes)

    def candidates(self, query: Query, limit: int, now: int) -> tuple[Store, list[Candidate], dict[int, Store], int]:
        found = self._team.find(query, limit, self._filters, float(now))
        self.composites = found.composites
        return found.store, found.candidates, found.stores, found.total


class Answered:
    """The same for a search that was done already, as asyncio must."""

    def __init__(self, found: Any) -> None:
        self._found = found
        self.composites: dict[int, float] = found.composites

    def candidates(self, query: Query, limit: int, now: int) -> tuple[Store, list[Candidate], dict[int, Store], int]:
        found = self._found
        return found.store, found.candidates, found.stores, found.total


@contextmanager
def open_team(url: str, workspace: str | None, request: Request) -> Iterator[TeamEngine]:
    """The engine for one request; what the request filters by is left to the database."""
    teams, searches = wiring.postgres("team"), wiring.postgres("search")
    in_force = not request.include_retired and request.mode == "search"  # `auto` explains why what is retired was left out
    with teams.Team(url, workspace) as team:
        yield TeamEngine(team, searches.Filters(category=request.category, in_force=in_force))
