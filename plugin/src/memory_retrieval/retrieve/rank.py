"""Candidates to a ranking: each memory's chance of helping, from its signals by a logistic model with named weights.

The weights were fitted over several projects (docs/decisions); they are the same for every store.
"""

from __future__ import annotations

from ..core import holds
from ..core.model import CATEGORIES, Hit
from . import signals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Memory, Query
    from ..index.candidate import SearchResult
    from .relevance import Relevance

PRIORITY = {category: number for number, category in enumerate(CATEGORIES)}


def rank(
    result: SearchResult,
    query: Query,
    relevance: Relevance,
    kind: float = 0.0,
    now: int = 0,
) -> list[Hit]:
    """Hits of all pools, best first; the candidates of one pool are compared with each other.

    `score` is the estimated chance (0 to 1) that the memory helps with this prompt, or the candidate's points where the
    relevance is not calibrated. `kind` is the log-odds by `kind.py`.
    """
    hits = []
    prompt = signals.Prompt(query, kind)
    for candidates in result.pools:
        pool = signals.Pool(candidates, now)
        for candidate in candidates:
            values: dict[str, float] = {}
            score = candidate.lexical
            if relevance.calibrated:
                values = signals.measure(candidate, prompt, pool)
                score = relevance.chance(values) * candidate.store.kind.weight
            evidence = tuple(candidate.evidence)
            hits.append(
                Hit(
                    candidate.memory,
                    candidate.store,
                    score,
                    evidence,
                    values,
                    prior=candidate.prior,
                )
            )
    hits.sort(key=sort_key)
    return hits


def sort_key(hit: Hit) -> tuple[float, int, int, str, str]:
    """Best score first; ties by category, nearest store, path, then a database's workspace: its rows come unordered."""
    memory, store = hit.memory, hit.store
    priority = PRIORITY.get(memory.category, 9)
    return (
        -round(hit.score, 9),
        priority,
        -len(store.place),
        memory.path,
        "" if store.kind.files else store.root,
    )


def with_successors(
    hits: list[Hit], known: dict[tuple[str, str], Memory], now: int
) -> list[Hit]:
    """The hits, best first, each successor with the score of the best match that it supersedes if that is higher.

    known  {(root of the store, id): memory} of the successors

    The prompt was about what the superseded memory says, in whatever words; its successor says what holds of that.
    """
    best = {hit.key: hit for hit in reversed(hits)}
    moved: dict[tuple[str, str], Hit] = {}
    for hit in hits:
        key = hit.store.home, hit.memory.superseded_by or ""
        successor = known.get(key)
        if successor is None or not holds.holds(successor, now):
            continue
        if holds.state(hit.memory, now) != "superseded":
            continue
        own = moved.get(key) or best.get(key)
        if own is None or own.score < hit.score:
            moved[key] = hit.replace(memory=successor, replaces=hit.memory.id)
    if not moved:
        return hits
    kept = [hit for hit in hits if hit.key not in moved]
    return sorted([*kept, *moved.values()], key=sort_key)
