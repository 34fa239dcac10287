"""The list of memories: filters, and search by the pipeline that answers agents; and retiring several at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from starlette.responses import Response

from memory_retrieval.core import environment
from memory_retrieval.core.clock import DAY, believed
from memory_retrieval.core.counted import counted
from memory_retrieval.core.holds import GROUPS
from memory_retrieval.core.model import CATEGORIES, Hit

from ..security import one
from ..source.files import FilesSource
from ..values import Row
from ..view import Note, View
from .memory import noted

PAGE = 50  # rows
HITS = 200  # hits that the filters apply to
STATES = (*GROUPS, "all")
FILTERS = ("q", "category", "state", "tag", "show", "changed", "author", "sort")
TAGS = 24  # the most frequent, as filters
AUTHORS = 40  # the most frequent, as filters
SPANS = {"": "Any time", "7": "Last 7 days", "30": "Last 30 days", "90": "Last 3 months", "365": "Last year"}
OLD = "old"  # the span of what was changed over a year ago
SORTS = {"": "Newest first", "oldest": "Oldest first", "title": "By title", "created": "Newest created first"}


def show(view: View) -> Response:
    query = _query(view)
    broken = view.source.broken()
    if query["show"] == "broken":
        return view.page("broken.html", here="memories", broken=broken)
    rows, hits, complete, cut = (
        _search(view.source, query["q"]) if query["q"] else (list(view.source.rows()), {}, True, False)
    )
    authors = Counter(row.author for row in rows if row.author)
    rows = [row for row in rows if _fits(row, query)]
    rows = _never(view.source, rows) if query["show"] == "never" else rows
    kinds = Counter(row.memory.kind for row in rows if _in_state(row, query["state"]))
    states = Counter(row.group for row in rows if not query["category"] or row.memory.kind == query["category"])
    chosen = [row for row in rows if _in_state(row, query["state"]) and query["category"] in ("", row.memory.kind)]
    chosen = _sorted(chosen, query["sort"])
    number, last = _page_number(view.query.get("page", "")), max(1, -(-len(chosen) // PAGE))
    number = min(number, last)
    shown = [_shown(row, hits) for row in chosen[(number - 1) * PAGE : number * PAGE]]
    return view.page(
        "memories.html",
        here="memories",
        rows=shown,
        picks=any(item["pick"] for item in shown),
        total=len(chosen),
        number=number,
        last=last,
        first=(number - 1) * PAGE + 1,
        query=query,
        complete=complete,
        cut=HITS if cut else 0,
        broken=len(broken),
        kinds=[(kind, kinds[kind]) for kind in _order(kinds)],
        states=[(state, states[state]) for state in STATES[:-1]],
        all=sum(states.values()),
        tags=_tags(chosen),
        authors=sorted((name, name) for name, _ in authors.most_common(AUTHORS)),
        spans=[*SPANS.items(), (OLD, "Over a year ago")],
        sorts=[(name, "Best match first" if query["q"] and not name else words) for name, words in SORTS.items()],
        sorted_by=SORTS[query["sort"]].lower() if query["sort"] else "best first",
        link=lambda **other: _link(query, other),
        search=query["q"],
    )


def retire(view: View) -> Response:
    """Retires the chosen records of one store in one write; the others stay, which the note says."""
    keys = list(dict.fromkeys(view.form.get("key", [])))
    back = one(view.form, "back")
    back = back if back == "/memories" or back.startswith("/memories?") else "/memories"
    if not keys:
        return view.to(back, Note("No memory is selected; tick those to retire.", good=False))
    outcome, store = view.writer.retire_many(keys, one(view.form, "reason"))
    retired = counted(len(outcome.id.split(", ")), "memory", "memories") if outcome.changed else "Nothing was"
    return view.to(back, noted(view.writer, retired + " retired.", outcome, store))


def _query(view: View) -> dict[str, str]:
    """The filters of the address; what is no filter's value is left out."""
    query = {name: view.query.get(name, "").strip() for name in FILTERS}
    query["state"] = query["state"] if query["state"] in STATES else "all" if query["show"] else "active"
    query["changed"] = query["changed"] if query["changed"] in (*SPANS, OLD) else ""
    query["sort"] = query["sort"] if query["sort"] in SORTS else ""
    return query


def _fits(row: Row, query: dict[str, str]) -> bool:
    """Whether a row passes the filters that do not count: tag, author and time of the last change."""
    if query["tag"] and query["tag"] not in row.memory.tags:
        return False
    if query["author"] not in ("", row.author):
        return False
    days = (environment.now() - (believed(row.memory.updated, environment.now()) or 0)) / DAY
    if query["changed"] == OLD:
        return days > 365
    return not query["changed"] or days <= int(query["changed"])


def _sorted(rows: list[Row], how: str) -> list[Row]:
    """The rows in another order than the source's (newest first), or than the search's (best first)."""
    if how == "title":
        return sorted(rows, key=lambda row: row.memory.title.casefold())
    if how == "created":
        return sorted(rows, key=lambda row: -(row.memory.created or 0))
    return sorted(rows, key=lambda row: row.memory.updated or 0) if how == "oldest" else rows


def _search(source: FilesSource, text: str) -> tuple[list[Row], dict[str, Hit], bool, bool]:
    """(rows best first, {key: hit}, whether the index was complete, whether there may be more hits)."""
    trace = source.retrieve(text, "search", limit=HITS, retired=True)
    pairs = [(source.row_of(hit), hit) for hit in trace.chosen]
    by_key = {row.key: (row, hit) for row, hit in pairs if row is not None}
    return (
        [row for row, _ in by_key.values()],
        {key: hit for key, (_, hit) in by_key.items()},
        trace.complete,
        len(trace.chosen) >= HITS,
    )


def _never(source: FilesSource, rows: Sequence[Row]) -> list[Row]:
    """Active rows of injectable kinds that no prompt in the ledger was given."""
    given = {path for entry in source.ledger(30) for path, _ in entry.injected}
    return [
        row
        for row in rows
        if row.group == "active" and row.memory.path not in given and row.memory.kind in (*CATEGORIES, "pattern")
    ]


def _shown(row: Row, hits: dict[str, Hit]) -> dict[str, Any]:
    """`pick` says whether it can be chosen: only active records of the six categories are."""
    hit = hits.get(row.key)
    words = (
        ["{} ({})".format(e.term, ", ".join(e.fields)) if e.fields else e.term for e in hit.evidence[:6]] if hit else []
    )
    pick = row.memory.kind in CATEGORIES and row.memory.status == "active"
    said = row.preview or row.memory.body
    said = "" if said.rstrip(".") == row.memory.title.rstrip(".") else said
    return {"row": row, "score": hit.score if hit else None, "words": words, "pick": pick, "snippet": said}


def _in_state(row: Row, state: str) -> bool:
    return state in ("all", row.group)


def _order(kinds: Counter[str]) -> list[str]:
    return [kind for kind in CATEGORIES if kinds[kind]] + sorted(set(kinds) - set(CATEGORIES))


def _tags(rows: Sequence[Row]) -> list[tuple[str, int]]:
    counts = Counter(tag for row in rows for tag in row.memory.tags if tag != "untagged")
    return sorted(counts.most_common(TAGS), key=lambda item: (-item[1], item[0]))


def _page_number(text: str) -> int:
    return max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 8 else 1


def _link(query: dict[str, str], other: dict[str, Any]) -> str:
    """The address of this list with other filters; defaults are left out."""
    wanted = {**query, **{name: str(value) for name, value in other.items()}}
    defaults = {"state": "all" if wanted["show"] else "active", "page": "1"}
    kept = {name: value for name, value in wanted.items() if value and value != defaults.get(name)}
    return "/memories" + ("?" + urlencode(kept) if kept else "")
