"""Which existing record new information is about: near-duplicates, and the same topic with another value.

A score only proposes. Tokens are those of retrieval, so that a save compares with what a search would find.
"""

from __future__ import annotations

from ..core.categories import BY_KEY
from ..core.stem import stem
from ..core.tokens import STOP_WORDS, tokenize
from ..store.reader import content_texts
from . import links
from .names import title_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..store.catalog import Entry
    from .writable import WritableStore

    Stems = tuple[set[str], set[str]]

MIN_SCORE = 3  # one tag, or two words of the title
TITLE, TAG, PREFIX = 2, 3, 1  # points of a match
MIN_PREFIX = 4  # characters
LOOKED_AT = 5  # entries with the best scores, whose bodies are compared
SIMILAR = 0.6  # weighted Jaccard similarity from which two texts are near-duplicates
RELATED = 0.4  # the same between the titles of two decisions about one topic
EVENTS = ("resolved", "removed", "reversed", "superseded", "deprecated")
EXCERPT = 200  # characters of a key field
NEAR_DUPLICATE, OTHER_VALUE = "near_duplicate", "same_topic_other_value"  # codes of hints


def propose(store: WritableStore, entries: list[Entry], category: str, text: str, event: str = "") -> dict[str, Any]:
    """What to do with new information of one category, as JSON: create, or change the record with the best score."""
    pool = _pool(entries, category)
    query = stems(text)
    best = _best(pool, query)[:1]
    vetoes: list[str] = []
    hints: list[str] = []
    candidate = None
    if best:
        score, entry = best[0]
        record = store.read(entry)[0] or {}
        alike = similarity(query, _record_stems(record), rarity(pool))
        candidate = {
            "id": entry.id,
            "path": entry.path,
            "title": entry.title,
            "tags": list(entry.tags),
            "score": score,
            "similarity": round(alike, 3),
            "excerpt": _excerpt(record),
        }
        if alike >= SIMILAR:
            hints.append(f"near duplicate of {entry.id}: update it, or leave it as it is if there is nothing new")
    pre, structural = _action(category, candidate, event, vetoes, hints)
    return {
        "category": category,
        "candidate": candidate,
        "lifecycle_event": event or None,
        "delete_allowed": BY_KEY[category].deletable,
        "pre_action": pre,
        "structural_cud": structural,
        "vetoes": vetoes,
        "hints": hints,
    }


def nearest(store: WritableStore, entries: list[Entry], record: dict[str, Any]) -> tuple[Entry, set[str]] | None:
    """(the most similar of `entries`, how the two overlap); None when none reaches MIN_SCORE or overlaps.

    For stores without an index.
    """
    pool = [entry for entry in _pool(entries, record["category"]) if entry.id not in settled(record)]
    tags = [tag for tag in record["tags"] if tag != "untagged"]
    topic = stems(" ".join([record["title"], *tags, str(record["content"].get("topic") or "")]))
    mine, weights = stems_of(record), rarity(pool)
    worth = []
    for score, entry in _best(pool, topic, least=1)[:LOOKED_AT]:
        raw = store.read(entry)[0]
        if raw is not None:
            codes, alike = compared(record, raw, mine, stems_of(raw), weights)
            if codes or score >= MIN_SCORE:
                worth.append((-len(codes), -alike, -score, entry.path, entry, codes))
    return min(worth, key=lambda item: item[:4])[4:] if worth else None


def settled(record: dict[str, Any]) -> set[str]:
    """The record itself, and those about which its links say what is to be done: nothing."""
    return {record["id"], *links.older(record), *links.older(record, "holds_with")}


def similarity(first: set[str], second: set[str], weights: dict[str, float]) -> float:
    """Weighted Jaccard of two sets of stems, 0 to 1; rare words count more."""
    top = max(weights.values(), default=1.0)
    union = sum(weights.get(s, top) for s in first | second)
    return sum(weights.get(s, top) for s in first & second) / union if union else 0.0


def compared(
    record: dict[str, Any], other: dict[str, Any], mine: Stems, theirs: Stems, weights: dict[str, float]
) -> tuple[set[str], float]:
    """({NEAR_DUPLICATE, OTHER_VALUE}, or one of them, or none; how similar two records of one category are, 0 to 1).

    mine, theirs  what `stems_of` makes of the two: whoever compares many pairs computes them once
    """
    titles = similarity(mine[0], theirs[0], weights)
    alike = max(similarity(mine[1], theirs[1], weights) if mine[1] else 0.0, titles * 0.9)
    codes = {NEAR_DUPLICATE} if alike >= SIMILAR else set()
    said = BY_KEY[record["category"]].says[0]
    one, two = [content.get(said) or "" for content in (record["content"], other["content"])]  # "" in incomplete ones
    if record["category"] == "preference" and one != two:
        topics = [title_key(content.get("topic") or "") for content in (record["content"], other["content"])]
        same_topic = topics[0] == topics[1] != ""
    else:
        other_choice = record["category"] == "decision" and one != two and not codes
        same_topic = other_choice and similarity(mine[0], theirs[0], {}) >= RELATED
    return codes | {OTHER_VALUE} if same_topic else codes, max(alike, titles)


def stems_of(record: dict[str, Any], *, whole: bool = True) -> Stems:
    """The stems of a record's title, and of all its text unless only titles and topics are to be compared."""
    return stems(record["title"]), _record_stems(record) if whole else set()


def rarity(pool: list[Entry]) -> dict[str, float]:
    """The weight of each stem in the titles and tags of `pool`: the inverse square root of its document frequency."""
    counts: dict[str, int] = {}
    for entry in pool:
        for word in set((entry.head[0] + " " + entry.head[1]).split()):
            counts[word] = counts.get(word, 0) + 1
    # The "" stands for stems without a count, which weigh most. A logarithm would cost the import of `math`.
    return {"": 1.0, **{word: n**-0.5 for word, n in counts.items()}}


def _pool(entries: list[Entry], category: str) -> list[Entry]:
    return [entry for entry in entries if entry.kind == category and entry.shown()]


def stems(text: str) -> set[str]:
    return {stem(token) for token in tokenize(text) if token not in STOP_WORDS}


def _best(pool: list[Entry], query: set[str], least: int = MIN_SCORE) -> list[tuple[int, Entry]]:
    """(points, entry), best first, ties by path."""
    starts: dict[str, list[str]] = {}
    for word in query:
        if len(word) >= MIN_PREFIX:
            starts.setdefault(word[:MIN_PREFIX], []).append(word)
    scored = [(_score(entry, query, starts), entry) for entry in pool]
    return sorted([item for item in scored if item[0] >= least], key=lambda item: (-item[0], item[1].path))


def _score(entry: Entry, query: set[str], starts: dict[str, list[str]]) -> int:
    title, tags = set(entry.head[0].split()), set(entry.head[1].split())
    score = TITLE * len(title & query) + TAG * len(tags & query)
    for word in (title | tags) - query:
        near = starts.get(word[:MIN_PREFIX], ())
        score += PREFIX * any(word.startswith(other) or other.startswith(word) for other in near)
    return score


def _record_stems(record: dict[str, Any]) -> set[str]:
    return stems(" ".join([str(record.get("title") or ""), *content_texts(record.get("content"))]))


def _excerpt(record: dict[str, Any]) -> dict[str, Any]:
    content, changes = record.get("content") or {}, record.get("changes") or []
    fields = {}
    for key in BY_KEY[record["category"]].says:
        value = content.get(key)
        if value:
            fields[key] = (value if isinstance(value, str) else "; ".join(str(v) for v in value))[:EXCERPT]
    return {
        "title": record.get("title"),
        "record_status": record.get("record_status") or "active",
        "tags": record.get("tags") or [],
        "last_change_summary": changes[-1].get("summary") if changes else None,
        "key_fields": fields,
    }


def _action(
    category: str, candidate: dict[str, Any] | None, event: str, vetoes: list[str], hints: list[str]
) -> tuple[str | None, str]:
    """(pre_action, structural_cud). Skills written for an earlier memory plugin read these keys and values."""
    if candidate is None:
        return ("NOOP", "NOOP") if event else ("CREATE", "CREATE")
    if BY_KEY[category].deletable:
        if event:
            hints.append(
                "{}: if the record is no longer true, run `memories retire {} --reason ...`".format(
                    event, candidate["id"]
                )
            )
        return None, "UPDATE_OR_DELETE"
    if event:
        vetoes.append(f"Cannot DELETE a {category}: its history is worth keeping; update it")
        if category == "decision" and event in ("reversed", "superseded"):
            hints.append("save the new decision with supersedes: [{!r}]".format(candidate["id"]))
    return None, "UPDATE"
