"""The product as an engine in this process: `retrieve()` and `render()`, as the hook and the commands run them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from memory_retrieval.brief.collect import given_by, open_brief
from memory_retrieval.retrieve.pipeline import retrieve
from memory_retrieval.retrieve.render import render, render_shortlist, shown_path
from memory_retrieval.retrieve.trace import Request, Trace
from memory_retrieval.state.session import Session
from memory_retrieval.transcript.values import NOT_TYPED

from .sandbox import Sandbox, changed_environment, sandbox
from .values import Collection, Injection, LabelledQuery, Ranked

INDEX_LIMIT = 3600.0  # seconds for building an index before the first query


@contextmanager
def open_product(collection: Collection, name: str) -> Iterator[ProductEngine]:
    """The engine that the setting `retrieval.match_strategy` calls `name`, with its index built."""
    with sandbox(collection, name) as box, changed_environment(box.variables):
        build_index(box)
        yield ProductEngine(box, collection.depth)


def build_index(box: Sandbox) -> None:
    """Indexes the whole store, however long it takes. Call it in the sandbox's environment."""
    deadline = time.monotonic() + INDEX_LIMIT
    retrieve(Session(str(box.root)), Request("build the index", deadline=deadline))


class ProductEngine:
    """Answers from one sandbox, within its environment; `engine(mode)` is searched in place of its files."""

    def __init__(
        self, box: Sandbox, depth: int, engine: Callable[[str], Any] | None = None
    ) -> None:
        self._box, self._depth, self._engine = box, depth, engine
        given = None if engine else given_by(open_brief(str(box.root)))
        self._brief = (
            given if given and not given[1] else None
        )  # one that is whole leaves nothing for a shortlist
        self._briefed = (
            tuple(sorted(map(box.key, self._brief[0]))) if self._brief else ()
        )

    def inject(self, query: LabelledQuery) -> Injection:
        """What the hook would inject: nothing for a blank prompt or one that nobody typed, else what fits its block."""
        if not query.prompt.strip() or query.prompt.startswith(NOT_TYPED):
            return Injection((), 0.0)
        trace, ms = self._retrieve(query, brief=self._brief)
        return replace(injection(trace, ms, self._box), briefed=self._briefed)

    def search(self, query: LabelledQuery) -> Ranked:
        if not query.prompt.strip():
            return ()
        trace, _ = self._retrieve(query, "search", limit=self._depth)
        return ranked(trace.chosen, self._box)

    def trace(self, query: LabelledQuery) -> Trace:
        """Every candidate with its signals, selected or not."""
        return self._retrieve(query)[0]

    def key(self, hit: Any) -> str:
        """The hit's name in the collection."""
        return self._box.key(shown_path(hit))

    def _retrieve(
        self, query: LabelledQuery, mode: str = "auto", **options: Any
    ) -> tuple[Trace, float]:
        transcript = self._box.transcript(query.transcript)
        request = Request(query.prompt, mode=mode, transcript=transcript, **options)
        started = time.perf_counter()
        trace = retrieve(
            Session(str(self._box.root)),
            request,
            self._engine(mode) if self._engine else None,
        )
        return trace, (time.perf_counter() - started) * 1e3


def injection(trace: Any, ms: float, box: Sandbox) -> Injection:
    """The memories that fit into the hook's block, and the shortlist."""
    _, shown = render(trace.chosen)
    titles, listed = render_shortlist(trace.shortlist)
    keys = dict.fromkeys(key for key, _ in ranked(shown, box))
    named = [key for key, _ in ranked(listed, box)]
    return Injection(tuple(keys), ms, tuple(named), len(titles))


def ranked(hits: Iterable[Any], box: Sandbox) -> Ranked:
    """Hits under the collection's keys."""
    return tuple((box.key(shown_path(hit)), float(hit.score)) for hit in hits)
