"""The ledger: prompts and what they were given, by day and by session, and the time spent in the hook."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence

from starlette.responses import Response

from memory_retrieval.core import environment
from memory_retrieval.core.clock import DAY, format_time

from ..source.files import FilesSource
from ..values import Fields, LedgerEntry
from ..view import NotFound, View

DAYS = 30
SESSIONS = 50  # shown
LATEST = 10  # prompts shown above the sessions
PROMPTS = 200  # shown of a session


def show(view: View) -> Response:
    entries = view.source.ledger(DAYS)
    if "session" in view.query:
        return _session(view, entries, view.query["session"])
    sessions = [_named(view.source, line) for line in _sessions(entries)[:SESSIONS]]
    return view.page(
        "ledger.html",
        here="ledger",
        **figures(entries),
        sessions=sessions,
        latest=_latest(view.source, entries),
        texts=any(entry.prompt for entry in entries),
        settings=os.path.join(environment.config_dir(), "config.json"),
    )


def _latest(source: FilesSource, entries: Sequence[LedgerEntry]) -> list[Fields]:
    """The last prompts of which something can be shown, newest first."""
    told = [one for one in entries if one.prompt or one.injected or one.shortlist]
    return [shown(source, entry) for entry in reversed(told[-LATEST:])]


def shown(
    source: FilesSource, entry: LedgerEntry, used: Collection[str] = ()
) -> Fields:
    """A prompt with the records that it was given: (path, score, row or None, whether it was read), titles likewise."""
    brought = [
        (path, score, source.at(path), path in used) for path, score in entry.injected
    ]
    titles = [(path, source.at(path), path in used) for path in entry.shortlist]
    return {"entry": entry, "injected": brought, "titles": titles}


def figures(entries: Sequence[LedgerEntry]) -> Fields:
    """Figures by day, and the median of the time in the hook in milliseconds, without sessions."""
    times = sorted(entry.ms for entry in entries if entry.ms > 0)
    return {
        "days": _days(entries),
        "prompts": len(entries),
        "span": DAYS,
        "median": times[len(times) // 2] if times else 0,
    }


def _days(entries: Sequence[LedgerEntry]) -> list[Fields]:
    """A line for each day from the first entry to today."""
    if not entries:
        return []
    by_day: dict[str, list[LedgerEntry]] = {}
    for entry in entries:
        by_day.setdefault(_day(entry.at), []).append(entry)
    end = max(entries[-1].at, environment.now())
    first = max(min(entry.at for entry in entries), end - DAYS * DAY)
    count = int((end - first) // DAY) + 2
    days = [_day(first + number * DAY) for number in range(count)]
    shown = [day for day in days if day <= _day(end)]
    return [{"day": day, **_summed(by_day.get(day, ()))} for day in shown]


def _day(seconds: float) -> str:
    return format_time(seconds)[:10]


def _sessions(entries: Sequence[LedgerEntry]) -> list[Fields]:
    """A line a session, the latest first."""
    by_session: dict[str, list[LedgerEntry]] = {}
    for entry in entries:
        by_session.setdefault(entry.session, []).append(entry)
    lines: list[Fields] = []
    for name, prompts in by_session.items():
        last = prompts[-1].at
        lines.append(
            {"session": name, "entries": prompts, "last": last, **_summed(prompts)}
        )
    return sorted(lines, key=lambda line: (-line["last"], line["session"]))


def _named(source: FilesSource, line: Fields) -> Fields:
    """The line with what tells the session apart: its first prompt, if kept, and the first memory it was given."""
    prompt = next((entry.prompt for entry in line["entries"] if entry.prompt), "")
    rows = (source.at(path) for entry in line["entries"] for path, _ in entry.injected)
    row = next((row for row in rows if row is not None), None)
    return {**line, "prompt": prompt, "title": row.memory.title if row else ""}


def _summed(entries: Iterable[LedgerEntry]) -> dict[str, int]:
    prompts = list(entries)
    given = sum(bool(entry.injected) for entry in prompts)
    listed = sum(bool(entry.shortlist and not entry.injected) for entry in prompts)
    return {
        "prompts": len(prompts),
        "given": given,
        "listed": listed,
        "silent": len(prompts) - given - listed,
        "injected": sum(len(entry.injected) for entry in prompts),
        "used": len({path for entry in prompts for path in entry.used}),
    }


def _session(view: View, entries: Sequence[LedgerEntry], name: str) -> Response:
    prompts = [entry for entry in entries if entry.session == name]
    if not prompts:
        raise NotFound(f"There is no session {name[:80]} in the last {DAYS} days")
    used = {path for entry in prompts for path in entry.used}
    latest = reversed(prompts[-PROMPTS:])
    lines = [shown(view.source, entry, used) for entry in latest]
    first = next((entry.prompt for entry in prompts if entry.prompt), "")
    return view.page(
        "session.html",
        here="ledger",
        session=name,
        first=first,
        lines=lines,
        **_summed(prompts),
    )
