"""The first page: what needs a decision, then what prompts got and what changed last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from starlette.responses import Response

from ..source.files import FilesSource
from ..values import Fields, LedgerEntry, Row
from ..view import View
from . import inbox, review

DAYS = 30  # of the ledger
TOP = 6


def show(view: View) -> Response:
    source = view.source
    checkup = source.checkup()
    return view.page(
        "overview.html",
        here="overview",
        **figures(source),
        candidates=inbox.candidates(source),
        checkup=checkup,
        groups=review.grouped(source, checkup),
    )


def figures(source: FilesSource, *, private: bool = True) -> Fields:
    """The figures of the page; without `private` only those of the project's own store."""
    rows = [row for row in source.rows() if private or row.own]
    broken = [item for item in source.broken() if private or item.store.kind.own]
    return {
        "total": len(rows),
        "active": sum(row.group == "active" for row in rows),
        "broken": broken,
        **_prompts(source.ledger(DAYS), rows),
        "span": DAYS,
        "empty": not rows and not broken,
        "newest": rows[:TOP],
    }


def _prompts(entries: Sequence[LedgerEntry], rows: Sequence[Row]) -> Fields:
    """A summary of the ledger."""
    given = Counter(path for entry in entries for path, _ in entry.injected)
    mine = {row.memory.path: row for row in rows}
    there = [pair for pair in given.most_common() if pair[0] in mine]
    top = [(mine[path], count) for path, count in there[:TOP]]
    return {
        "prompts": len(entries),
        "silent": sum(not (entry.injected or entry.shortlist) for entry in entries),
        "injected": sum(given.values()),
        "top": top,
    }
