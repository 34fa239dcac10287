"""What a pointer tells beside the memory's line in the brief: a word of the prompt that this memory alone has."""

from __future__ import annotations

from ..core import holds
from ..core.stem import stem
from ..core.tokens import tokenize
from .query import MARKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Evidence, Hit, Query

PLACES = {"aliases": "alias", "tags": "tag", "body": "text"}


def rare(hits: list[Hit], query: Query, now: int) -> frozenset[str]:
    """The words of the prompt itself, no verbs of prompts, that one alone of the memories that hold has."""
    times: dict[str, int] = {}
    for hit in hits:
        for evidence in hit.evidence if holds.holds(hit.memory, now) else ():
            times[evidence.term] = times.get(evidence.term, 0) + 1
    return frozenset(
        [term for term in times if times[term] == query.terms.get(term) == 1]
    )


def news(hit: Hit, line: str, rare: frozenset[str], text: str) -> tuple[str, ...]:
    """(where in the memory, the word as the prompt spells it); () where its `line` shows all that is rare in it.

    text  the prompt
    """
    found = [evidence for evidence in hit.evidence if evidence.term in rare]
    shown = {stem(token) for token in tokenize(line)} if found else set()
    new = [
        evidence
        for evidence in found
        if shown.isdisjoint((stem(evidence.term), evidence.matched))
    ]
    if not new:
        return ()
    best = max(new, key=lambda evidence: (evidence.idf, len(evidence.term)))
    return PLACES.get(best.fields[0], "text"), _spelled(best, text)


def _spelled(evidence: Evidence, text: str) -> str:
    for word in text.split():
        if evidence.term in tokenize(word):
            return word.strip(MARKS)
    return evidence.term
