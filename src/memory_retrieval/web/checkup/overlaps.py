"""Records that say the same, or say two things of one: the comparison that saving makes, over a whole store. Standard library only.

Only records of one category that share a rare stem are compared, so that thousands take seconds.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...core.errors import RecordError
from ...core.model import CATEGORIES
from ...save import candidate
from ...save.lifecycle import records
from ...save.service import read
from ...save.writable import WritableStore
from ...store.catalog import Entry

COMMON = 12  # records from which a stem no longer brings two together
PAIRS = 20_000  # compared at most


@dataclass(frozen=True)
class Overlap:
    severity: str
    what: str
    paths: list[str]
    remedy: str


def find(place: WritableStore) -> list[Overlap]:
    """Each pair once, by path. What it says comes from `save/candidate.py`, so that a save and this page agree."""
    found = records(place)
    out = []
    for category in CATEGORIES:
        pool = [entry for entry in found if entry.kind == category and entry.shown()]
        raws = {entry.path: _raw(place, entry) for entry in pool}
        weights = candidate.rarity(pool)
        for first, second in _near(pool)[:PAIRS]:
            one, other = raws[first.path], raws[second.path]
            if one is not None and other is not None:
                out += _compared(first, second, candidate.compared(one, other, weights))
    return out


def _compared(first: Entry, second: Entry, hints: list[str]) -> list[Overlap]:
    """A contradiction counts for more than a likeness."""
    paths, ids = [first.path, second.path], (first.id, second.id)
    if any(hint.startswith("same_topic_other_value") for hint in hints):
        remedy = "if only one holds, edit it to supersede the other, or retire the other"
        return [Overlap("warning", "two things are said of one topic: %s and %s" % ids, paths, remedy)]
    if hints:
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
    """Pairs that share a stem of title or tags which few others have; those that share the most first."""
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


def _raw(place: WritableStore, entry: Entry) -> dict[str, object] | None:
    try:
        return read(place, entry)
    except RecordError:
        return None  # changed meanwhile
