"""What a store holds, and from the ledger: what sessions and prompts were given, how fast, and what agents read."""

from __future__ import annotations

from ..core import environment, holds
from ..core.clock import DAY
from ..state import ledger
from ..store import kinds
from ..store.mirrors import about
from ..store.place import Place
from ..store.reader import read_store
from . import arguments
from .records import of_database

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ..core.model import JsonObject, Memory, Problem

TOP = 5  # memories listed as injected or read most often


def stats(
    root: str = "", days: int = 30, *, db_url: str = "", workspace: str | None = None
) -> JsonObject:
    """The figures that `memories status --stats` prints, over the last `days` of the ledger.

    silent    prompts at which nothing was said: no memory injected and no shortlist
    ms        milliseconds inside the hook process at a prompt
    never     active memories that no prompt was given
    briefs    sessions that were given one, how many there were, and the median memories and characters of a brief
    shortlists  sessions and prompts that were given one, the titles and characters handed over, and how many of the
                titles an agent opened later in the same session
    read      how many memories agents opened, each counted once a session, and the most read

    Of a team database (`db_url`, `workspace` as for `MemoryRetriever`) only `store` and `counts`. StoreError when there
    is no store, DatabaseError when the database cannot be used.
    """
    if db_url:
        listed = of_database(db_url, workspace).memories
        counts, _, _ = _counts((memory, []) for _, memory in listed)
        return {"store": workspace or "", "counts": counts}
    place = Place(root=root)
    days = arguments.count("days", days)
    store = place.require()
    found = [record for each in place.projects for record in read_store(each)]
    counts, active, invalid = _counts((memory, wrong) for _, memory, wrong in found)
    since = environment.now() - days * DAY
    lines = []
    for entry in ledger.entries(days, ""):
        if entry.get("root") == store.root and _number(entry.get("at")) >= since:
            lines.append(entry)
    entries = _of(lines, "prompt")
    injected: dict[str, int] = {}
    for entry in entries:
        for path, *_ in entry.get("injected") or []:
            injected[path] = injected.get(path, 0) + 1
    times = sorted(_number(entry.get("ms")) for entry in entries)
    team = [about(mirror.root) for mirror in kinds.TEAM.stores([store.home])]
    return {
        "store": store.root,
        "counts": counts,
        "invalid": invalid,
        "days": days,
        "prompts": len(entries),
        "silent": sum(
            not (entry.get("injected") or entry.get("shortlist")) for entry in entries
        ),
        "injected": sum(injected.values()),
        "ms": {
            "p50": _quantile(times, 0.5),
            "p95": _quantile(times, 0.95),
            "max": times[-1] if times else None,
        },
        "team": [
            {name: copy.get(name) for name in ("workspace", "records", "synced_at")}
            for copy in team
        ],
        "most": _most(injected),
        "never": len(active.difference(injected)),
        "briefs": _briefs(_of(lines, "brief")),
        "shortlists": _shortlists(entries),
        "read": _read(entries),
    }


def _counts(
    records: Iterable[tuple[Memory | None, list[Problem]]],
) -> tuple[dict[str, dict[str, int]], set[str], int]:
    """How many records of a kind are in each state, the paths of the active ones, and how many files have a problem."""
    counts: dict[str, dict[str, int]] = {}
    active: set[str] = set()
    invalid, now = 0, environment.now()
    for memory, problems in records:
        invalid += bool(problems)
        if memory is None:
            continue
        state = holds.group_of(holds.status(memory, now))
        of_kind = counts.setdefault(memory.kind, {})
        of_kind[state] = of_kind.get(state, 0) + 1
        if state == "active":
            active.add(memory.path)
    return counts, active, invalid


def _of(lines: list[JsonObject], event: str) -> list[JsonObject]:
    return [line for line in lines if line.get("event", "prompt") == event]


def _briefs(lines: list[JsonObject]) -> JsonObject:
    return {
        "sessions": len({line.get("session") for line in lines}),
        "given": len(lines),
        "shown": _median(lines, "shown"),
        "characters": _median(lines, "characters"),
    }


def _shortlists(lines: list[JsonObject]) -> dict[str, int]:
    listed: dict[str, set[str]] = {}
    prompts = titles = characters = read = 0
    for line in lines:
        had = listed.setdefault(str(line.get("session")), set())
        read += len(had.intersection(line.get("used") or []))
        paths = line.get("shortlist") or []
        prompts += bool(paths)
        titles += len(paths)
        characters += int(_number(line.get("shortlist_characters")))
        had.update(paths)
    sessions = sum(1 for had in listed.values() if had)
    return {
        "sessions": sessions,
        "prompts": prompts,
        "titles": titles,
        "characters": characters,
        "read": read,
    }


def _read(lines: list[JsonObject]) -> JsonObject:
    times: dict[str, int] = {}
    for line in lines:
        for path in line.get("used") or []:
            times[path] = times.get(path, 0) + 1
    return {"memories": len(times), "times": sum(times.values()), "most": _most(times)}


def _most(counts: dict[str, int]) -> list[tuple[str, int]]:
    """The highest counts, with their paths."""
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:TOP]


def _median(lines: list[JsonObject], key: str) -> int | None:
    value = _quantile(sorted(_number(line.get(key)) for line in lines), 0.5)
    return None if value is None else int(value)


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return 0.0
    return float(value)


def _quantile(values: list[float], share: float) -> float | None:
    return values[min(len(values) - 1, int(share * len(values)))] if values else None
