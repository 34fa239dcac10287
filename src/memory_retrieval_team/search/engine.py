"""The team database as an engine of `retrieve/engine.py`. Imports no driver, so it loads without the extra."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory_retrieval.retrieve.relevance import Relevance, by_terms
from memory_retrieval.retrieve.relevance_by_model import relevance_by_model

if TYPE_CHECKING:
    from memory_retrieval.core.model import Query
    from memory_retrieval.index.candidate import SearchResult

    from .filters import Filters
    from .team import Team


class PostgresEngine:
    """Searches a team database."""

    name = "postgres"

    def __init__(self, team: Team, filters: Filters) -> None:
        self._team, self._filters = team, filters

    @property
    def notes(self) -> list[str]:
        """Notes for users about the results."""
        return list(self._team.info.notes)

    def relevance(self, mode: str) -> Relevance:
        return relevance_by_model(mode) if self._team.info.by_model else by_terms(mode)

    def search(self, query: Query, limit: int, now: int, deadline: float) -> SearchResult:
        return self._team.find(query, limit, self._filters, float(now))


class PrecomputedSearch:
    """An engine over the result of a finished search, because asyncio cannot wait inside the pipeline."""

    name = PostgresEngine.name

    def __init__(self, result: SearchResult, *, by_model: bool) -> None:
        self._result, self._by_model = result, by_model

    def relevance(self, mode: str) -> Relevance:
        return relevance_by_model(mode) if self._by_model else by_terms(mode)

    def search(self, query: Query, limit: int, now: int, deadline: float) -> SearchResult:
        return self._result
