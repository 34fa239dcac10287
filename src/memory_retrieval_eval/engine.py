"""What every engine under measurement offers, and what it returns. The engines themselves are in other files."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from .values import LabelledQuery

Ranked = tuple[tuple[str, float], ...]
"""(key, score), best first."""


@dataclass(frozen=True)
class Injection:
    """Keys handed to the agent, best first, and the milliseconds it took.

    listed      keys of the titles handed over for the agent to judge; () where the engine has no shortlist
    characters  of these titles as handed over
    briefed     keys of the titles in the brief, where that cannot show the whole store; else ()
    """

    keys: tuple[str, ...]
    ms: float
    listed: tuple[str, ...] = ()
    characters: int = 0
    briefed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ranking:
    """The hits of a search and the milliseconds it took."""

    hits: Ranked
    ms: float


class Engine(Protocol):
    """An engine opened on one collection; usable until its context manager ends."""

    def inject(self, query: LabelledQuery) -> Injection: ...

    def search(self, query: LabelledQuery) -> Ranking: ...


OpenedEngine = AbstractContextManager[Engine]
