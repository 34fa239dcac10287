"""Which records a new or changed one may concern: those it repeats, contradicts, completes or settles.

The index shortlists, a small model scores, and the agent or the person who saves decides. A score changes nothing.
"""

from __future__ import annotations

from ..core import clock
from ..core.categories import BY_KEY, TABLE
from ..core.instructions import spoken, spoken_title
from ..store.reader import content_texts
from ..store.schema import INCOMPLETE
from . import candidate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..core.model import Memory
    from ..index.similar import Similar
    from ..store.catalog import Entry
    from .writable import WritableStore

LIMIT = 3
FLOOR = 0.4  # chance from which a record is named: hardly a right one is missed, and three of four news name none
SAVED, MEANWHILE = 0.1, 0.02  # the same for a record written in the session in which a text was said, in that turn
# The floor for a sentence, for any record has a larger share of its few words; and what another category is worth.
OF_A_SENTENCE = 0.7, 0.4
# Logistic models fitted by lab/training/fit_related.py: coverage, same category, cosine, logarithm of the store's size.
MODEL = (15.73, 5.43, 6.57, -0.2, -9.61)
MODEL_WITHOUT_COSINE = (20.79, 5.63, 0.0, -0.2, -7.45)
STATED = "Stated in "  # how the reason begins that an import gives: the file's name follows
MAIN = {category.key: category.says[0] for category in TABLE}
"""The content field of each category that says what the record is about."""
CERTAIN = 0.75  # chance from which two records are on one matter: those of ordinary projects seldom reach it
SHARED = 2  # stems that two records on one matter both state
CONTRADICTION, DUPLICATE = 0.95, 0.9  # least chance by fields; that of a pair on one matter is below both
HINTS = {
    candidate.OTHER_VALUE: ("same topic, another value", CONTRADICTION),
    candidate.NEAR_DUPLICATE: ("says much the same", DUPLICATE),
}
COVERED = 0.4  # coverage below which two texts cannot be near-duplicates
EXCERPT = 200  # characters
TERMS = 4  # shared terms that are shown


def find_related(
    store: WritableStore, entries: list[Entry], record: dict[str, Any], own: str, size: int = 0
) -> list[dict[str, Any]]:
    """Up to LIMIT active records that a record may concern, the likeliest first.

    entries  the catalogue of the store
    own      the path of the record, whether there is a file already or not
    size     the number of records in the store, where `entries` are only some of them

    Each is {id, path, title, updated, excerpt, why, chance}. Those of its category with a chance of at least CERTAIN
    are the ones that `review` lists with it.
    """
    known = candidate.settled(record)
    by_path = {entry.path: entry for entry in entries if entry.shown() and entry.id not in known and entry.path != own}
    similar = store.similar(full_text(record), gist(record), own)
    if not similar:
        nearest = candidate.nearest(store, list(by_path.values()), record)
        named = _named(store, nearest[0], record, FLOOR, nearest[1], ()) if nearest else None
        return [named] if named else []
    floor, other = OF_A_SENTENCE if record.get(INCOMPLETE) else (FLOOR, 0.0)
    size, category = size or len(entries), record["category"]
    ranked = [(chance(s, category, size, other), s) for s in similar if s.memory.path in by_path]
    ranked.sort(key=lambda item: (-item[0], item[1].memory.path))
    same = [s for _, s in ranked if s.memory.category == category][:LIMIT]
    overlaps = {s.memory.path: _overlap(store, by_path[s.memory.path], record, s) for s in same}
    found: list[dict[str, Any]] = []
    for score, s in ranked:
        codes = overlaps.get(s.memory.path, set())
        if len(found) < LIMIT and (score >= floor or codes):
            named = _named(store, by_path[s.memory.path], record, score, codes, s.terms)
            found += [named] if named else []
    return sorted(found, key=lambda item: -item["chance"])


def concerned(
    store: WritableStore, asked: list[tuple[str, str, int, int]], since: float, wait: float
) -> dict[str, tuple[Memory, bool]]:
    """{text: (the active record that it most likely concerns, whether that was written since a time)}.

    asked  (text, category, from when to when it was said); texts without such a record are left out
    since  when the session began. A record that was written in it needs less to count as what was said, and one
           that was written in the same turn counts as the likeliest of what was said there, however different the words
    wait   seconds that the index may take to catch up

    Points of time are seconds since 1970.
    """
    size = sum(entry.shown() for entry in store.entries())
    each = store.similar_to_each(((text, text, "") for text, *_ in asked), wait)
    found: dict[str, tuple[Memory, bool]] = {}
    claims: list[tuple[float, str, Memory]] = []  # of records on what was said in the turn in which they were written
    for (text, category, start, end), similar in zip(asked, each):
        likely = [(chance(s, category, size), s.memory) for s in similar if s.memory.status == "active"]
        own = [(score, memory) for score, memory in likely if (memory.updated or 0) >= since]
        claims += [(score, text, memory) for score, memory in own if start <= (memory.updated or 0) <= end]
        saved = _likeliest(own)
        best = saved if saved[0] >= SAVED else _likeliest(likely)
        if best[1] is not None and best[0] >= (SAVED if best is saved else FLOOR):
            found[text] = (best[1], best is saved)
    return {**found, **_claimed(claims, {memory.path for memory, own in found.values() if own})}


def _likeliest(scored: list[tuple[float, Memory]]) -> tuple[float, Memory | None]:
    return max(scored, key=lambda item: (item[0], item[1].path), default=(0.0, None))


def _claimed(claims: list[tuple[float, str, Memory]], taken: set[str]) -> dict[str, tuple[Memory, bool]]:
    """{text: (record, True)}: a record that nothing surely concerns is taken for the likeliest text of its turn."""
    found: dict[str, tuple[Memory, bool]] = {}
    for score, text, memory in sorted(claims, key=lambda claim: (-claim[0], claim[1], claim[2].path)):
        if text not in found and (score >= MEANWHILE or memory.path not in taken):
            found[text] = (memory, True)
            taken.add(memory.path)
    return found


def chance(similar: Similar, category: str, size: int, other: float = 0.0) -> float:
    """How likely it is that a record of `category` concerns a similar one, 0 to 1, in a store of `size` records.

    other  what a similar one of another category is worth, where the category is often a guess
    """
    from math import exp, log

    model = MODEL_WITHOUT_COSINE if similar.cosine is None else MODEL
    coverage, same, cosine, logarithm, base = model
    total = coverage * similar.coverage + same * (similar.memory.category == category or other)
    total += cosine * (similar.cosine or 0.0) + logarithm * log(max(size, 1)) + base
    return 1 / (1 + exp(-total))


def surely(score: float, record: dict[str, Any], other: dict[str, Any]) -> float:
    """The chance that two records of one category are on one matter, given `chance`: below CERTAIN unless they say so.

    Tags and phrases such as "as CLAUDE.md says" put no two records on one subject: title, aliases and statement count.
    """
    texts = [" ".join([gist(raw), *(raw.get("aliases") or ())]) for raw in (record, other)]
    shared = candidate.stems(texts[0]) & candidate.stems(texts[1])
    return min(score, (DUPLICATE if len(shared) >= SHARED else CERTAIN) - 0.01)


def full_text(record: dict[str, Any]) -> str:
    """All words of a record. `untagged` and the place that an import states say nothing of it."""
    tags = " ".join([tag for tag in record["tags"] if tag != "untagged"])
    said = [text for text in content_texts(record["content"]) if not text.startswith(STATED)]
    return "\n".join([record["title"], tags, *(record.get("aliases") or ()), *said])


def gist(record: dict[str, Any]) -> str:
    """The title, and what the record says."""
    return "{}. {}".format(record["title"], record["content"].get(MAIN[record["category"]]) or "")


def _overlap(store: WritableStore, entry: Entry, record: dict[str, Any], similar: Similar) -> set[str]:
    """How a record overlaps with one of its category, in codes of HINTS; comparing texts word by word is what costs."""
    other, whole = store.read(entry)[0], similar.coverage >= COVERED
    if other is None:
        return set()
    mine, theirs = candidate.stems_of(record, whole=whole), candidate.stems_of(other, whole=whole)
    return candidate.compared(record, other, mine, theirs, {})[0]


def _named(
    store: WritableStore, entry: Entry, record: dict[str, Any], score: float, codes: set[str], terms: Sequence[str]
) -> dict[str, Any] | None:
    """None when the file was changed meanwhile and is not valid any more."""
    other = store.read(entry)[0]
    if other is None:
        return None
    found = [code for code in HINTS if code in codes]
    likely = surely(score, record, other) if entry.kind == record["category"] else score
    return {
        "id": entry.id,
        "path": store.shown(entry.path),
        "title": spoken_title(entry.title),
        "updated": clock.format_time(entry.updated) if entry.updated is not None else None,
        "excerpt": spoken(str(other["content"].get(MAIN[entry.kind]) or ""), EXCERPT),
        "why": _why(record, entry, found, terms),
        "chance": round(max([likely, FLOOR, *(HINTS[code][1] for code in found)]), 2),
    }


def _why(record: dict[str, Any], entry: Entry, found: list[str], terms: Sequence[str]) -> str:
    settles = record["category"] != entry.kind and BY_KEY[entry.kind].moot
    matter = HINTS[found[0]][0] if found else "same matter, which this may have settled" if settles else "same matter"
    return matter + ("; in common: " + ", ".join(terms[:TERMS]) if terms else "")
