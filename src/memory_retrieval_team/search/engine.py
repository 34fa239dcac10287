"""The team database as an engine of `retrieve/engine.py`. Imports no driver, so it loads without the extra."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from memory_retrieval import extras
from memory_retrieval.retrieve.relevance import Relevance, by_terms
from memory_retrieval.retrieve.relevance_by_model import relevance_by_model

from .filters import Filters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_retrieval.core.model import Query
    from memory_retrieval.index.candidate import SearchResult
    from memory_retrieval.retrieve.trace import Request

    from .team import Team


class PostgresEngine:
    """Searches a team database."""

    name = "postgres"

    def __init__(self, team: Team, filters: Filters) -> None:
        self._team, self.filters = team, filters

    @property
    def notes(self) -> list[str]:
        """Notes for users about the results."""
        return list(self._team.info.notes)

    def relevance(self, mode: str) -> Relevance:
        return relevance_by_model(mode) if self._team.info.by_model else by_terms(mode)

    def search(
        self, query: Query, limit: int, now: int, deadline: float
    ) -> SearchResult:
        return self._team.find(query, limit, self.filters, float(now))


@contextmanager
def open_team(
    url: str, workspace: str | None, request: Request
) -> Iterator[PostgresEngine]:
    """The engine for one request of a command; the database applies the filters."""
    with extras.Packages("team"):
        from .team import Team
    # `auto` explains why what is retired was left out
    in_force = not request.include_retired and request.mode == "search"
    with Team(url, workspace) as team:
        yield PostgresEngine(
            team, Filters(category=request.category, in_force=in_force)
        )
