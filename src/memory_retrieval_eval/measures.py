"""The field's measures as values, and the metrics that `memories eval` reports.

A query without results counts like any other. Knows no file and no engine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import log2

from .values import LabelledQuery

Labels = Mapping[str, int]


@dataclass(frozen=True)
class R:
    """Recall: share of the relevant keys, of at most `cutoff`, among the first `cutoff`; prints as R@10."""

    cutoff: int

    def __str__(self) -> str:
        return f"R@{self.cutoff}"

    def __call__(self, ranking: Sequence[str], relevant: Labels) -> float:
        wanted = min(self.cutoff, len(relevant))
        return (
            sum(key in relevant for key in ranking[: self.cutoff]) / wanted
            if wanted
            else 0.0
        )


@dataclass(frozen=True)
class RR:
    """Reciprocal rank: 1 / rank of the first relevant key, 0 if none is among the first `cutoff`."""

    cutoff: int = 10

    def __str__(self) -> str:
        return "RR"

    def __call__(self, ranking: Sequence[str], relevant: Labels) -> float:
        for rank, key in enumerate(ranking[: self.cutoff], 1):
            if key in relevant:
                return 1 / rank
        return 0.0


@dataclass(frozen=True)
class NDCG:
    """Discounted cumulative gain over the best possible one; the gain is 2 ** grade - 1."""

    cutoff: int = 10

    def __str__(self) -> str:
        return f"nDCG@{self.cutoff}"

    def __call__(self, ranking: Sequence[str], relevant: Labels) -> float:
        ideal = self._gain(sorted(relevant.values(), reverse=True))
        return (
            self._gain([relevant.get(key, 0) for key in ranking]) / ideal
            if ideal
            else 0.0
        )

    def _gain(self, grades: Sequence[int]) -> float:
        gains = [(1 << grade) - 1 for grade in grades[: self.cutoff]]
        return sum(gain / log2(rank + 1) for rank, gain in enumerate(gains, 1))


@dataclass(frozen=True)
class QueryOutcome:
    """What an engine returned for one query.

    injected    keys handed to the agent, best first
    searched    keys of the ranking
    scores      of `searched`, in its order
    listed      keys of the titles handed over for the agent to judge
    characters  of these titles
    briefed     keys of the titles in the brief, where that cannot show the whole store
    """

    query: LabelledQuery
    injected: tuple[str, ...]
    searched: tuple[str, ...]
    scores: tuple[float, ...] = ()
    inject_ms: float = 0.0
    listed: tuple[str, ...] = ()
    characters: int = 0
    briefed: tuple[str, ...] = ()

    @property
    def hit(self) -> bool:
        """A memory of grade 2 was injected; one of any grade where the query has none of grade 2."""
        return not self._needed.isdisjoint(self.injected)

    @property
    def within_reach(self) -> bool:
        """The same for what was injected and the titles for the agent to judge, also those of the brief."""
        return not self._needed.isdisjoint(self.injected + self.listed + self.briefed)

    @property
    def wrong(self) -> tuple[str, ...]:
        """What was injected and is not relevant."""
        return tuple(key for key in self.injected if key not in self.query.relevant)

    @property
    def leaked(self) -> tuple[str, ...]:
        """Forbidden keys, injected or listed; twice if both."""
        return tuple(
            key
            for key in self.injected + self.searched[:10]
            if key in self.query.forbidden
        )

    @property
    def _needed(self) -> frozenset[str]:
        relevant = self.query.relevant
        return frozenset(
            key for key, grade in relevant.items() if grade == 2
        ) or frozenset(relevant)


Share = tuple[float, float]


@dataclass(frozen=True)
class Metric:
    """A figure over outcomes: the sum of the numerators over the sum of the denominators of `share`.

    name   in JSON, in gate files; label: in tables
    empty  the value when nothing counts (no negatives: quiet)
    count  a plain number of events, not a share
    """

    name: str
    label: str
    share: Callable[[QueryOutcome], Share]
    empty: float = 0.0
    count: bool = False

    def __call__(self, outcomes: Sequence[QueryOutcome]) -> float:
        return self.of([self.share(outcome) for outcome in outcomes])

    def of(self, shares: Sequence[Share]) -> float:
        """The figure from per-query shares."""
        above = sum([numerator for numerator, _ in shares], 0.0)
        if self.count:
            return above
        below = sum(denominator for _, denominator in shares)
        return above / below if below else self.empty


def _positive(
    value: Callable[[QueryOutcome], float],
) -> Callable[[QueryOutcome], Share]:
    """A mean over the queries with relevant keys."""
    return lambda o: (value(o), 1) if o.query.relevant else (0, 0)


def _silence(kind: str = "") -> Callable[[QueryOutcome], Share]:
    """The share of silence at queries without relevant keys, of one kind or of all."""

    def share(outcome: QueryOutcome) -> Share:
        counts = not outcome.query.relevant and kind in ("", outcome.query.kind)
        return (not outcome.injected, 1) if counts else (0, 0)

    return share


def _nothing_said(outcome: QueryOutcome) -> Share:
    """The share of neither a memory nor a title at queries without relevant keys."""
    if outcome.query.relevant:
        return 0, 0
    return not outcome.injected + outcome.listed, 1


def _ranking(measure: R | RR | NDCG) -> Callable[[QueryOutcome], Share]:
    return _positive(lambda o: measure(o.searched, o.query.relevant))


def _capped3(outcome: QueryOutcome) -> float:
    relevant = outcome.query.relevant
    return sum(key in relevant for key in outcome.injected) / min(3, len(relevant))


PRODUCT = (
    Metric("inject_hit", "inject hit", _positive(lambda o: o.hit)),
    Metric("inject_recall3", "inject R@3", _positive(_capped3)),
    Metric(
        "inject_precision",
        "inject precision",
        lambda o: (len(o.injected) - len(o.wrong), len(o.injected)),
    ),
    Metric("false_inject", "false inject", lambda o: (bool(o.wrong), 1)),
    Metric("negative_quiet", "quiet on negatives", _silence(), empty=1.0),
    Metric("negative_quiet_near", "quiet, near", _silence("negative_near"), empty=1.0),
    Metric("negative_quiet_far", "quiet, far", _silence("negative_far"), empty=1.0),
    Metric("negative_silent", "nothing said on negatives", _nothing_said, empty=1.0),
    Metric("shortlist_recall", "shortlist recall", _positive(lambda o: o.within_reach)),
    Metric("shortlist_characters", "shortlist characters", lambda o: (o.characters, 1)),
    Metric("silent", "silent", lambda o: (not o.injected, 1)),
    Metric("leaks", "leaks", lambda o: (len(o.leaked), 1), count=True),
    Metric("recall10", "R@10", _ranking(R(10))),
    Metric("mrr", "RR", _ranking(RR(10))),
    Metric("ndcg10", "nDCG@10", _ranking(NDCG(10))),
)
KEY = (
    "inject_hit",
    "inject_precision",
    "false_inject",
    "negative_quiet",
    "recall10",
    "mrr",
)
"""The main figures; these have confidence intervals."""
METRICS = {metric.name: metric for metric in PRODUCT}


def score(outcomes: Sequence[QueryOutcome]) -> dict[str, float]:
    """Every figure by name, rounded to four places, and `n`, the number of queries."""
    figures = {metric.name: round(metric(outcomes), 4) for metric in PRODUCT}
    return {**figures, "n": len(outcomes)}
