"""What a store holds, and from the ledger: what prompts were given, how fast, and what is never injected."""

from __future__ import annotations

import os

from ..core import config
from ..core.clock import DAY
from ..state import ledger
from ..store.mirrors import about, find_team
from ..store.reader import read_store
from ..store.scope import require_project

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

TOP = 5  # memories listed as injected most often


def stats(root: str = "", days: int = 30) -> dict[str, Any]:
    """The figures that `memories stats --format json` prints, over the last `days` of the ledger.

    `ms` are milliseconds inside the hook process; `never` counts active memories that no prompt was given. StoreError
    when there is no store.
    """
    store = require_project(os.getcwd(), root)
    counts: dict[str, dict[str, int]] = {}
    active: set[str] = set()
    problems: int = 0
    for _, memory, found in read_store(store):
        problems += bool(found)
        if memory is not None:
            counts.setdefault(memory.kind, {}).setdefault(memory.status, 0)
            counts[memory.kind][memory.status] += 1
            if memory.status == "active" and not memory.superseded_by:
                active.add(memory.path)
    since = config.now() - days * DAY
    entries = [e for e in ledger.entries(days) if e.get("root") == store.root and _number(e.get("at")) >= since]
    injected: dict[str, int] = {}
    for entry in entries:
        for pair in entry.get("injected") or []:
            injected[pair[0]] = injected.get(pair[0], 0) + 1
    times = sorted(_number(e.get("ms")) for e in entries)
    return {
        "store": store.root,
        "counts": counts,
        "invalid": problems,
        "days": days,
        "prompts": len(entries),
        "silent": sum(1 for e in entries if not e.get("injected")),
        "injected": sum(injected.values()),
        "ms": {"p50": _quantile(times, 0.5), "p95": _quantile(times, 0.95), "max": times[-1] if times else None},
        "team": [
            {name: about(mirror.root).get(name) for name in ("workspace", "records", "synced_at")}
            for mirror in find_team(store)
        ],
        "most": sorted(injected.items(), key=lambda item: (-item[1], item[0]))[:TOP],
        "never": len(active - set(injected)),
    }


def _number(value: Any) -> float:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else 0.0


def _quantile(values: list[float], share: float) -> float | None:
    return values[min(len(values) - 1, int(share * len(values)))] if values else None
