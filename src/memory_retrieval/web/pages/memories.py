"""The list of memories: filters, and search by the pipeline that answers agents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from starlette.responses import Response

from ...core.model import CATEGORIES, Hit
from ..charts import meter
from ..source.protocol import Source
from ..values import Row
from ..view import View

PAGE = 50  # rows
HITS = 200  # hits that the filters apply to
STATES = ("active", "superseded", "retired", "archived", "all")
TAGS = 24  # the most frequent, as filters


def show(view: View) -> Response:
    query = {name: view.query.get(name, "").strip() for name in ("q", "category", "state", "tag", "where", "show")}
    query["state"] = query["state"] if query["state"] in STATES else "all" if query["show"] else "active"
    broken = view.source.broken()
    if query["show"] == "broken":
        return view.page("broken.html", here="memories", broken=broken)
    rows, hits, complete, cut = (
        _search(view.source, query["q"]) if query["q"] else (list(view.source.rows()), {}, True, False)
    )
    rows = [row for row in rows if not query["tag"] or query["tag"] in row.memory.tags]
    rows = [row for row in rows if query["where"] in ("", row.where)]
    rows = _never(view.source, rows) if query["show"] == "never" else rows
    kinds = Counter(row.memory.kind for row in rows if _in_state(row, query["state"]))
    states = Counter(row.state for row in rows if not query["category"] or row.memory.kind == query["category"])
    chosen = [row for row in rows if _in_state(row, query["state"]) and query["category"] in ("", row.memory.kind)]
    number, last = _page_number(view.query.get("page", "")), max(1, -(-len(chosen) // PAGE))
    number = min(number, last)
    page = view.source.with_bodies(chosen[(number - 1) * PAGE : number * PAGE])
    return view.page(
        "memories.html",
        here="memories",
        rows=[_shown(row, hits) for row in page],
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
        link=lambda **other: _link(query, other),
        search=query["q"],
    )


def _search(source: Source, text: str) -> tuple[list[Row], dict[str, Hit], bool, bool]:
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


def _never(source: Source, rows: Sequence[Row]) -> list[Row]:
    """Active rows of injectable kinds that no prompt in the ledger was given."""
    given = {path for entry in source.ledger(30) for path, _ in entry.injected}
    return [
        row
        for row in rows
        if row.state == "active" and row.memory.path not in given and row.memory.kind in (*CATEGORIES, "pattern")
    ]


def _shown(row: Row, hits: dict[str, Hit]) -> dict[str, Any]:
    hit = hits.get(row.key)
    words = ["%s (%s)" % (e.term, ", ".join(e.fields)) if e.fields else e.term for e in hit.evidence[:6]] if hit else []
    return {"row": row, "score": hit.score if hit else None, "bar": meter(hit.score) if hit else "", "words": words}


def _in_state(row: Row, state: str) -> bool:
    return state in ("all", row.state)


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
