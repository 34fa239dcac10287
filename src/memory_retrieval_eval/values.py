"""Labelled collections as values: prompts, documents and what is relevant to each prompt.

Reads no file, knows no engine.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

PROJECT, BEIR = "project", "beir"
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
    """A text of a BEIR corpus."""

    id: str
    title: str
    text: str


@dataclass(frozen=True)
class Collection:
    """Prompts with labels over one store. `form` is PROJECT or BEIR; `documents` is empty for a project."""

    name: str
    folder: Path
    form: str
    queries: tuple[LabelledQuery, ...]
    documents: tuple[Document, ...] = ()
    now: str = NOW

    @property
    def depth(self) -> int:
        """Length of a ranking: the 10 hits that `memories search` lists, or the usual 100 of a text set."""
        return 10 if self.form == PROJECT else 100
