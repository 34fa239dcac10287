"""The first page: what waits for a decision, then counts, the latest changes, and what prompts were given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from starlette.responses import Response

from memory_retrieval.core.model import CATEGORIES

from ..source.files import FilesSource
from ..values import Fields, LedgerEntry, Row
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
        waiting=[(name, KINDS[name][1], kinds[name]) for name in KINDS if kinds[name]],
    )


def figures(source: FilesSource, *, private: bool = True) -> Fields:
    """The counts of the page; without `private` only those of the project's own records."""
    rows = [row for row in source.rows() if private or not row.personal]
    broken = [
        item for item in source.broken() if private or not item.key.startswith("user/")
    ]
    active = Counter(row.memory.kind for row in rows if row.group == "active")
    states = Counter(row.group for row in rows)
    kinds = Counter(row.memory.kind for row in rows)
    names = [*CATEGORIES, *sorted(kinds.keys() - set(CATEGORIES))]
    return {
        "total": len(rows),
        "states": states,
        "broken": broken,
        "kinds": [(kind, active[kind], kinds[kind]) for kind in names if kinds[kind]],
        **_prompts(source.ledger(DAYS), rows),
        "span": DAYS,
        "empty": not rows and not broken,
        "newest": rows[:TOP],
    }


def _prompts(entries: Sequence[LedgerEntry], rows: Sequence[Row]) -> Fields:
    """A summary of the ledger."""
    given = Counter(path for entry in entries for path, _ in entry.injected)
    mine = {row.memory.path: row for row in rows}
    top = [(mine[path], count) for path, count in given.most_common() if path in mine]
    times = sorted(entry.ms for entry in entries)
    never = [row for row in rows if row.is_injectable and row.memory.path not in given]
    return {
        "prompts": len(entries),
        "silent": sum(not (entry.injected or entry.shortlist) for entry in entries),
        "injected": sum(given.values()),
        "top": top[:TOP],
        "never": len(never),
        "median": times[len(times) // 2] if times else None,
    }
