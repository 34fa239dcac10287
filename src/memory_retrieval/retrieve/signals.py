"""The signals of a candidate: named numbers from which its score and the decision for silence are computed.

`memories why` shows each of them. None depends on the size of the store: terms are weighted by their inverse document
frequency, and scores are compared with those of the other candidates.
"""

from __future__ import annotations

from . import routine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Query
    from ..index.candidate import Candidate

VERB = 0.35  # weight in the query below which a term is a verb of instructions


class Prompt:
    """The signals of the prompt itself.

    routine  how much it is a routine instruction, 0 to 1 (routine.py)
    empty    terms that belong to the instruction and name no subject
    """

    __slots__ = ("empty", "query", "routine")

    def __init__(self, query: Query) -> None:
        self.query = query
        words = [w for w in [w.strip(".,:;!?()\"'`").lower() for w in query.text.split()[:400]] if w]
        self.routine = routine.routine_score(words)
        self.empty = (
            frozenset([t for t in query.terms if t in routine.WORDS])
            if self.routine >= routine.CERTAIN
            else frozenset()
        )


class Field:
    """The scores of all candidates of a pool, with which each is compared; in descending order, of active memories."""

    __slots__ = ("closest", "cosines", "idf", "lexicals")

    def __init__(self, candidates: list[Candidate]) -> None:
        active = [c for c in candidates if c.memory.status == "active"]
        self.lexicals = sorted([c.lexical for c in active], reverse=True)
        self.cosines = sorted([c.cosine for c in active if c.cosine is not None], reverse=True)
        self.closest = sorted([c.closest for c in active if c.closest is not None], reverse=True)
        self.idf = {e.term: e.idf for c in candidates for e in c.evidence}


def reciprocal_rank(values: list[float], value: float) -> float:
    """1 for the first of descending `values`, 1/2 for the second, and so on; 1/10 from the tenth."""
    rank = 1
    for other in values:
        if other <= value or rank > 9:
            break
        rank += 1
    return 1.0 / rank


def measure(candidate: Candidate, prompt: Prompt, field: Field) -> dict[str, float]:
    """The signals of one candidate, by name.

    coverage    share of the query that the memory contains, terms weighted by idf
    head        share of the query that its title, tags or aliases contain
    rarest      idf of the rarest term that matches, as a share of the highest
    bm25        BM25, saturated at 40, in units of 20
    of_best     BM25 as a share of the best candidate's
    cosine      of the query's vector and the memory's
    cos_best    the cosine as a share of the best candidate's
    cos_place   reciprocal rank by the cosine
    sentence    cosine of the closest sentence as a share of the best candidate's
    sent_place  reciprocal rank by the closest sentence
    stands      z-score of the cosine within the store, -1 to 6, in units of 6
    routine     of the prompt, see `Prompt`
    """
    best_lexical = field.lexicals[0] if field.lexicals else 0.0
    best_cosine = field.cosines[0] if field.cosines else 0.0
    lexical, cosine, closest = candidate.lexical, candidate.cosine or 0.0, candidate.closest or 0.0
    if prompt.empty:
        lexical = sum([e.score for e in candidate.evidence if e.term not in prompt.empty])
    coverage, title_coverage, rarest = _coverage(candidate, prompt, field.idf)
    return {
        "coverage": coverage,
        "head": title_coverage,
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


def _coverage(candidate: Candidate, prompt: Prompt, idf: dict[str, float]) -> tuple[float, float, float]:
    """(coverage, coverage by title, tags and aliases, rarest match), each 0 to 1 and weighted by idf."""
    query = prompt.query
    evidences = {e.term: e for e in candidate.evidence}
    highest = max(idf.values(), default=1.0) or 1.0
    total = matched = in_header = rarest = 0.0
    for term, weight in query.terms.items():
        evidence = evidences.get(term)
        if term in prompt.empty or (
            evidence is None and (term in query.joined or (weight < VERB and not query.enriched))
        ):
            continue  # joined forms and verbs add evidence but are not missed
        value = weight * min(idf.get(term, highest), highest)
        total += value
        if evidence is not None:
            matched += value
            rarest = max(rarest, weight * evidence.idf / highest)
            if evidence.fields != ("body",):
                in_header += value
    return (matched / total, in_header / total, rarest) if total else (0.0, 0.0, 0.0)
