"""Ranks patterns by confidence, recency and matched words. For files; a team database does the same in SQL."""

from __future__ import annotations

from ..core.clock import DAY, believed
from ..core.model import Hit
from ..core.stem import stem
from ..index.keyword import words
from ..store.reader import read_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Memory
    from .trace import Trace

CONFIDENCE, RECENCY, LEXICAL = 0.5, 0.3, 0.2  # weights of the parts of a score
FULL_DAYS = 30  # a pattern this young has recency 1.0
HALF_LIFE = 90  # days beyond FULL_DAYS in which the recency is halved
NO_CONFIDENCE = 0.5  # the value of a missing confidence


def recency(days: int | None) -> float:
    """1.0 up to FULL_DAYS, then halved every HALF_LIFE days; 0.0 for an unknown age."""
    if days is None:
        return 0.0
    return 1.0 if days <= FULL_DAYS else 0.5 ** ((days - FULL_DAYS) / HALF_LIFE)


def age_days(memory: Memory, now: int) -> int | None:
    """Whole days since the memory was learned or last updated; None where that is not known, or not believed."""
    when = believed(
        memory.updated if memory.updated is not None else memory.created, now
    )
    return None if when is None else max(0, (now - when) // DAY)


def ranked(trace: Trace, now: int) -> list[Hit]:
    """The patterns for a query, best first by their composite score, which is `prior`; `score` is their similarity.

    Over files these are the patterns that share a word with it, and the similarity is the share of its words that they
    contain; a database has computed both, and the similarity is the cosine.
    """
    if trace.stores:
        found = _of_files(trace, now)
    else:
        hits = [hit for hit in trace.chosen if hit.memory.kind == "pattern"]
        found = [
            hit.replace(score=max(0.0, hit.signals.get("cosine", 0.0))) for hit in hits
        ]
    return sorted(found, key=lambda hit: (-round(hit.prior or 0.0, 9), hit.memory.path))


def _of_files(trace: Trace, now: int) -> list[Hit]:
    asked = {stem(word) for word in words(trace.request.prompt)}
    found = []
    for store in trace.stores:
        patterns = store.replace(
            folders=tuple(folder for folder in store.folders if folder[1] == "pattern")
        )
        for _, memory, _ in read_store(patterns):
            if memory is None or memory.status != "active":
                continue
            text = "\n".join(
                (memory.title, memory.category, " ".join(memory.tags), memory.body)
            )
            matched = asked & {stem(word) for word in words(text)}
            if matched:
                share = len(matched) / len(asked)
                found.append(
                    Hit(memory, store, share, prior=_composite(memory, share, now))
                )
    return found


def _composite(memory: Memory, lexical: float, now: int) -> float:
    confidence = NO_CONFIDENCE if memory.confidence is None else memory.confidence
    return (
        CONFIDENCE * confidence
        + RECENCY * recency(age_days(memory, now))
        + LEXICAL * lexical
    )
