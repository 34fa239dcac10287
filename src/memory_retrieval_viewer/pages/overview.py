"""The first page: records by category, growth, age, and what prompts were given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from starlette.responses import Response

from memory_retrieval.core import config
from memory_retrieval.core.clock import DAY, format_time
from memory_retrieval.core.holds import GROUPS
from memory_retrieval.core.model import CATEGORIES

from .. import charts
from ..security import one
from ..source.protocol import Source
from ..values import LedgerEntry, Row
from ..view import View

MONTHS = 18  # shown
DAYS = 30  # of the ledger
AGES = (
    (30, "under a month"),
    (91, "1 to 3 months"),
    (183, "3 to 6 months"),
    (365, "6 to 12 months"),
    (None, "over a year"),
)
TOP = 5


def show(view: View) -> Response:
    source = view.source
    checkup = source.checkup(begin=False)
    return view.page(
        "overview.html",
        here="overview",
        **figures(source),
        candidates=len(source.candidates()),
        checkup=checkup,
        attention=len(checkup.findings),
    )


def switch(view: View) -> Response:
    view.web.switch(one(view.form, "root"))
    return view.to("/")


def figures(source: Source, *, private: bool = True) -> dict[str, Any]:
    """Everything the page shows; without `private` only the project's own records."""
    rows = [row for row in source.rows() if private or row.scope != "user"]
    broken = [item for item in source.broken() if private or not item.key.startswith("user/")]
    entries = source.ledger(DAYS)
    now = config.now()
    tally = source.tally()
    counts = Counter((row.memory.kind, row.group) for row in rows) if tally is None else Counter(tally)
    states: Counter[str] = Counter()
    for (_, state), number in counts.items():
        states[state] += number
    return {
        "total": sum(counts.values()),
        "states": states,
        "broken": broken,
        "kinds": _kinds(counts),
        **_growth(rows, now),
        **_ages(rows, now),
        **_prompts(entries, rows),
        "days": DAYS,
        "empty": not rows and not broken,
        "newest": rows[:TOP],
        "projects": source.projects(),
    }


def _kinds(counts: Counter[tuple[str, str]]) -> list[dict[str, Any]]:
    """A line for each kind, the six categories first; the bar is relative to the largest kind."""
    kinds = [*CATEGORIES, *sorted({kind for kind, _ in counts} - set(CATEGORIES))]
    lines: list[dict[str, Any]] = [
        {"kind": kind, "amounts": [counts[kind, state] for state in GROUPS]} for kind in kinds
    ]
    most = max([sum(line["amounts"]) for line in lines] + [1])
    for line in lines:
        line["total"] = sum(line["amounts"])
        line["bar"] = charts.share(line["amounts"], most, GROUPS)
    return lines


def _growth(rows: Sequence[Row], now: float) -> dict[str, Any]:
    """The number of memories at the end of each of the last months."""
    created = Counter(format_time(row.memory.created)[:7] for row in rows if row.memory.created is not None)
    months = [format_time(now)[:7]]
    while len(months) < MONTHS:
        year, month = int(months[0][:4]), int(months[0][5:])
        months.insert(0, "%04d-%02d" % (year - (month == 1), month - 1 or 12))
    known = sum(number for name, number in created.items() if name < months[0])
    table = []
    for name in months:
        known += created[name]
        table.append((name, created[name], known))
    while len(table) > 6 and not table[0][2] and not table[1][2]:
        table.pop(0)
    columns = [(name, (total - new, new)) for name, new, total in table]
    every = max(1, (len(columns) + 2) // 4)
    plot = charts.columns(columns, "Memories at the end of each month", ("from before", "new"), every, ("c0", "c5"))
    return {"growth": table, "growth_plot": plot}


def _ages(rows: Sequence[Row], now: float) -> dict[str, Any]:
    """The age of the last change of active records."""
    counts = [0] * len(AGES)
    for row in rows:
        if row.group == "active" and row.memory.updated is not None:
            days = (now - row.memory.updated) / DAY
            counts[next(i for i, (limit, _) in enumerate(AGES) if limit is None or days < limit)] += 1
    most = max([*counts, 1])
    return {
        "ages": [(name, n, charts.share([n], most, ["memories"])) for (_, name), n in zip(AGES, counts, strict=True)]
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
