"""How reliable a figure is: bootstrap confidence intervals over queries, and paired comparisons of two engines.

Seeded, so the same outcomes give the same numbers. Knows metrics, not files.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from random import Random

from .measures import Metric, QueryOutcome, Share

RESAMPLES = 1000
SEED = 20261115
LEVEL = 0.95
CLEAR = 0.05  # p below which reports mark a difference


@dataclass(frozen=True)
class Interval:
    """A percentile interval, which holds the share LEVEL of the resampled values."""

    low: float
    high: float


@dataclass(frozen=True)
class Comparison:
    """Engine `a` less engine `b` on one metric, over the same queries.

    interval  of the difference, by paired bootstrap p         of a permutation test: how often swapping the engines'
    answers at random gives a difference at least as large
    """

    metric: str
    a: str
    b: str
    difference: float
    interval: Interval
    p: float


def bootstrap(
    metric: Metric, outcomes: Sequence[QueryOutcome], resamples: int = RESAMPLES, seed: int = SEED
) -> Interval:
    """The bootstrap confidence interval of a metric over queries; [v, v] for fewer than two queries."""
    values = _resampled(metric, [metric.share(outcome) for outcome in outcomes], resamples, seed)
    return _percentiles(values) if len(outcomes) > 1 else Interval(metric(outcomes), metric(outcomes))


def compare(
    metric: Metric,
    a: str,
    first: Sequence[QueryOutcome],
    b: str,
    second: Sequence[QueryOutcome],
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Comparison:
    """The paired difference. Both sequences hold the same queries in the same order; ValueError otherwise."""
    if not first or [o.query.id for o in first] != [o.query.id for o in second]:
        raise ValueError("engines can be compared on the same queries only, and on at least one")
    one, two = [metric.share(o) for o in first], [metric.share(o) for o in second]
    difference = metric.of(one) - metric.of(two)
    pairs = zip(_resampled(metric, one, resamples, seed), _resampled(metric, two, resamples, seed), strict=True)
    return Comparison(
        metric.name,
        a,
        b,
        difference,
        _percentiles([x - y for x, y in pairs]),
        _permutation(metric, one, two, resamples, seed),
    )


def _resampled(metric: Metric, shares: Sequence[Share], resamples: int, seed: int) -> list[float]:
    """The metric on each resample.

    Resamples are the same for all metrics and engines, which makes comparisons paired.
    """
    above, below = [n for n, _ in shares], [d for _, d in shares]
    return [
        metric.of([(sum(map(above.__getitem__, draw)), sum(map(below.__getitem__, draw)))])
        for draw in _draws(len(shares), resamples, seed)
    ]


def _permutation(metric: Metric, one: Sequence[Share], two: Sequence[Share], resamples: int, seed: int) -> float:
    """Two-sided.

    The observed arrangement counts, so p is never 0; queries with equal shares cannot change the difference.
    """
    moves = [(y[0] - x[0], y[1] - x[1]) for x, y in zip(one, two, strict=True) if x != y]
    if not moves:
        return 1.0
    random, (first, second) = Random(seed), (_total(one), _total(two))
    above, below = [n for n, _ in moves], [d for _, d in moves]
    observed, extreme = abs(metric.of([first]) - metric.of([second])), 0
    for _ in range(resamples):
        swapped = random.choices((0, 1), k=len(moves))
        n, d = sum(compress(above, swapped)), sum(compress(below, swapped))
        difference = metric.of([(first[0] + n, first[1] + d)]) - metric.of([(second[0] - n, second[1] - d)])
        extreme += abs(difference) >= observed - 1e-12
    return (extreme + 1) / (resamples + 1)


def _total(shares: Sequence[Share]) -> Share:
    return sum(n for n, _ in shares), sum(d for _, d in shares)


@lru_cache(maxsize=16)
def _draws(n: int, resamples: int, seed: int) -> tuple[tuple[int, ...], ...]:
    """The numbers of the queries in each resample."""
    random, numbers = Random(seed), range(n)
    return tuple(tuple(random.choices(numbers, k=n)) for _ in range(resamples)) if n else ()


def _percentiles(values: list[float]) -> Interval:
    values.sort()
    cut = int(len(values) * (1 - LEVEL) / 2)
    return Interval(values[cut], values[-1 - cut])
