"""Ranks patterns by confidence, recency and matched words. For files; a team database does the same in SQL."""

from __future__ import annotations

from ..core import holds
from ..core.clock import DAY, believed
from ..core.stem import stem
from ..index.keyword import words
from ..store.reader import read_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Memory, Store

CONFIDENCE, RECENCY, LEXICAL = 0.5, 0.3, 0.2  # weights of the parts of a score
FULL_DAYS = 30  # a pattern this young has recency 1.0
HALF_LIFE = 90  # days beyond FULL_DAYS in which the recency is halved
NO_CONFIDENCE = 0.5  # the value of a missing confidence


class Scored:
    """A pattern with its composite score and the parts of it, each 0 to 1; `days` is its age."""

    __slots__ = ("composite", "days", "lexical", "memory", "recency", "store")

    def __init__(self, memory: Memory, store: Store, lexical: float, days: int | None) -> None:
        self.memory, self.store, self.lexical, self.days = memory, store, lexical, days
        self.recency = recency(days)
        confidence = NO_CONFIDENCE if memory.confidence is None else memory.confidence
        self.composite = CONFIDENCE * confidence + RECENCY * self.recency + LEXICAL * lexical


def recency(days: int | None) -> float:
    """1.0 up to FULL_DAYS, then halved every HALF_LIFE days; 0.0 for an unknown age."""
    if days is None:
        return 0.0
    return 1.0 if days <= FULL_DAYS else 0.5 ** ((days - FULL_DAYS) / HALF_LIFE)


def age_days(memory: Memory, now: int) -> int | None:
    """Whole days since the memory was learned or last updated; None where that is not known, or not believed."""
    when = believed(memory.updated if memory.updated is not None else memory.created, now)
    return None if when is None else max(0, (now - when) // DAY)


def rank_patterns(query: str, stores: list[Store], now: int, include_retired: bool = False) -> tuple[list[Scored], int]:
    """(patterns that share a word with the query, best first; how many were compared)."""
    asked = {stem(word) for word in words(query)}
    found, compared = [], 0
    for store in stores:
        for _, memory, _ in read_store(store.replace(folders=tuple(f for f in store.folders if f[1] == "pattern"))):
            if memory is None or (memory.status != "active" and not include_retired):
                continue
            compared += 1
            text = "\n".join((memory.title, memory.category, " ".join(memory.tags), memory.body))
            matched = asked & {stem(word) for word in words(text)}
            if matched:
                found.append(Scored(memory, store, len(matched) / len(asked), age_days(memory, now)))
    found.sort(key=lambda s: (-round(s.composite, 9), s.memory.path))
    return found, compared
