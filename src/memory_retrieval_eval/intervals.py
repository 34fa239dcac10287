"""How reliable a figure is: bootstrap confidence intervals over queries.

Seeded, so the same outcomes give the same numbers. Knows metrics, not files.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from .measures import Metric, QueryOutcome

RESAMPLES = 1000
SEED = 20261115
LEVEL = 0.95


@dataclass(frozen=True)
class Interval:
    """A percentile interval, which holds the share LEVEL of the resampled values."""

    low: float
    high: float

    @property
    def rounded(self) -> list[float]:
        return [round(self.low, 4), round(self.high, 4)]


def bootstrap(
    metric: Metric,
    outcomes: Sequence[QueryOutcome],
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Interval:
    """The bootstrap confidence interval of a metric over queries; [v, v] for fewer than two queries."""
    if len(outcomes) < 2:
        return Interval(metric(outcomes), metric(outcomes))
    above, below = zip(*map(metric.share, outcomes), strict=True)
    values = []
    for draw in _draws(len(outcomes), resamples, seed):
        drawn = sum(map(above.__getitem__, draw)), sum(map(below.__getitem__, draw))
        values.append(metric.of([drawn]))
    values.sort()
    cut = int(len(values) * (1 - LEVEL) / 2)
    return Interval(values[cut], values[-1 - cut])


@lru_cache(maxsize=16)
def _draws(n: int, resamples: int, seed: int) -> tuple[tuple[int, ...], ...]:
    """The numbers of the queries in each resample, the same for all metrics and engines."""
    random = Random(seed)
    return tuple(tuple(random.choices(range(n), k=n)) for _ in range(resamples))
