"""Which records a new or changed one may concern: those it repeats, contradicts, completes or settles.

The index shortlists, a small model scores, and the agent or the person who saves decides. A score changes nothing.
"""

from __future__ import annotations

from ..core import clock
from ..core.sanitize import one_line, plain_title
from ..store.reader import content_texts
from . import candidate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..core.model import Memory
    from ..index.similar import Similar
    from ..store.catalog import Entry
    from .record_store import RecordStore
    from .writable import WritableStore

LIMIT = 3
FLOOR = 0.4  # chance from which a record is named: hardly a right one is missed, and three of four news name none
# Logistic models fitted by training/fit_related.py: coverage, same category, cosine, logarithm of the store's size.
MODEL = (15.73, 5.43, 6.57, -0.2, -9.61)
MODEL_WITHOUT_COSINE = (20.79, 5.63, 0.0, -0.2, -7.45)
MAIN = {
    "session_summary": "goal",
    "decision": "decision",
    "runbook": "trigger",
    "constraint": "rule",
    "tech_debt": "description",
    "preference": "value",
}
"""The content field of each category that says what the record is about."""
SETTLED = ("tech_debt", "runbook")  # what a record of another category may make superfluous
HINTS = {candidate.OTHER_VALUE: "same topic, another value", candidate.NEAR_DUPLICATE: "says much the same"}
COVERED = 0.4  # coverage below which two texts cannot be near-duplicates
EXCERPT = 200  # characters
TERMS = 4  # shared terms that are shown


def find_related(
    store: RecordStore, entries: list[Entry], record: dict[str, Any], own: str, size: int = 0
) -> tuple[list[dict[str, Any]], dict[str, Any] | None]:
    """(up to LIMIT active records that a record may concern, best first; the one of its category to update instead).

    entries  the catalogue of the store
    own      the path of the record, whether there is a file already or not
    size     the number of records in the store, where `entries` are only some of them

    The first are {id, path, title, updated, excerpt, why, chance}, the second is as `candidate.for_new` has it.
    """
    known = candidate.settled(record)
    by_path = {entry.path: entry for entry in entries if entry.shown() and entry.id not in known and entry.path != own}
    similar = store.similar(full_text(record), gist(record), own)
    if not similar:
        nearest = candidate.for_new(store, list(by_path.values()), record)
        named = _named(store, by_path[nearest["path"]], FLOOR, "same matter") if nearest else None
        return ([named] if named else []), nearest
    ranked = [(chance(s, record["category"], size or len(entries)), s) for s in similar if s.memory.path in by_path]
    ranked.sort(key=lambda item: (-item[0], item[1].memory.path))
    compared = _compared(store, by_path, record, [s for _, s in ranked])
    found: dict[str, dict[str, Any]] = {}
    for score, s in ranked:
        hints = compared[s.memory.path]["hints"] if s.memory.path in compared else []
        if len(found) < LIMIT and (score >= FLOOR or hints):
            named = _named(store, by_path[s.memory.path], max(score, FLOOR), _why(record, s, hints))
            found.update({s.memory.path: named} if named else {})
    return list(found.values()), candidate.best([item for path, item in compared.items() if path in found])


def known_already(store: WritableStore, asked: list[tuple[str, str]], wait: float) -> dict[str, Memory]:
    """{text: the active record that it most likely concerns} of (text, category) pairs; texts without one are left out.

    wait  seconds that the index may take to catch up
    """
    found = {}
    size = sum(entry.shown() for entry in store.entries())
    each = store.similar_to_each(((text, text, "") for text, _ in asked), wait)
    for (text, category), similar in zip(asked, each):
        ranked = [(chance(s, category, size), s.memory) for s in similar if s.memory.status == "active"]
        score, best = max(ranked, key=lambda item: (item[0], item[1].path), default=(0.0, None))
        if best is not None and score >= FLOOR:
            found[text] = best
    return found


def chance(similar: Similar, category: str, size: int) -> float:
    """How likely it is that a record of `category` concerns a similar one, 0 to 1, in a store of `size` records."""
    from math import exp, log

    model = MODEL_WITHOUT_COSINE if similar.cosine is None else MODEL
    coverage, same, cosine, logarithm, base = model
    total = coverage * similar.coverage + same * (similar.memory.category == category)
    total += cosine * (similar.cosine or 0.0) + logarithm * log(max(size, 1)) + base
    return 1 / (1 + exp(-total))


def full_text(record: dict[str, Any]) -> str:
    """All words of a record."""
    return "\n".join(
        [record["title"], " ".join(record["tags"]), *(record.get("aliases") or ()), *content_texts(record["content"])]
    )


def gist(record: dict[str, Any]) -> str:
    """The title, and what the record says."""
    return "%s. %s" % (record["title"], record["content"].get(MAIN[record["category"]]) or "")


def _compared(
    store: RecordStore, by_path: dict[str, Entry], record: dict[str, Any], similar: list[Similar]
) -> dict[str, dict[str, Any]]:
    """{path: what `candidate.compare` says} of the most similar records of the same category."""
    same = [s for s in similar if s.memory.category == record["category"]][:LIMIT]
    out = {}
    for whole in (True, False):  # comparing texts word by word is what costs
        entries = [by_path[s.memory.path] for s in same if (s.coverage >= COVERED) is whole]
        out.update({item["path"]: item for item in candidate.compare(store, entries, record, {}, whole)})
    return out


def _named(store: RecordStore, entry: Entry, score: float, why: str) -> dict[str, Any] | None:
    """None when the file was changed meanwhile and is not valid any more."""
    other = store.read(entry)[0]
    if other is None:
        return None
    return {
        "id": entry.id,
        "path": store.shown(entry.path),
        "title": plain_title(entry.title),
        "updated": clock.format_time(entry.updated) if entry.updated is not None else None,
        "excerpt": one_line(str(other["content"].get(MAIN[entry.kind]) or ""), EXCERPT),
        "why": why,
        "chance": round(score, 2),
    }


def _why(record: dict[str, Any], similar: Similar, hints: list[str]) -> str:
    shared = "; in common: " + ", ".join(similar.terms[:TERMS]) if similar.terms else ""
    for code, text in HINTS.items():
        if any(hint.startswith(code) for hint in hints):
            return text + shared
    settles = record["category"] != similar.memory.category and similar.memory.category in SETTLED
    return ("same matter, which this may have settled" if settles else "same matter") + shared
