"""Which existing record new information would change, by the points of an earlier memory plugin.

Skills written for that plugin read the keys and values. A score only proposes.
"""

from __future__ import annotations

from ..core.categories import BY_KEY
from ..core.model import JsonObject, Store
from ..index.keyword import entry_points, words
from ..store.catalog import Entry, read_entry
from .related import SAME, similar_to_each

MIN_SCORE = 3  # one tag, or a word of the title and the beginning of another
EVENTS = ("resolved", "removed", "reversed", "superseded", "deprecated")
EXCERPT = 200  # characters of a key field


def propose(
    store: Store, entries: list[Entry], category: str, text: str, event: str = ""
) -> JsonObject:
    """What to do with new information of one category, as JSON: create, or change the record with the best score.

    `similarity` is the share of the information's words that the record has, 0 to 1; 0 without a search index.
    """
    best = _best(entries, category, text)
    deletable = BY_KEY[category].deletable
    found: JsonObject = {
        "category": category,
        "candidate": None,
        "lifecycle_event": event or None,
    }
    found["delete_allowed"] = deletable
    if best is None:
        action = "NOOP" if event else "CREATE"
        return {
            **found,
            "pre_action": action,
            "structural_cud": action,
            "vetoes": [],
            "hints": [],
        }
    score, entry = best
    similar = next(similar_to_each(store, [(text, text, "")]), [])
    alike = max(
        [one.coverage for one in similar if one.memory.path == entry.path] or [0.0]
    )
    found["candidate"] = {
        "id": entry.id,
        "path": entry.path,
        "title": entry.title,
        "tags": list(entry.tags),
        "score": score,
        "similarity": round(alike, 3),
        "excerpt": _excerpt(category, read_entry(store, entry)[0] or {}),
    }
    hints, vetoes = _advice(category, entry.id, event) if event else ([], [])
    if alike >= SAME:
        hints.insert(
            0,
            f"near duplicate of {entry.id}: update it, or leave it as it is if there is nothing new",
        )
    action = "UPDATE_OR_DELETE" if deletable else "UPDATE"
    return {
        **found,
        "pre_action": None,
        "structural_cud": action,
        "vetoes": vetoes,
        "hints": hints,
    }


def _best(entries: list[Entry], category: str, text: str) -> tuple[int, Entry] | None:
    """(points, the entry with most of them, the first by path); None where none has MIN_SCORE."""
    asked, best = words(text), None
    for entry in sorted(entries, key=lambda entry: entry.path):
        if entry.kind != category or not entry.shown():
            continue
        tags = {tag.lower() for tag in entry.tags} | words(" ".join(entry.tags))
        score = entry_points(asked, words(entry.title), tags, both=False)[0]
        if score >= MIN_SCORE and (best is None or score > best[0]):
            best = score, entry
    return best


def _excerpt(category: str, record: JsonObject) -> JsonObject:
    content, changes = record.get("content") or {}, record.get("changes") or []
    fields = {}
    for key in BY_KEY[category].says:
        value = content.get(key)
        if value:
            text = value if isinstance(value, str) else "; ".join(map(str, value))
            fields[key] = text[:EXCERPT]
    return {
        "title": record.get("title"),
        "record_status": record.get("record_status") or "active",
        "tags": record.get("tags") or [],
        "last_change_summary": changes[-1].get("summary") if changes else None,
        "key_fields": fields,
    }


def _advice(category: str, id: str, event: str) -> tuple[list[str], list[str]]:
    """(hints, vetoes) about a record whose subject something happened to."""
    if BY_KEY[category].deletable:
        return [
            f"{event}: if the memory is no longer true, run `memories retire {id} --reason ...`"
        ], []
    vetoes = [f"Cannot DELETE a {category}: its history is worth keeping; update it"]
    if category == "decision" and event in ("reversed", "superseded"):
        return [f"save the new decision with supersedes: [{id!r}]"], vetoes
    return [], vetoes
