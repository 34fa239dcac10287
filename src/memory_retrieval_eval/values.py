"""Values: labelled collections, what an engine under measurement offers, and what it returns. Reads no file."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

NOW = "2026-11-15T12:00:00Z"  # the clock of an evaluation, unless `collection.json` {"now": ...} sets another


@dataclass(frozen=True)
class LabelledQuery:
    """A prompt with what helps (`relevant`: key to grade, 1 or more) and what may never come up (`forbidden`).

    A key is a path relative to `memory/`, or the id of a document. `transcript` holds earlier user turns, oldest first.
    """

    id: str
    kind: str
    prompt: str
    transcript: tuple[str, ...] = ()
    relevant: dict[str, int] = field(default_factory=dict)
    forbidden: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Document:
    """A text that stands for a memory, as a public set has it."""

    id: str
    title: str
    text: str


@dataclass(frozen=True)
class Collection:
    """Prompts with labels over one store: the memories in `folder`, or else `documents`."""

    name: str
    folder: Path
    queries: tuple[LabelledQuery, ...]
    documents: tuple[Document, ...] = ()
    now: str = NOW

    @property
    def depth(self) -> int:
        """Length of a ranking: the 10 hits that `memories search` lists, or the usual 100 of a public set."""
        return 100 if self.documents else 10


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


class Engine(Protocol):
    """An engine opened on one collection; usable until its context manager ends."""

    def inject(self, query: LabelledQuery) -> Injection: ...

    def search(self, query: LabelledQuery) -> Ranked: ...


OpenedEngine = AbstractContextManager[Engine]
