"""Floors and ceilings for figures, from a JSON file: what must not get worse unseen.

    {"*": {"leaks": {"max": 0}}, "tidewatch": {"recall10": 0.90, "false_inject": {"max": 0.15}}}

A number is a floor, `{"max": x}` a ceiling. `*` holds for every collection that does not set the
metric itself; `all` for the pooled figures of the projects. The figures of a brief (`brief.characters`) are metrics
too, as is the silence at everyday prompts (`everyday_quiet@10`). `merged` holds for all projects in one store; `*` does
not reach it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from memory_retrieval.core.errors import ConfigError

from .briefs import NAMES as BRIEF_NAMES
from .everyday import NAMES as EVERYDAY_NAMES
from .measures import METRICS
from .stores import MERGED

Bounds = dict[
    str, dict[str, tuple[float, float]]
]  # collection -> metric -> (lowest, highest)
ANY, ALL = "*", "all"


def read_bounds(path: Path) -> Bounds:
    """The file's bounds. ConfigError with the place of what cannot be understood."""
    try:
        tree = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(
            f"{path}: {error.strerror}; set --gate to a JSON file of floors"
        ) from None
    except ValueError as error:
        raise ConfigError(f"{path}: is not valid JSON ({error}); correct it") from None
    if not isinstance(tree, dict) or not tree:
        raise ConfigError(
            f'{path}: expected an object such as {{"*": {{"recall10": 0.9}}}}'
        )
    return {name: _metrics(path, name, floors) for name, floors in tree.items()}


def broken(
    bounds: Bounds, figures: Mapping[str, Mapping[str, float]], path: Path
) -> list[str]:
    """One line for each bound that `figures` (collection -> metric -> value) do not keep, in the order of the figures.

    ConfigError when no bound applies to anything measured: such a gate would always be open.
    """
    lines, checked = [], 0
    for name, values in figures.items():
        mine = bounds.get(name, {})
        if name not in (ALL, MERGED):
            mine = bounds.get(ANY, {}) | mine
        for metric, (low, high) in mine.items():
            if metric not in values:
                lines.append(
                    f"{name} {metric}: is not measured on this collection; remove it from {path}"
                )
                continue
            checked += 1
            value = values[metric]
            if value < low:
                lines.append(
                    f"{name} {metric}: {value:.4g} is below the floor {low:.4g} ({path})"
                )
            elif value > high:
                lines.append(
                    f"{name} {metric}: {value:.4g} is above the ceiling {high:.4g} ({path})"
                )
    if not checked and not lines:
        measured = ", ".join(figures)
        raise ConfigError(f"{path}: has no floor for {measured}; add one")
    return lines


def _metrics(path: Path, name: str, floors: object) -> dict[str, tuple[float, float]]:
    if not isinstance(floors, dict):
        kind = type(floors).__name__
        raise ConfigError(
            f"{path}: {name}: expected an object of metric to floor, got {kind}"
        )
    known = (*METRICS, *EVERYDAY_NAMES, *BRIEF_NAMES)
    unknown = sorted(floors.keys() - set(known))
    if unknown:
        names = ", ".join(known)
        raise ConfigError(
            f"{path}: {name}.{unknown[0]}: no such metric; use one of {names}"
        )
    return {
        metric: _bounds(f"{path}: {name}.{metric}", value)
        for metric, value in floors.items()
    }


def _bounds(place: str, value: object) -> tuple[float, float]:
    """(lowest, highest) allowed."""
    if _number(value):
        return float(value), float("inf")  # type: ignore[arg-type]
    if isinstance(value, dict) and list(value) == ["max"] and _number(value["max"]):
        return float("-inf"), float(value["max"])
    given = json.dumps(value)
    raise ConfigError(f'{place}: expected a number, or {{"max": x}}, got {given:.60}')


def _number(value: object) -> bool:
    return (
        isinstance(value, (int, float))
        and not isinstance(value, bool)
        and value == value
    )
