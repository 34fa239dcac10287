"""Candidates to a ranking: each memory's chance of helping, from its signals by a logistic model with named weights.

The weights were fitted over several projects (docs/decisions); they are the same for every store.
"""

from __future__ import annotations

from ..core.model import CATEGORIES, Hit
from . import signals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Query
    from ..index.candidate import Candidate, SearchResult
    from .relevance import Relevance

SCOPES = {"user": 0.98, "team": 0.96}  # on equal evidence the project's own memory comes first, then the user's
PRIORITY = {category: number for number, category in enumerate(CATEGORIES)}


def rank(result: SearchResult, query: Query, relevance: Relevance, kind: float = 0.0, now: int = 0) -> list[Hit]:
    """Hits of all pools, best first; the candidates of one pool are compared with each other.

    `score` is the estimated chance (0 to 1) that the memory helps with this prompt, or the candidate's points where the
    relevance is not calibrated. `kind` is the log-odds by `kind.py`.
    """
    hits = []
    prompt = signals.Prompt(query, kind)
    for candidates in result.pools:
        pool = signals.Pool(candidates, result.total, now)
        for candidate in candidates:
            values: dict[str, float] = {}
            score = candidate.lexical
            if relevance.calibrated:
                values = signals.measure(candidate, prompt, pool)
                score = relevance.chance(values) * SCOPES.get(candidate.store.scope, 1.0)
            hits.append(_hit(candidate, score, values))
    hits.sort(key=sort_key)
    return hits


def sort_key(hit: Hit) -> tuple[float, int, str, str]:
    """Best score first; ties by category, by path, then by a database's workspace: its rows come in no order."""
    workspace = hit.store.root if hit.store.scope == "database" else ""
    return -round(hit.score, 9), PRIORITY.get(hit.memory.category, 9), hit.memory.path, workspace


def _hit(candidate: Candidate, score: float, values: dict[str, float]) -> Hit:
    return Hit(candidate.memory, candidate.store, score, candidate.evidence, values, "", "", candidate.prior, "")
