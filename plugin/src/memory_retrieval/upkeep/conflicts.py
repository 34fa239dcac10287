"""Pairs of active records that may contradict or repeat each other, over a whole store, and pairs judged to hold both.

Fields are compared as a save compares them, and texts by the search index. A pair is a suggestion, never a fault.
"""

from __future__ import annotations

import time

from ..core import environment, holds
from ..core.errors import RecordError
from ..core.model import CATEGORIES, Value
from ..save import candidate, related
from ..save.edit import Editing, revised
from ..save.writable import existing_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..save.request import SaveOutcome
    from ..save.writable import WritableStore
    from ..store.catalog import Entry

    Raw = tuple[Entry, dict[str, Any]]

COMMON = 12  # a stem in more records than this pairs none of them
PAIRS = 20_000  # comparisons of fields for each category, those that share the most first
SECONDS_OF_FIELDS = 5.0  # for all of them
SECONDS = 5.0  # for asking the index about each record, the newest first


class Conflict(Value):
    """Two active records, the newer one first.

    kind  "contradiction" (one topic, two values), "duplicate", or "same_matter": on one matter by their texts
    """

    newer: Entry
    older: Entry
    kind: str
    what: str
    remedy: str
    chance: float


def find_conflicts(store: WritableStore) -> list[Conflict]:
    """Each pair once, the surest first; pairs of which it was said that both hold are left out."""
    raws = _readable(store)
    found = {frozenset((c.newer.path, c.older.path)): c for c in _by_fields(raws)}
    for conflict in _by_text(store, raws):
        found.setdefault(frozenset((conflict.newer.path, conflict.older.path)), conflict)
    return sorted(found.values(), key=lambda c: (-c.chance, c.newer.path, c.older.path))


def both_hold(id: str, other: str, *, store: str = "project", cwd: str = "", root: str = "") -> SaveOutcome:
    """Remembers in the newer of two records that both hold; they are not named as a conflict again."""
    with Editing(existing_store(store, cwd, root), "conflicts") as edit:
        pair = [edit.find(name) for name in (id, other)]
        if pair[0].path == pair[1].path:
            raise RecordError.at("id", f"{pair[0].id} appears twice; name two different records", "same")
        newer, older = _in_time(*pair)
        before = edit.read(newer)
        if _hold(before, edit.read(older)):
            return edit.outcome("unchanged", newer, changed=False)
        held = [*(before.get("holds_with") or ()), older.id]
        edit.put(newer, revised(before, f"Holds beside {older.id}", "holds_with", holds_with=held))
        edit.batch.id = newer.id
    return edit.outcome("updated", newer, [f"{newer.id} and {older.id} no longer count as a conflict"])


def _readable(store: WritableStore) -> dict[str, Raw]:
    """{path: (entry, record)} of the records that hold: no advice replaces one of them by one that does not."""
    raws, now = {}, environment.now()
    for entry in [entry for entry in store.entries() if holds.holds(entry, now)]:
        raw = store.read(entry)[0]
        if raw is not None:  # else the file was changed meanwhile
            raws[entry.path] = (entry, raw)
    return raws


def _by_fields(raws: dict[str, Raw]) -> list[Conflict]:
    """Pairs of one category whose titles, texts or topics say so, as far as there is time."""
    end, out = time.monotonic() + SECONDS_OF_FIELDS, []
    known: dict[str, candidate.Stems] = {}
    for category in CATEGORIES:
        pool = [entry for entry, _ in raws.values() if entry.kind == category]
        weights = candidate.rarity(pool)
        for one, other in _near(pool)[:PAIRS]:
            for entry in (one, other):
                if entry.path not in known:
                    known[entry.path] = candidate.stems_of(raws[entry.path][1])
            first, second = raws[one.path][1], raws[other.path][1]
            codes, alike = candidate.compared(first, second, known[one.path], known[other.path], weights)
            if codes and not _hold(first, second):
                out.append(_compared(one, other, codes, alike))
            if time.monotonic() > end:
                return out
    return out


def _compared(one: Entry, other: Entry, codes: set[str], alike: float) -> Conflict:
    """A contradiction takes precedence over a near-duplicate."""
    newer, older = _in_time(one, other)
    ids = (newer.id, older.id)
    if candidate.OTHER_VALUE in codes:
        what, remedy = "two different statements on one topic: {} and {}".format(*ids), _remedy(*ids)
        return Conflict(newer, older, "contradiction", what, remedy, round(related.CONTRADICTION + 0.05 * alike, 3))
    remedy = "merge them into one and retire the other; " + _remedy(*ids)
    what = "two records say much the same: {} and {}".format(*ids)
    return Conflict(newer, older, "duplicate", what, remedy, round(related.DUPLICATE + 0.05 * alike, 3))


def _by_text(store: WritableStore, raws: dict[str, Raw]) -> list[Conflict]:
    """Pairs of one category whose texts are on one matter, as far as there is time."""
    end, out, size = time.monotonic() + SECONDS, [], len(store.entries())
    newest = sorted(raws.values(), key=lambda raw: (-(raw[0].updated or 0), raw[0].path))
    asked = ((related.full_text(raw), related.gist(raw), entry.path) for entry, raw in newest)
    for (entry, raw), similar in zip(newest, store.similar_to_each(asked)):
        for s in similar:
            other = raws.get(s.memory.path)
            if other is None or other[0].kind != entry.kind or _hold(raw, other[1]):
                continue
            score = related.surely(related.chance(s, entry.kind, size), raw, other[1])
            if score >= related.CERTAIN:
                newer, older = _in_time(entry, other[0])
                what = "on the same subject: {} and {}; in common: {}".format(
                    newer.id, older.id, ", ".join(s.terms[:4])
                )
                remedy, likely = _remedy(newer.id, older.id), round(score, 3)
                out.append(Conflict(newer, older, "same_matter", what, remedy, likely))
        if time.monotonic() > end:
            break
    return out


def _remedy(newer: str, older: str) -> str:
    text = "if only the newer one is true: `memories resolve %s --by %s`; if both are: `memories review %s --keep`"
    return text % (older, newer, older)


def _hold(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return other["id"] in (one.get("holds_with") or ()) or one["id"] in (other.get("holds_with") or ())


def _in_time(one: Entry, other: Entry) -> tuple[Entry, Entry]:
    """The newer one first."""
    first, second = sorted((one, other), key=lambda e: (-(e.updated or 0), e.path))
    return first, second


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
