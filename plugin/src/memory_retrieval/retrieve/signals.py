"""The signals of a candidate: named numbers from which its score and the decision for silence are computed.

`memories why` shows each of them. Most are absolute: no signal gives the first of a ranking a bonus for being first,
because every ranking has a first.
"""

from __future__ import annotations

from math import log

from ..core import holds
from ..core.categories import SESSION
from ..core.model import Value
from ..core.tokens import VERB_WEIGHT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Evidence, Query
    from ..index.candidate import Candidate

TITLED = frozenset(("title", "aliases"))
START, WORDS, RAREST, MEANING = (
    "starting point",
    "words in common",
    "the rarest of them",
    "meaning",
)
LEAD, KIND, RECORD = "how it compares", "kind of prompt", "kind of memory"
SIGNALS = {
    "bm25": (
        WORDS,
        "BM25, saturated at 40, in units of 20: rare words count more, and so do words in titles",
    ),
    "bm25_log": (WORDS, "its logarithm: the first shared words say more than the last"),
    "coverage": (
        WORDS,
        "share of the query that the memory contains, terms weighted by idf",
    ),
    "header_coverage": (
        WORDS,
        "share of the query that its title, tags or aliases contain",
    ),
    "prompt_terms": (
        WORDS,
        "logarithm of the number of terms of the query, in units of 3",
    ),
    "rarest": (
        RAREST,
        "idf of the rarest term that matches and is not `named`, as a share of the highest",
    ),
    "named": (
        WORDS,
        "1 if its title or an alias alone has an identifier, error code or version of the prompt, else 0",
    ),
    "cosine": (MEANING, "of the query's vector and the memory's"),
    "cosine_z": (MEANING, "its z-score within the store, -1 to 6, in units of 6"),
    "bm25_lead": (LEAD, "`bm25` minus that of the best other memory, -1 to 1"),
    "cosine_lead": (LEAD, "`cosine` minus that of the best other memory"),
    "kind": (KIND, "of the prompt, see `Prompt`, in units of 4"),
    "enriched": (KIND, "1 if earlier turns were added to the query, else 0"),
    "long": (
        RECORD,
        "1 if its text has several passages: the best of them has more chances to match, else 0",
    ),
    "session": (RECORD, "1 for a session summary, else 0"),
}
"""{name: (the group in which `memories why` shows it, what it measures)} of each value of `measure`.

One function computes all values: a function for each would cost every prompt a call for each signal of each candidate.
"""


class Prompt(Value):
    """What the signals need of the prompt.

    kind  log-odds that a prompt of this kind needs the project's memory (kind.py)
    """

    query: Query
    kind: float


class Pool:
    """The candidates that were found together: what each is compared with, if it holds now.

    titled  {term: how many candidates have it in the title or an alias}
    """

    __slots__ = ("cosines", "idf", "lexicals", "titled")

    def __init__(self, candidates: list[Candidate], now: int = 0) -> None:
        holding = [c for c in candidates if holds.holds(c.memory, now)]
        self.lexicals = sorted([c.lexical for c in holding], reverse=True)[:2]
        cosines = [c.cosine for c in holding if c.cosine is not None]
        self.cosines = sorted(cosines, reverse=True)[:2]
        self.idf = {e.term: e.idf for c in candidates for e in c.evidence}
        self.titled: dict[str, int] = {}
        for candidate in holding:
            for e in candidate.evidence:
                if TITLED.intersection(e.fields):
                    self.titled[e.term] = self.titled.get(e.term, 0) + 1


def measure(candidate: Candidate, prompt: Prompt, pool: Pool) -> dict[str, float]:
    """The signals of one candidate, by name."""
    query = prompt.query
    coverage, header_coverage = _coverage(candidate, query, pool.idf)
    bm25, cosine = min(candidate.lexical, 40.0) / 20, candidate.cosine or 0.0
    # the rarity of a name in code says nothing
    plain = [e for e in candidate.evidence if not _is_named(e, query, pool)]
    rarities = [e.idf * query.terms.get(e.term, 1.0) for e in plain]
    lead = bm25 - min(_best_other(pool.lexicals, candidate.lexical), 40.0) / 20
    return {
        "bm25": bm25,
        "bm25_log": log(1 + 4 * bm25),
        "bm25_lead": max(-1.0, min(1.0, lead)),
        "coverage": coverage,
        "header_coverage": header_coverage,
        "rarest": max(rarities, default=0.0)
        / (max(pool.idf.values(), default=1.0) or 1.0),
        "named": float(len(plain) < len(candidate.evidence)),
        "cosine": cosine,
        "cosine_z": max(-1.0, min(candidate.cosine_z or 0.0, 6.0)) / 6,
        "cosine_lead": cosine - _best_other(pool.cosines, cosine),
        "prompt_terms": log(1 + len(query.terms)) / 3,
        "enriched": float(query.enriched),
        "kind": max(-8.0, min(prompt.kind, 8.0)) / 4,
        "long": float(candidate.passages > 1),
        "session": float(candidate.memory.category == SESSION),
    }


def _is_named(evidence: Evidence, query: Query, pool: Pool) -> bool:
    """Whether a match is an identifier that no other candidate has in its title or aliases."""
    if evidence.term not in query.symbols or not TITLED.intersection(evidence.fields):
        return False
    return pool.titled.get(evidence.term, 0) <= 1


def _best_other(best: list[float], value: float) -> float:
    """The highest of the others, given the two highest values of a pool; 0 without others."""
    others = best[1:] if best and value >= best[0] else best
    return others[0] if others else 0.0


def _coverage(
    candidate: Candidate, query: Query, idf: dict[str, float]
) -> tuple[float, float]:
    """(coverage, coverage by title, tags and aliases), each 0 to 1 and weighted by idf."""
    evidences = {e.term: e for e in candidate.evidence}
    highest = max(idf.values(), default=1.0) or 1.0
    total = matched = in_header = 0.0
    for term, weight in query.terms.items():
        evidence = evidences.get(term)
        if evidence is None and (
            term in query.joined or (weight <= VERB_WEIGHT and not query.enriched)
        ):
            continue  # joined forms and verbs add evidence but are not missed
        value = weight * min(idf.get(term, highest), highest)
        total += value
        if evidence is not None:
            matched += value
            if evidence.fields != ("body",):
                in_header += value
    return (matched / total, in_header / total) if total else (0.0, 0.0)
