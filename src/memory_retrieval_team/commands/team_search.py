"""Search over the team database for one command. Imported only with --db-url."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from memory_retrieval import extras

from ..search.engine import PostgresEngine

if TYPE_CHECKING:
    from memory_retrieval.retrieve.trace import Request


@contextmanager
def open_team(url: str, workspace: str | None, request: Request) -> Iterator[PostgresEngine]:
    """The engine for one request; the database applies the filters."""
    with extras.Packages("team"):
        from ..search.filters import Filters
        from ..search.team import Team
    in_force = (
        not request.include_retired and request.mode == "search"
    )  # `auto` explains why what is retired was left out
    with Team(url, workspace) as team:
        yield PostgresEngine(team, Filters(category=request.category, in_force=in_force))
