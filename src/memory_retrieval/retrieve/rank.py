"""Candidates to a ranking: each memory's chance of helping, from its signals by a logistic model with named weights.

The weights were fitted over several projects (docs/decisions); they are the same for every store.
"""

from __future__ import annotations

from math import log

from ..core.model import CATEGORIES, Hit
from . import signals
from .relevance import sigmoid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Query
    from ..index.candidate import Candidate
    from .relevance import Relevance

SCOPES = {"user": 0.98, "team": 0.96}  # on equal evidence the project's own memory comes first, then the user's
PRIORITY = {category: number for number, category in enumerate(CATEGORIES)}


def rank(pools: list[list[Candidate]], query: Query, relevance: Relevance) -> list[Hit]:
    """Hits of all pools, best first; the candidates of one pool are compared with each other.

    `score` is the estimated chance (0 to 1) that the memory helps with this prompt, or the candidate's points where the
    relevance is not calibrated.
    """
    hits = []
    prompt = signals.Prompt(query)
    for pool in pools:
        field = signals.Field(pool)
        for candidate in pool:
            values: dict[str, float] = {}
            score = candidate.lexical
            if relevance.calibrated:
                values = signals.measure(candidate, prompt, field)
                score = relevance.chance(values) * SCOPES.get(candidate.store.scope, 1.0)
            hits.append(_hit(candidate, score, values))
    hits.sort(key=sort_key)
    return hits


def answerable(hits: list[Hit], relevance: Relevance) -> float:
    """The chance (0 to 1) that anything at all helps with the prompt, judged by the best hit in force; 0 without one.

    relevance  the model that made the scores

    A ranking always has a first hit: how that compares with the others does not say whether the store has an answer.
    """
    bias, weights = relevance.answer
    for hit in hits:
        if hit.memory.status == "active" and not hit.memory.superseded_by:
            p = min(max(hit.score, 1e-6), 1 - 1e-6)
            log_odds = log(p / (1 - p))
            return sigmoid(
                bias + sum([w * (log_odds if name == "log_odds" else hit.signals[name]) for name, w in weights.items()])
            )
    return 0.0


def sort_key(hit: Hit) -> tuple[float, int, str]:
    """Best score first; ties by category, then by path."""
    return -round(hit.score, 9), PRIORITY.get(hit.memory.category, 9), hit.memory.path


def _hit(candidate: Candidate, score: float, values: dict[str, float]) -> Hit:
    return Hit.of(candidate.memory, candidate.store, score, candidate.evidence, values, "", "", candidate.prior)
