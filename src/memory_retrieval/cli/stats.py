"""`memories stats`: what the store holds, and from the ledger what prompts got, how fast, and which memories never come."""

from __future__ import annotations

import sys

from ..core import config
from ..core.clock import DAY
from ..state import ledger
from ..store.mirrors import about, find_team
from ..store.reader import read_store
from .output import colour, print_json, write
from .shared import project_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from ..core.model import Store

HELP = (
    "Counts of the store; from the ledger: prompts, silence, injections, latency, the most and the never injected "
    "memories."
)
EXAMPLES = ("memories stats", "memories stats --days 7 --format json")
SHOWN = 5  # memories listed as most injected


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--days", type=int, default=30, metavar="N", help="days of the ledger looked at (default: 30)")


def run(args: argparse.Namespace) -> int:
    value = collect(project_store(args.root), args.days)
    if args.format == "json":
        print_json(value)
    else:
        write(_for_terminal(value) if sys.stdout.isatty() else _text(value))
    return 0


def collect(store: Store, days: int) -> dict[str, Any]:
    """The figures as `--format json` prints them. Latencies are milliseconds inside the hook process."""
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
        "most": sorted(injected.items(), key=lambda item: (-item[1], item[0]))[:SHOWN],
        "never": len(active - set(injected)),
    }


def _number(value: Any) -> float:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else 0.0


def _quantile(values: list[float], share: float) -> float | None:
    return values[min(len(values) - 1, int(share * len(values)))] if values else None


def _for_terminal(value: dict[str, Any]) -> str:
    """The same figures as a table with bars."""
    from . import table

    cells, _ = table.size()
    sums = {kind: sum(by.values()) for kind, by in value["counts"].items()}
    most = max(sums.values(), default=0)
    columns = [
        table.Column("category", style="cyan"),
        table.Column("active", right=True),
        table.Column("retired", right=True),
        table.Column("archived", right=True),
        table.Column("", 1.0, 10, drop=1, style="green"),
    ]
    rows = [
        [
            table.kind_name(kind),
            *[str(by.get(status, 0)) for status in ("active", "retired", "archived")],
            table.bar(sums[kind], most, min(30, max(10, cells - 48))),
        ]
        for kind, by in sorted(value["counts"].items(), key=lambda item: (-sums[item[0]], item[0]))
    ]
    head = (
        table.lay_out(columns, rows, cells)
        if rows
        else "no memories yet; `memories save --help` shows how one is stored\n"
    )
    rest = _text(value).split("\n")[1 + len(rows) :]
    return head + "\n".join([table.cut(line, cells) if "times  " in line else line for line in rest])


def _text(value: dict[str, Any]) -> str:
    lines = [colour("%-16s %8s %8s %8s" % ("kind", "active", "retired", "archived"), "bold")]
    for kind, by in sorted(value["counts"].items()):
        lines.append("%-16s %8d %8d %8d" % (kind, by.get("active", 0), by.get("retired", 0), by.get("archived", 0)))
    if value["invalid"]:
        lines.append(colour("%d files are no memories: memories list --problems" % value["invalid"], "yellow"))
    for mirror in value["team"]:
        lines.append(
            "and %s of the team's workspace %s, as of %s"
            % (mirror["records"], mirror["workspace"], mirror["synced_at"])
        )
    lines.append("")
    if not value["prompts"]:
        lines.append("no prompt in the ledger in the last %d days" % value["days"])
        return "\n".join(lines) + "\n"
    silent = 100.0 * value["silent"] / value["prompts"]
    counts = value["days"], value["prompts"], silent, value["injected"]
    lines.append("last %d days: %d prompts, %.0f %% silent, %d memories injected" % counts)
    lines.append(
        "in the hook: %.0f ms median, %.0f ms p95, %.0f ms at most"
        % (value["ms"]["p50"], value["ms"]["p95"], value["ms"]["max"])
    )
    lines += ["%5d times  %s" % (count, path) for path, count in value["most"]]
    lines.append("%d active memories never came" % value["never"])
    return "\n".join(lines) + "\n"
