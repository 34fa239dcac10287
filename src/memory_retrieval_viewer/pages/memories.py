"""The list of memories: filters, and search by the pipeline that answers agents; and retiring several at once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from urllib.parse import urlencode

from starlette.responses import Response

from memory_retrieval.core import environment
from memory_retrieval.core.clock import DAY, believed
from memory_retrieval.core.counted import counted
from memory_retrieval.core.holds import GROUPS
from memory_retrieval.core.model import CATEGORIES, Evidence, Hit

from ..present import by_count
from ..security import one
from ..source.files import FilesSource
from ..values import Fields, Row
from ..view import Note, View
from .memory import noted

PAGE = 50  # rows
HITS = 200  # hits that the filters apply to
FILTERS = ("q", "category", "state", "tag", "show", "changed", "author", "sort")
TAGS = 24  # the most frequent, as filters
AUTHORS = 40  # the most frequent, as filters
SPANS = {
    "": "Any time",
    "7": "Last 7 days",
    "30": "Last 30 days",
    "90": "Last 3 months",
    "365": "Last year",
}
OLD = "old"  # the span of what was changed over a year ago
SORTS = {
    "": "Newest first",
    "oldest": "Oldest first",
    "title": "By title",
    "created": "Newest created first",
}


def show(view: View) -> Response:
    query = _query(view)
    broken = view.source.broken()
    if query["show"] == "broken":
        return view.page("broken.html", here="memories", broken=broken)
    found, hits, how = _found(view.source, query["q"])
    rows = [row for row in found if _fits(row, query)]
    if query["show"] == "never":
        rows = _never(view.source, rows)
    of_category = [row for row in rows if query["category"] in ("", row.memory.kind)]
    kinds = Counter(row.memory.kind for row in _in_state(rows, query))
    states = Counter(row.group for row in of_category)
    chosen = _sorted(_in_state(of_category, query), query["sort"])
    page = _page(view, chosen)
    shown = [_shown(row, hits) for row in page.pop("rows")]
    return view.page(
        "memories.html",
        here="memories",
        rows=shown,
        picks=any(item["pick"] for item in shown),
        **page,
        query=query,
        **how,
        broken=len(broken),
        kinds=[(kind, kinds[kind]) for kind in _order(kinds)],
        states=[(state, states[state]) for state in GROUPS],
        all=sum(states.values()),
        tags=_tags(chosen),
        authors=_authors(found),
        spans=[*SPANS.items(), (OLD, "Over a year ago")],
        sorts=({**SORTS, "": "Best match first"} if query["q"] else SORTS).items(),
        sorted_by=SORTS[query["sort"]].lower() if query["sort"] else "best first",
        link=lambda **other: _link(query, other),
        search=query["q"],
    )


def _authors(rows: Sequence[Row]) -> list[tuple[str, str]]:
    counts = Counter(row.author for row in rows if row.author)
    return sorted((name, name) for name, _ in counts.most_common(AUTHORS))


def _in_state(rows: Sequence[Row], query: dict[str, str]) -> list[Row]:
    return [row for row in rows if query["state"] in ("all", row.group)]


def _page(view: View, chosen: Sequence[Row]) -> Fields:
    """The rows of the page that is asked for, and where they are among the chosen ones."""
    last = max(1, -(-len(chosen) // PAGE))
    number = min(_page_number(view.query.get("page", "")), last)
    start = (number - 1) * PAGE
    rows = chosen[start : start + PAGE]
    return {
        "rows": rows,
        "total": len(chosen),
        "number": number,
        "last": last,
        "first": start + 1,
    }


def retire(view: View) -> Response:
    """Retires the chosen records of one store in one write; the others stay, which the note says."""
    keys = list(dict.fromkeys(view.form.get("key", [])))
    address = one(view.form, "back")
    back = address if address.startswith("/memories?") else "/memories"
    if not keys:
        return view.to(
            back, Note("No memory is selected; tick those to retire.", good=False)
        )
    outcome, store = view.writer.retire_many(keys, one(view.form, "reason"))
    retired = "Nothing was"
    if outcome.changed:
        ids = outcome.id.split(", ")
        retired = counted(len(ids), "memory", "memories")
    return view.to(back, noted(view.writer, f"{retired} retired.", outcome, store))


def _query(view: View) -> dict[str, str]:
    """The filters of the address; what is no filter's value is left out."""
    query = {name: view.query.get(name, "").strip() for name in FILTERS}
    if query["state"] not in (*GROUPS, "all"):
        query["state"] = "all" if query["show"] else "active"
    for name, values in (("changed", (*SPANS, OLD)), ("sort", SORTS)):
        if query[name] not in values:
            query[name] = ""
    return query


def _fits(row: Row, query: dict[str, str]) -> bool:
    """Whether a row passes the filters that do not count: tag, author and time of the last change."""
    if query["tag"] and query["tag"] not in row.memory.tags:
        return False
    if query["author"] not in ("", row.author):
        return False
    now = environment.now()
    days = (now - (believed(row.memory.updated, now) or 0)) / DAY
    if query["changed"] == OLD:
        return days > 365
    return not query["changed"] or days <= int(query["changed"])


def _sorted(rows: list[Row], how: str) -> list[Row]:
    """The rows in another order than the source's (newest first), or than the search's (best first)."""
    if how == "title":
        return sorted(rows, key=lambda row: row.memory.title.casefold())
    if how == "created":
        return sorted(rows, key=lambda row: -(row.memory.created or 0))
    if how == "oldest":
        return sorted(rows, key=lambda row: row.memory.updated or 0)
    return rows


def _found(source: FilesSource, text: str) -> tuple[list[Row], dict[str, Hit], Fields]:
    """(rows best first, {key: hit}, whether the index was complete and how many hits were cut off at); without a text
    all rows."""
    if not text:
        return list(source.rows()), {}, {"complete": True, "cut": 0}
    trace = source.retrieve(text, "search", limit=HITS, retired=True)
    rows, hits = dict[str, Row](), dict[str, Hit]()
    for hit in trace.chosen:
        row = source.row_of(hit)
        if row is not None:
            rows[row.key], hits[row.key] = row, hit
    cut = HITS if len(trace.chosen) >= HITS else 0
    return list(rows.values()), hits, {"complete": trace.complete, "cut": cut}


def _never(source: FilesSource, rows: Sequence[Row]) -> list[Row]:
    """Active rows of injectable kinds that no prompt in the ledger was given."""
    given = {path for entry in source.ledger(30) for path, _ in entry.injected}
    return [row for row in rows if row.is_injectable and row.memory.path not in given]


def _shown(row: Row, hits: dict[str, Hit]) -> Fields:
    """`pick` says whether it can be chosen: only active records of the six categories are."""
    score, words = None, list[str]()
    if row.key in hits:
        hit = hits[row.key]
        score, words = hit.score, [_word(evidence) for evidence in hit.evidence[:6]]
    pick = row.memory.kind in CATEGORIES and row.memory.status == "active"
    said = row.preview or row.memory.body
    repeats = said.rstrip(".") == row.memory.title.rstrip(".")
    return {
        "row": row,
        "score": score,
        "words": words,
        "pick": pick,
        "snippet": "" if repeats else said,
    }


def _word(evidence: Evidence) -> str:
    fields = ", ".join(evidence.fields)
    return f"{evidence.term} ({fields})" if fields else evidence.term


def _order(kinds: Counter[str]) -> list[str]:
    others = sorted(kinds.keys() - set(CATEGORIES))
    return [kind for kind in (*CATEGORIES, *others) if kinds[kind]]


def _tags(rows: Sequence[Row]) -> list[tuple[str, int]]:
    counts = Counter(
        tag for row in rows for tag in row.memory.tags if tag != "untagged"
    )
    most = Counter(dict(counts.most_common(TAGS)))
    return [(tag, most[tag]) for tag in by_count(most)]


def _page_number(text: str) -> int:
    return max(1, int(text)) if re.fullmatch("[0-9]{1,7}", text) else 1


def _link(query: dict[str, str], other: Fields) -> str:
    """The address of this list with other filters; defaults are left out."""
    wanted = {**query, **other}
    defaults = {"state": "all" if wanted["show"] else "active", "page": "1"}
    kept = {
        name: value
        for name, value in wanted.items()
        if value and str(value) != defaults.get(name)
    }
    text = urlencode(kept)
    return f"/memories?{text}" if text else "/memories"
