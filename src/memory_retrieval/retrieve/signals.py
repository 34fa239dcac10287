"""What a prompt is like, and what a candidate has to do with it: the named numbers on which rank and silence rest.

Every signal is a plain number that `memories why` shows. None depends on the size of the store: words count by how rare they are
in it, scores by how they compare with the best possible one.
"""

from __future__ import annotations

from . import routine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Query
    from ..index.candidate import Candidate

VERB = 0.35  # weight under which a term is a verb by which work is ordered


class Prompt:
    """What holds for a prompt as a whole.

    routine  how much it is an order about the work at hand, 0 to 1
    empty    terms of such an order that say nothing about a subject
    """

    __slots__ = ("empty", "query", "routine")

    def __init__(self, query: Query) -> None:
        self.query = query
        words = [w for w in [w.strip(".,:;!?()\"'`").lower() for w in query.text.split()[:400]] if w]
        self.routine = routine.routine(words)
        self.empty = (
            frozenset([t for t in query.terms if t in routine.WORDS])
            if self.routine >= routine.CERTAIN
            else frozenset()
        )


class Field:
    """The other candidates of a store, against which one stands out or does not."""

    __slots__ = ("closest", "cosines", "idf", "lexicals")

    def __init__(self, candidates: list[Candidate]) -> None:
        active = [c for c in candidates if c.memory.status == "active"]
        self.lexicals = sorted([c.lexical for c in active], reverse=True)
        self.cosines = sorted([c.cosine for c in active if c.cosine is not None], reverse=True)
        self.closest = sorted([c.closest for c in active if c.closest is not None], reverse=True)
        self.idf = {e.term: e.idf for c in candidates for e in c.evidence}


def reciprocal_rank(values: list[float], value: float) -> float:
    """1 for the first of descending `values`, 1/2 for the second, ..."""
    rank = 1
    for other in values:
        if other <= value or rank > 9:
            break
        rank += 1
    return 1.0 / rank


def measure(candidate: Candidate, prompt: Prompt, field: Field) -> dict[str, float]:
    """The signals of one candidate, by name."""
    best_lexical = field.lexicals[0] if field.lexicals else 0.0
    best_cosine = field.cosines[0] if field.cosines else 0.0
    lexical, cosine, closest = candidate.lexical, candidate.cosine or 0.0, candidate.closest or 0.0
    if prompt.empty:
        lexical = sum([e.score for e in candidate.evidence if e.term not in prompt.empty])
    coverage, head, rarest = _covered(candidate, prompt, field.idf)
    return {
        "coverage": coverage,
        "head": head,
        "rarest": rarest,
        "bm25": min(lexical, 40.0) / 20,
        "of_best": lexical / best_lexical if best_lexical > 0 else 0.0,
        "cosine": cosine,
        "cos_best": cosine / best_cosine if best_cosine > 0 else 0.0,
        "cos_place": reciprocal_rank(field.cosines, cosine) if candidate.cosine is not None else 0.0,
        "sentence": closest / field.closest[0] if field.closest and field.closest[0] > 0 else 0.0,
        "sent_place": reciprocal_rank(field.closest, closest) if candidate.closest is not None else 0.0,
        "stands": max(-1.0, min(candidate.cosine_z or 0.0, 6.0)) / 6,
        "routine": prompt.routine,
    }


def _covered(candidate: Candidate, prompt: Prompt, idf: dict[str, float]) -> tuple[float, float, float]:
    """(share of the query's words that the memory has, share it has in title, tags or aliases, the rarest of them); by rarity."""
    query = prompt.query
    found = {e.term: e for e in candidate.evidence}
    highest = max(idf.values(), default=1.0) or 1.0
    total = matched = head = rarest = 0.0
    for term, weight in query.terms.items():
        evidence = found.get(term)
        if term in prompt.empty or (
            evidence is None and (term in query.joined or (weight < VERB and not query.enriched))
        ):
            continue  # joined forms and verbs add evidence, they are not missed
        value = weight * min(idf.get(term, highest), highest)
        total += value
        if evidence is not None:
            matched += value
            rarest = max(rarest, weight * evidence.idf / highest)
            if evidence.fields != ("body",):
                head += value
    return (matched / total, head / total, rarest) if total else (0.0, 0.0, 0.0)
