"""Asks every engine every query of every collection, in two modes, and keeps what came back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from memory_retrieval.core import settings
from memory_retrieval.core.errors import ConfigError

from .baselines import BASELINES, open_baseline
from .measures import QueryOutcome
from .product import open_product
from .values import Collection, Engine, LabelledQuery, OpenedEngine

Progress = Callable[[str], None]
"""Called after each query with the engine's and the collection's name."""
PRODUCT = next(
    setting.choices
    for setting in settings.SETTINGS
    if setting.key == "retrieval.match_strategy"
)
TEAM = (
    "postgres",
    "postgres_onnx",
)  # as team.py opens them; it is imported late, since its packages are an extra
DEFAULT = "fts5_bm25"


@dataclass(frozen=True)
class Run:
    """One engine on one collection; `outcomes` in the order of its queries."""

    engine: str
    collection: Collection
    outcomes: tuple[QueryOutcome, ...]


def run(
    collections: Sequence[Collection],
    engines: Iterable[str],
    *,
    search: bool = True,
    progress: Progress | None = None,
) -> list[Run]:
    """A run for each engine and collection, engine by engine. Engines are looked up before anything is asked.

    search  False: only what is injected is asked for
    """
    openers = [(name, opener(name)) for name in dict.fromkeys(engines)]
    runs = []
    for name, open_engine in openers:
        for collection in collections:
            with open_engine(collection) as engine:
                outcomes = []
                for query in collection.queries:
                    outcomes.append(ask(engine, query, search=search))
                    if progress:
                        progress(f"{name} on {collection.name}")
            runs.append(Run(name, collection, tuple(outcomes)))
    return runs


def ask(engine: Engine, query: LabelledQuery, *, search: bool = True) -> QueryOutcome:
    """One query in both modes, or without the search. A key that comes twice counts once, at its first place."""
    injected = engine.inject(query)
    searched = engine.search(query) if search else ()
    scores = dict(reversed(searched))
    keys = tuple(dict.fromkeys(key for key, _ in searched))
    return QueryOutcome(
        query=query,
        injected=injected.keys[:20],
        searched=keys,
        scores=tuple(scores[key] for key in keys),
        inject_ms=injected.ms,
        listed=injected.listed,
        characters=injected.characters,
        briefed=injected.briefed,
    )


def names() -> tuple[str, ...]:
    """Every engine that can be measured, the product's first."""
    return (*PRODUCT, *TEAM, *BASELINES)


def opener(name: str) -> Callable[[Collection], OpenedEngine]:
    """A function that opens the engine on a collection. ConfigError for an unknown name."""
    if name in BASELINES:
        return partial(open_baseline, name=name)
    if name in TEAM:
        from .team import open_team

        return partial(open_team, name=name)
    if name not in PRODUCT:
        known = ", ".join(names())
        raise ConfigError(f"--engine {name}: no such engine; use one of {known}")
    return partial(open_product, name=name)
