"""The engines that can be measured, by name: the product's, the team database, and two baselines."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from memory_retrieval.core import config as settings
from memory_retrieval.core.errors import ConfigError

from .baselines import BASELINES, open_baseline
from .product import open_product
from .values import Collection, OpenedEngine

PRODUCT = next(setting.choices for setting in settings.SETTINGS if setting.key == "retrieval.match_strategy")
TEAM = ("postgres", "postgres_onnx")  # as team.py opens them; it is imported late, since its packages are an extra
DEFAULT = "fts5_bm25"


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
        raise ConfigError(f"--engine {name}: no such engine; use one of {', '.join(names())}")
    return partial(open_product, name=name)
