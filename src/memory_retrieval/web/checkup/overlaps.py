"""Near-duplicates and contradictions: the comparison that a save makes, over a whole store. Standard library only.

Compares only records of one category that share a rare stem, so that thousands take seconds.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...core.errors import RecordError
from ...core.model import CATEGORIES
from ...save import candidate
from ...save.service import read
from ...save.writable import WritableStore
from ...store.catalog import Entry

COMMON = 12  # a stem in more records than this pairs none of them
PAIRS = 20_000  # comparisons for each category


@dataclass(frozen=True)
class Overlap:
    severity: str
    what: str
    paths: list[str]
    remedy: str


def find(store: WritableStore) -> list[Overlap]:
    """Each pair once. `save/candidate.py` compares them, so that a save and this page agree."""
    entries = store.entries()
    out = []
    for category in CATEGORIES:
        pool = [entry for entry in entries if entry.kind == category and entry.shown()]
        raws = {entry.path: _raw(store, entry) for entry in pool}
        weights = candidate.rarity(pool)
        for first, second in _near(pool)[:PAIRS]:
            one, other = raws[first.path], raws[second.path]
            if one is not None and other is not None:
                out += _compared(first, second, candidate.compared(one, other, weights))
    return out


def _compared(first: Entry, second: Entry, relations: set[str]) -> list[Overlap]:
    """A contradiction takes precedence over a near-duplicate."""
    paths, ids = [first.path, second.path], (first.id, second.id)
    if candidate.OTHER_VALUE in relations:
        remedy = "if only one holds, edit it to supersede the other, or retire the other"
        return [Overlap("warning", "two things are said of one topic: %s and %s" % ids, paths, remedy)]
    if candidate.NEAR_DUPLICATE in relations:
        return [
            Overlap(
                "info",
                "much the same is said twice: %s and %s" % ids,
                paths,
                "put them together in one, and retire the other",
            )
        ]
    return []


def _near(pool: list[Entry]) -> list[tuple[Entry, Entry]]:
    """Pairs that share a rare stem of title or tags, those that share the most first."""
    by_stem: dict[str, list[int]] = {}
    for number, entry in enumerate(pool):
        for word in set(" ".join(entry.head[:2]).split()):
            by_stem.setdefault(word, []).append(number)
    shared: dict[tuple[int, int], int] = {}
    for numbers in by_stem.values():
        if len(numbers) <= COMMON:
            for i, first in enumerate(numbers):
                for second in numbers[i + 1 :]:
                    shared[first, second] = shared.get((first, second), 0) + 1
    pairs = sorted(shared, key=lambda pair: (-shared[pair], pair))
    return [(pool[first], pool[second]) for first, second in pairs]


def _raw(store: WritableStore, entry: Entry) -> dict[str, object] | None:
    try:
        return read(store, entry)
    except RecordError:
        return None  # the file was changed meanwhile
