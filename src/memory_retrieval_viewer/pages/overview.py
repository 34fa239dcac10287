"""The first page: what waits for a decision, then counts, the latest changes, and what prompts were given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from starlette.responses import Response

from memory_retrieval.core.model import CATEGORIES

from ..source.files import FilesSource
from ..values import LedgerEntry, Row
from ..view import View
from .review import KINDS

DAYS = 30  # of the ledger
TOP = 5


def show(view: View) -> Response:
    source = view.source
    checkup = source.checkup()
    kinds = Counter(item.kind for item in checkup.records)
    return view.page(
        "overview.html",
        here="overview",
        **figures(source),
        candidates=len(source.candidates()),
        checkup=checkup,
        waiting=[(name, words, kinds[name]) for name, (_, words, _) in KINDS.items() if kinds[name]],
    )


def figures(source: FilesSource, *, private: bool = True) -> dict[str, Any]:
    """The counts of the page; without `private` only those of the project's own records."""
    rows = [row for row in source.rows() if private or row.scope != "user"]
    broken = [item for item in source.broken() if private or not item.key.startswith("user/")]
    counts = Counter((row.memory.kind, row.group) for row in rows)
    states: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for (kind, state), number in counts.items():
        states[state] += number
        kinds[kind] += number
    names = [*CATEGORIES, *sorted(kinds.keys() - set(CATEGORIES))]
    return {
        "total": sum(counts.values()),
        "states": states,
        "broken": broken,
        "kinds": [(kind, counts[kind, "active"], kinds[kind]) for kind in names if kinds[kind]],
        **_prompts(source.ledger(DAYS), rows),
        "span": DAYS,
        "empty": not rows and not broken,
        "newest": rows[:TOP],
    }


def _prompts(entries: Sequence[LedgerEntry], rows: Sequence[Row]) -> dict[str, Any]:
    """A summary of the ledger."""
    given = Counter(path for entry in entries for path, _ in entry.injected)
    mine = {row.memory.path: row for row in rows}
    top = [(mine[path], n) for path, n in given.most_common() if path in mine][:TOP]
    times = sorted(entry.ms for entry in entries)
    kinds = {*CATEGORIES, "pattern"}
    never = sum(
        1 for row in rows if row.group == "active" and row.memory.kind in kinds and row.memory.path not in given
    )
    return {
        "prompts": len(entries),
        "silent": sum(not (entry.injected or entry.shortlist) for entry in entries),
        "injected": sum(given.values()),
        "top": top,
        "never": never,
        "median": times[len(times) // 2] if times else None,
    }
