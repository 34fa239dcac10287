"""Candidates to a ranking: each memory's chance of helping, from its signals by a logistic model with named weights.

The weights were fitted over several projects (see docs/decisions); they are the same for every store.
"""

from __future__ import annotations

from math import exp, log

from ..core.model import CATEGORIES, Hit
from . import signals as named
from .weights import ANSWER, ANSWER_BIAS, ANSWER_FROM, BIAS, FIRST, FURTHER, WEIGHTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Query, Store
    from ..index.backend import Candidate

SCOPES = {"user": 0.98, "team": 0.96}  # on equal evidence the project's own memory comes first, then the user's
PRIORITY = {category: number for number, category in enumerate(CATEGORIES)}


def rank(found: list[tuple[Store, list[Candidate]]], query: Query, relevance: Relevance | None = None) -> list[Hit]:
    """Hits of all stores, best first; `score` is the estimated chance (0..1) that the memory helps with this prompt.

    relevance  the model that makes it; BY_TERMS by default
    """
    relevance = relevance or BY_TERMS
    prompt = named.Prompt(query)
    hits = []
    for store, candidates in found:
        field = named.Field(candidates)
        for candidate in candidates:
            values = named.measure(candidate, prompt, field)
            score = relevance.chance(values) * SCOPES.get(store.scope, 1.0)
            hits.append(Hit.of(candidate.memory, store, score, tuple(candidate.evidence), values, "", ""))
    hits.sort(key=order)
    return hits


def answerable(hits: list[Hit], relevance: Relevance | None = None) -> float:
    """The chance (0..1) that anything at all helps with the prompt, judged by the best hit that may be injected; 0 without one.

    relevance  the model that made the scores; BY_TERMS by default

    A ranking always has a first: how it compares with the others says nothing about whether the store has an answer.
    """
    bias, weights = (relevance or BY_TERMS).answer
    for hit in hits:
        if hit.memory.status == "active" and not hit.memory.superseded_by:
            p = min(max(hit.score, 1e-6), 1 - 1e-6)
            z = bias + sum([w * (log(p / (1 - p)) if n == "log_odds" else hit.signals[n]) for n, w in weights.items()])
            return 1 / (1 + exp(-max(-30.0, min(30.0, z))))
    return 0.0


def order(hit: Hit) -> tuple[float, int, str]:
    """Best score first; ties by category, then by path."""
    return -round(hit.score, 9), PRIORITY.get(hit.memory.category, 9), hit.memory.path


class Relevance:
    """A logistic model: `bias` and a weight for each signal, or for a product "a*b" of two.

    first        score from which the best memory is injected
    further      score from which those beside it are
    answer       the bias and the weights of `answerable`
    answer_from  what that has to reach for anything to be injected
    """

    __slots__ = ("answer", "answer_from", "bias", "first", "further", "weights", "_terms")

    def __init__(
        self,
        bias: float,
        weights: dict[str, float],
        first: float = FIRST,
        further: float = FURTHER,
        answer: tuple[float, dict[str, float]] = (ANSWER_BIAS, ANSWER),
        answer_from: float = ANSWER_FROM,
    ) -> None:
        self.bias, self.weights, self.first, self.further = bias, weights, first, further
        self.answer, self.answer_from = answer, answer_from
        self._terms = [(weight, *name.partition("*")[::2]) for name, weight in weights.items()]

    def chance(self, values: dict[str, float]) -> float:
        """The logistic of the weighted signals."""
        z = self.bias
        for weight, first, second in self._terms:
            z += weight * values[first] * values[second] if second else weight * values[first]
        return 1 / (1 + exp(-max(-30.0, min(30.0, z))))


BY_TERMS = Relevance(BIAS, WEIGHTS)  # vectors of the shipped term table
