"""`memories stats`: what the store holds, what sessions and prompts got and how fast, and what agents read of it."""

from __future__ import annotations

import sys

from ..core.counted import counted
from ..core.holds import GROUPS
from ..library.stats import stats
from .options import EMPTY
from .output import colour, print_json, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

HELP = (
    "Print the number of memories and, from the ledger: prompts, how many stayed silent, injections, "
    "latency, the memories injected most often and never, briefs, shortlists, pointers before file "
    "changes, and what agents read."
)
EXAMPLES = ("memories stats", "memories stats --days 7 --format json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--days", type=int, default=30, metavar="N", help="how many days of the ledger to look at (default: 30)"
    )


def run(args: argparse.Namespace) -> int:
    value = stats(args.root, args.days)
    if args.format == "json":
        print_json(value)
    else:
        write(_for_terminal(value) if sys.stdout.isatty() else _text(value))
    return 0


def _for_terminal(value: dict[str, Any]) -> str:
    """The same figures as a table with bars."""
    from . import table

    cells, _ = table.size()
    sums = {kind: sum(by.values()) for kind, by in value["counts"].items()}
    most = max(sums.values(), default=0)
    columns = [
        table.Column("category", style="cyan"),
        table.Column("active", right=True),
        table.Column("superseded", right=True, drop=2),
        table.Column("closed", right=True, drop=3),
        table.Column("retired", right=True),
        table.Column("archived", right=True),
        table.Column("", 1.0, 10, drop=1, style="green"),
    ]
    rows = [
        [
            table.kind_name(kind),
            *[str(by.get(state, 0)) for state in GROUPS],
            table.bar(sums[kind], most, min(30, max(10, cells - 48))),
        ]
        for kind, by in sorted(value["counts"].items(), key=lambda item: (-sums[item[0]], item[0]))
    ]
    head = table.lay_out(columns, rows, cells) if rows else EMPTY
    rest = _text(value).split("\n")[1 + len(rows) :]
    return head + "\n".join([table.cut(line, cells) if " time" in line[:11] else line for line in rest])


def _text(value: dict[str, Any]) -> str:
    head = colour("%-16s %10s %10s %10s %10s %10s" % ("category", *GROUPS), "bold")
    lines = [head if value["counts"] else EMPTY.rstrip()]
    for kind, by in sorted(value["counts"].items()):
        lines.append("%-16s %10d %10d %10d %10d %10d" % (kind, *[by.get(state, 0) for state in GROUPS]))
    if value["invalid"]:
        lines.append(
            colour(
                "%d files are not valid memories; `memories list --problems` lists them" % value["invalid"], "yellow"
            )
        )
    for mirror in value["team"]:
        lines.append(
            "and %s from the team's workspace %s, as of %s"
            % (mirror["records"], mirror["workspace"], mirror["synced_at"])
        )
    lines += ["", *_ledger(value)]
    return "\n".join(lines) + "\n"


def _ledger(value: dict[str, Any]) -> list[str]:
    """What sessions and prompts got, and what was read, in the days looked at."""
    lines = []
    if value["prompts"]:
        silent = 100.0 * value["silent"] / value["prompts"]
        prompts, injected = counted(value["prompts"], "prompt"), counted(value["injected"], "memory", "memories")
        lines.append("last %d days: %s, %.0f %% silent, %s injected" % (value["days"], prompts, silent, injected))
        lines.append(
            "time in the hook: %.0f ms median, %.0f ms p95, %.0f ms maximum"
            % (value["ms"]["p50"], value["ms"]["p95"], value["ms"]["max"])
        )
        lines += ["%5d %s  %s" % (count, "times" if count != 1 else "time ", path) for path, count in value["most"]]
        lines.append("never injected: " + counted(value["never"], "active memory", "active memories"))
    else:
        lines.append("the ledger has no prompts from the last %d days" % value["days"])
    briefs, pointers, read = value["briefs"], value["pointers"], value["read"]
    if briefs["given"]:
        given = counted(briefs["sessions"], "session"), briefs["shown"], briefs["characters"]
        lines.append("briefs: %s, %d memories and %d characters per brief (median)" % given)
    lists = value["shortlists"]
    if lists["prompts"]:
        lines.append(
            "shortlists: %(prompts)d prompts in %(sessions)d sessions, %(titles)d titles, %(characters)d "
            "characters, %(read)d titles read" % lists
        )
    if pointers["changes"]:
        lines.append("pointers: %s before a file was changed" % counted(pointers["memories"], "memory", "memories"))
    if read["times"]:
        memories, times = counted(read["memories"], "memory", "memories"), counted(read["times"], "time")
        lines.append("read by agents: %s, %s" % (memories, times))
        lines += ["%5d times  %s" % (count, path) for path, count in read["most"]]
    return lines
