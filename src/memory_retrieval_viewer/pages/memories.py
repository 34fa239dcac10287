"""The list of memories: filters, and search by the pipeline that answers agents; and retiring several at once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from urllib.parse import urlencode

from starlette.responses import Response

from memory_retrieval.core.counted import counted
from memory_retrieval.core.model import CATEGORIES, Hit
from memory_retrieval.core.stem import stem

from ..security import one
from ..source.files import FilesSource
from ..values import Fields, Row
from ..view import Note, View
from .memory import noted

Rows = Sequence[Row]
Query = dict[str, str]
Hits = dict[str, Hit]
PAGE = 50  # rows
HITS = 200  # hits that the filters apply to
FILTERS = ("q", "category", "state", "from", "tag", "sort")
STATES = {"active": "Active", "out": "Off or replaced", "all": "All"}
OWN = "project"  # the place of the project's own memories in an address
SORTS = {"": "Newest first", "oldest": "Oldest first", "title": "By title"}


def show(view: View) -> Response:
    query = _query(view)
    broken = view.source.broken()
    if view.query.get("show") == "broken":
        return view.page("broken.html", here="memories", broken=broken)
    found, hits, how = _found(view.source, query["q"])
    chosen, offered = _chosen(found, query)
    page = _page(view, _sorted(chosen, query["sort"]))
    shown = [_shown(row, hits) for row in page.pop("rows")]
    waiting = view.source.checkup(begin=False).waiting
    return view.page(
        "memories.html",
        here="memories",
        rows=shown,
        against={item.key for item in waiting if item.kind == "now"},
        picks=any(item["pick"] for item in shown),
        **page,
        **offered,
        query=query,
        **how,
        broken=len(broken),
        sorts=({**SORTS, "": "Best match first"} if query["q"] else SORTS).items(),
        sorted_by=SORTS[query["sort"]].lower() if query["sort"] else "best first",
        link=lambda **other: _link(query, other),
        search=query["q"],
    )


def _chosen(found: Rows, query: Query) -> tuple[list[Row], Fields]:
    """The rows that pass the filters; and what each filter offers, with the number of rows that the others let pass."""
    rows = [row for row in found if query["tag"] in ("", *row.memory.tags)]
    places = Counter(row.place or OWN for row in rows)
    rows = [row for row in rows if query["from"] in ("", row.place or OWN)]
    in_state = [row for row in rows if _is_in(row, query["state"])]
    kinds = Counter(row.memory.kind for row in in_state)
    offered = {
        "kinds": [(kind, kinds[kind]) for kind in _order(kinds)],
        "all": len(in_state),
        "states": _states(rows),
        "places": sorted(places) if len(places) > 1 else [],
    }
    return [
        row for row in in_state if query["category"] in ("", row.memory.kind)
    ], offered


def _is_in(row: Row, state: str) -> bool:
    return state == "all" or (row.group == "active") == (state == "active")


def _states(rows: Rows) -> list[tuple[str, str, int]]:
    """(state, its name, how many)."""
    found = []
    for state, name in STATES.items():
        count = sum(_is_in(row, state) for row in rows)
        found.append((state, name, count))
    return found


def _page(view: View, chosen: Rows) -> Fields:
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
    """Retires the chosen memories of one store in one write; the others stay, which the note says."""
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


def _query(view: View) -> Query:
    """The filters of the address; what is no filter's value is left out."""
    query = {name: view.query.get(name, "").strip() for name in FILTERS}
    if query["state"] not in STATES:
        query["state"] = "active"
    if query["sort"] not in SORTS:
        query["sort"] = ""
    return query


def _sorted(rows: list[Row], how: str) -> list[Row]:
    """The rows in another order than the source's (newest first), or than the search's (best first)."""
    if how == "title":
        return sorted(rows, key=lambda row: row.memory.title.casefold())
    if how == "oldest":
        return sorted(rows, key=lambda row: row.memory.updated or 0)
    return rows


def _found(source: FilesSource, text: str) -> tuple[list[Row], Hits, Fields]:
    """(rows best first, {key: hit}, whether the index was complete and how many hits were cut off at); without a text
    all rows."""
    if not text:
        return list(source.rows()), {}, {"complete": True, "cut": 0}
    trace = source.retrieve(text, "search", limit=HITS, retired=True)
    rows: dict[str, Row] = {}
    hits: Hits = {}
    for hit in trace.chosen:
        row = source.row_of(hit)
        if row is not None:
            rows[row.key], hits[row.key] = row, hit
    cut = HITS if len(trace.chosen) >= HITS else 0
    return list(rows.values()), hits, {"complete": trace.complete, "cut": cut}


def _shown(row: Row, hits: Hits) -> Fields:
    """`pick` says whether it can be chosen: only active memories in a store that is written can."""
    hit = hits.get(row.key)
    evidence = hit.evidence[:6] if hit else ()
    said = row.preview or row.memory.body
    repeats = said.rstrip(".") == row.memory.title.rstrip(".")
    return {
        "row": row,
        "score": hit.score if hit else None,
        "words": [(one.term, ", ".join(one.fields)) for one in evidence],
        "marks": [stem(one.matched or one.term) for one in evidence],
        "pick": row.curated and row.memory.status == "active",
        "snippet": "" if repeats else said,
    }


def _order(kinds: Counter[str]) -> list[str]:
    others = sorted(kinds.keys() - set(CATEGORIES))
    return [kind for kind in (*CATEGORIES, *others) if kinds[kind]]


def _page_number(text: str) -> int:
    return max(1, int(text)) if re.fullmatch("[0-9]{1,7}", text) else 1


def _link(query: Query, other: Fields) -> str:
    """The address of this list with other filters; defaults are left out."""
    wanted = {**query, **other}
    defaults = {"state": "active", "page": "1"}
    kept = {
        name: value
        for name, value in wanted.items()
        if value and str(value) != defaults.get(name)
    }
    text = urlencode(kept)
    return f"/memories?{text}" if text else "/memories"
