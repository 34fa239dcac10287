"""What can be measured, by name: the product's engines in this process, and the baselines.

An engine is opened on one collection and then answers `inject` (what the agent would get) and `search` (a ranked list). The product's
are asked through `retrieve()` and `render()`, the code the hook and the commands run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from ..core import config as settings
from ..core.errors import ConfigError
from ..retrieve import selection
from ..retrieve.pipeline import Request, default_limit, retrieve
from ..retrieve.render import render, shown_path
from ..transcript.turns import NOT_TYPED
from .baselines import PlainFts5, inject
from .dataset import Collection, LabelledQuery
from .sandbox import Sandbox, environment, sandbox

INDEX_LIMIT = 3600.0  # seconds for building an index before the first query
PRODUCT = next(setting.choices for setting in settings.SETTINGS if setting.key == "retrieval.match_strategy")
BASELINES = ("seed_fts5", "fts5_plain")
TEAM = ("postgres", "postgres_onnx")  # as evaluate/team.py opens them
DEFAULT = "fts5_bm25"

Ranked = tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class Injection:
    """Keys for the agent; `considered` as in `measures.Outcome`."""

    keys: tuple[str, ...]
    ms: float
    considered: Ranked = ()


@dataclass(frozen=True)
class Ranking:
    """(key, score) best first."""

    hits: Ranked
    ms: float


class Engine(Protocol):
    """An engine opened on a collection."""

    def inject(self, query: LabelledQuery) -> Injection: ...

    def search(self, query: LabelledQuery) -> Ranking: ...


Opened = AbstractContextManager[Engine]


def names() -> tuple[str, ...]:
    """Every engine that can be measured, the product's first."""
    return (*PRODUCT, *TEAM, *BASELINES)


def opener(name: str, *, process: bool = False) -> Callable[[Collection], Opened]:
    """How to open an engine; `process` drives the hook and the command as processes (baselines and databases have none).

    ConfigError when nobody knows the name.
    """
    if name in BASELINES:
        return lambda collection: _baseline(collection, capped=name == "seed_fts5")
    if name in TEAM:
        from .team import open_team

        return lambda collection: open_team(collection, name)
    if name not in PRODUCT:
        raise ConfigError(f"--engine {name}: no such engine; take one of {', '.join(names())}")
    if process:
        from .processes import open_processes

        return lambda collection: open_processes(collection, name)
    return lambda collection: _product(collection, name)


@contextmanager
def _product(collection: Collection, name: str) -> Iterator[Engine]:
    with sandbox(collection, name) as box, environment(box.variables):
        build_index(box)
        yield ProductEngine(box, collection.depth)


@contextmanager
def _baseline(collection: Collection, *, capped: bool) -> Iterator[Engine]:
    table = PlainFts5(collection, capped=capped)
    try:
        yield BaselineEngine(table, collection.depth)
    finally:
        table.close()


def build_index(box: Sandbox) -> None:
    """Indexes the whole store, however long it takes; to be called in the sandbox's environment."""
    retrieve(Request("build the index", root=str(box.root), deadline=time.monotonic() + INDEX_LIMIT))


class ProductEngine:
    """The product in this process; alive while its sandbox is."""

    def __init__(self, box: Sandbox, depth: int) -> None:
        self._box, self._depth = box, depth

    def inject(self, query: LabelledQuery) -> Injection:
        """As the hook does: nothing for a blank prompt or one that nobody typed, at most what fits its block."""
        if not query.prompt.strip() or query.prompt.startswith(NOT_TYPED):
            return Injection((), 0.0)
        request = self._request(query, mode="auto")
        started = time.perf_counter()
        trace = retrieve(request)
        _, shown = render(trace.chosen)
        ms = (time.perf_counter() - started) * 1e3
        keys = dict.fromkeys(key for key, _ in self._ranked(shown))
        return Injection(tuple(keys), ms, self._ranked(without_threshold(trace)))

    def search(self, query: LabelledQuery) -> Ranking:
        if not query.prompt.strip():
            return Ranking((), 0.0)
        request = self._request(query, limit=self._depth)
        started = time.perf_counter()
        trace = retrieve(request)
        ms = (time.perf_counter() - started) * 1e3
        return Ranking(self._ranked(trace.chosen), ms)

    def _request(self, query: LabelledQuery, **options: Any) -> Request:
        return Request(
            query.prompt, root=str(self._box.root), transcript=self._box.transcript(query.transcript), **options
        )

    def _ranked(self, hits: list[Any]) -> Ranked:
        return tuple((self._box.key(shown_path(hit)), float(hit.score)) for hit in hits)


def without_threshold(trace: Any) -> list[Any]:
    """The hits that a threshold of nought would let through: selection is a function of values and is asked once more."""
    rules = selection.Rules(trace.request, trace.config, default_limit(trace.config, "auto"), settings.now(), 0.0, 0.0)
    return selection.chosen(selection.select(trace.hits, rules))


class BaselineEngine:
    """A baseline over its own table."""

    def __init__(self, table: PlainFts5, depth: int) -> None:
        self._table, self._depth = table, depth

    def inject(self, query: LabelledQuery) -> Injection:
        started = time.perf_counter()
        considered = self._table.considered(query)
        keys = inject(considered)
        return Injection(keys, (time.perf_counter() - started) * 1e3, tuple(considered))

    def search(self, query: LabelledQuery) -> Ranking:
        started = time.perf_counter()
        hits = self._table.rank(query)[: self._depth]
        return Ranking(tuple(hits), (time.perf_counter() - started) * 1e3)
