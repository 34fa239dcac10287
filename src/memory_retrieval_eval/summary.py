"""Runs to figures: each collection and the pools, with confidence intervals and kinds.

Everything that the reports show is computed here. Knows neither text nor pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from .briefs import POOL, BriefCounts
from .everyday import Everyday
from .intervals import Interval, bootstrap
from .measures import KEY, METRICS, QueryOutcome, score
from .runner import Run


@dataclass(frozen=True)
class Group:
    """One engine's outcomes on a collection, or on all collections (`pooled`)."""

    engine: str
    name: str
    outcomes: tuple[QueryOutcome, ...]
    pooled: bool = False

    @staticmethod
    def of(run: Run) -> Group:
        return Group(run.engine, run.collection.name, run.outcomes)

    @cached_property
    def figures(self) -> dict[str, float]:
        """Every metric, rounded, and `n`."""
        return score(self.outcomes)

    @cached_property
    def intervals(self) -> dict[str, Interval]:
        """Of the key metrics."""
        return {name: bootstrap(METRICS[name], self.outcomes) for name in KEY}

    @cached_property
    def kinds(self) -> dict[str, Group]:
        """A group for each kind of query, by name."""
        kinds: dict[str, list[QueryOutcome]] = {}
        for outcome in self.outcomes:
            kinds.setdefault(outcome.query.kind, []).append(outcome)
        return {
            kind: replace(self, name=kind, outcomes=tuple(kinds[kind]), pooled=False)
            for kind in sorted(kinds)
        }

    def counts(self, metric: str) -> bool:
        """Whether the metric has a value here: a kind of negatives has no hit rate."""
        known = METRICS[metric]
        return known.count or any(known.share(outcome)[1] for outcome in self.outcomes)

    def milliseconds(self, share: float) -> float:
        """The quantile `share` of the time an injection took: .5 is the median."""
        times = sorted(o.inject_ms for o in self.outcomes)
        return times[min(len(times) - 1, int(len(times) * share))]


@dataclass(frozen=True)
class Summary:
    """All groups, engine by engine, collections before pools.

    briefs    as `measure_briefs` counts them
    merged    a group for each engine over the memories of all projects in one store; in no pool
    everyday  answers to prompts that need no memory, over stores of several sizes
    """

    runs: tuple[Run, ...]
    groups: tuple[Group, ...]
    briefs: tuple[BriefCounts, ...] = ()
    merged: tuple[Group, ...] = ()
    everyday: tuple[Everyday, ...] = ()

    @property
    def engines(self) -> list[str]:
        return list(dict.fromkeys(run.engine for run in self.runs))

    @property
    def names(self) -> list[str]:
        """Of the groups, collections before pools."""
        return list(dict.fromkeys(group.name for group in self.groups))

    def group(self, engine: str, name: str) -> Group:
        return next(g for g in self.groups if g.engine == engine and g.name == name)

    def of(self, engine: str) -> list[Group]:
        return [g for g in self.groups if g.engine == engine]

    def merged_of(self, engine: str) -> list[Group]:
        """The group over all projects in one store, if there are several."""
        return [g for g in self.merged if g.engine == engine]


def summarise(
    runs: Sequence[Run],
    briefs: Sequence[BriefCounts] = (),
    merged: Sequence[Run] = (),
    everyday: Sequence[Everyday] = (),
) -> Summary:
    """Groups for every run, and a pool of several collections."""
    groups: list[Group] = []
    for engine in dict.fromkeys(run.engine for run in runs):
        mine = [run for run in runs if run.engine == engine]
        groups += map(Group.of, mine)
        if len(mine) > 1:
            outcomes = chain(*[run.outcomes for run in mine])
            groups.append(Group(engine, POOL, tuple(outcomes), pooled=True))
    return Summary(
        tuple(runs),
        tuple(groups),
        tuple(briefs),
        tuple(map(Group.of, merged)),
        tuple(everyday),
    )
