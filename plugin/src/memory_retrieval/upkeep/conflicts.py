"""Pairs of active records that may contradict or repeat each other, over a whole store, and pairs judged to be right.

The search index proposes the pairs, and a save judges them the same way. A pair is a suggestion, never a fault.
"""

from __future__ import annotations

import time

from ..core import environment, holds
from ..core.errors import RecordError
from ..core.model import Record, Store, Value
from ..save import related
from ..save.edit import Editing, revised
from ..save.related import similar_to_each
from ..store import catalog
from ..store.catalog import Entry, read_entry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..index.similar import Similar
    from ..save.request import SaveOutcome
    from ..store.place import Place

    Raw = tuple[Entry, Record]

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


def find_conflicts(
    store: Store, records: dict[str, Raw] | None = None
) -> list[Conflict]:
    """Each pair once, the surest first, as far as there is time; not those of which it was said that both hold.

    records  {path: (entry, record)} where the caller has read them
    """
    raws, size = (
        _holding(shown_records(store) if records is None else records),
        len(catalog.entries(store)),
    )
    newest = sorted(raws.values(), key=lambda raw: _newest_first(raw[0]))
    asked = (
        (related.full_text(record), related.gist(record), entry.path)
        for entry, record in newest
    )
    end = time.monotonic() + SECONDS
    found: dict[frozenset[str], Conflict] = {}
    for raw, each in zip(newest, similar_to_each(store, asked)):
        for similar in each:
            pair = frozenset((raw[0].path, similar.memory.path))
            other = raws.get(similar.memory.path)
            if other is None or pair in found or other[0].kind != raw[0].kind:
                continue
            conflict = _compared(raw, other, similar, size)
            if conflict.chance >= related.CERTAIN and not _hold(raw[1], other[1]):
                found[pair] = conflict
        if time.monotonic() > end:
            break
    return sorted(found.values(), key=lambda c: (-c.chance, c.newer.path, c.older.path))


def both_hold(place: Place, id: str, other: str) -> SaveOutcome:
    """Remembers in the newer of two records that both hold; they are not named as a conflict again."""
    with Editing(place, "conflicts") as edit:
        pair = [edit.find(name) for name in (id, other)]
        if pair[0].path == pair[1].path:
            raise RecordError.at(
                "id", f"{pair[0].id} appears twice; name two different memories", "same"
            )
        newer, older = sorted(pair, key=_newest_first)
        before = edit.read(newer)
        if _hold(before, edit.read(older)):
            return edit.outcome("unchanged", newer, changed=False)
        held = [*(before.get("holds_with") or ()), older.id]
        edit.put(
            newer,
            revised(before, f"Holds beside {older.id}", "holds_with", holds_with=held),
        )
        edit.batch.id = newer.id
    return edit.outcome(
        "updated", newer, [f"{newer.id} and {older.id} no longer count as a conflict"]
    )


def shown_records(store: Store) -> dict[str, Raw]:
    """{path: (entry, record)} of the records in use, those that expired included."""
    raws = (
        (entry, read_entry(store, entry)[0])
        for entry in catalog.entries(store)
        if entry.shown()
    )
    return {
        entry.path: (entry, raw) for entry, raw in raws if raw is not None
    }  # else the file was changed meanwhile


def _holding(records: dict[str, Raw]) -> dict[str, Raw]:
    """Those that hold: no advice replaces one of them by one that does not."""
    now = environment.now()
    return {path: raw for path, raw in records.items() if holds.holds(raw[0], now)}


def _compared(raw: Raw, other: Raw, similar: Similar, size: int) -> Conflict:
    chance = related.chance(similar, raw[0].kind, size)
    overlap, chance = related.judged(similar, raw[1], other[1], chance)
    newer, older = sorted((raw[0], other[0]), key=_newest_first)
    pair, remedy = f"{newer.id} and {older.id}", _remedy(newer.id, older.id)
    if overlap == related.OTHER_VALUE:
        kind, what = "contradiction", f"two different statements on one topic: {pair}"
    elif overlap == related.REPEAT:
        kind, what = "duplicate", f"two memories say much the same: {pair}"
        remedy = f"merge them into one and retire the other; {remedy}"
    else:
        kind, what = (
            "same_matter",
            f"on the same subject: {pair}; in common: " + ", ".join(similar.terms[:4]),
        )
    return Conflict(newer, older, kind, what, remedy, round(chance, 3))


def _remedy(newer: str, older: str) -> str:
    replace, keep = (
        f"memories replace {older} --by {newer}",
        f"memories review {older} --keep",
    )
    return f"if only the newer one is true: `{replace}`; if both are: `{keep}`"


def _hold(one: Record, other: Record) -> bool:
    return any(
        a["id"] in (b.get("holds_with") or ()) for a, b in ((one, other), (other, one))
    )


def _newest_first(entry: Entry) -> tuple[int, str]:
    return -(entry.updated or 0), entry.path
