"""`memories list`: every record, or every file that is none."""

from __future__ import annotations

import sys

from ..core import config, holds
from ..core.clock import format_time
from ..core.model import CATEGORIES
from ..core.sanitize import one_line
from ..library import records
from ..retrieve.results import SNIPPET
from ..store.layouts import DISPLAY
from ..store.mirrors import about, find_team, owner
from ..store.scope import find_project
from . import options
from .output import colour, print_json, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from ..core.model import Memory, Problem, Store

HELP = (
    "List memories in every state, newest first. --problems lists the files that are not valid memories, "
    "with the reasons."
)
EXAMPLES = (
    "memories list --category decision",
    "memories list --status retired --format json",
    "memories list --problems",
    "memories list --without-aliases",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--category", default="", metavar="C", help="only this category or kind")
    parser.add_argument(
        "--status", choices=holds.STATES, default="", metavar="S", help="only this state: " + ", ".join(holds.STATES)
    )
    parser.add_argument(
        "--problems", action="store_true", help="list the files that are not valid records, with the reasons"
    )
    parser.add_argument("--without-aliases", action="store_true", help="only active records that have no aliases")
    parser.add_argument(
        "--team",
        action="store_true",
        help="list the team's memories from the last `memories sync` instead of the project's",
    )


def run(args: argparse.Namespace) -> int:
    listing = records.read_all(args.root, team=args.team)
    if args.problems:
        return _problems(listing.problems, args.format)
    chosen = records.select(listing, args.category, args.status)
    if args.without_aliases:
        chosen = [(store, memory) for store, memory in chosen if _lacks_aliases(memory)]
    mirrors = {store.root: about(store.root) for store, _ in chosen if store.scope == "team"}
    if args.format == "json":
        results = [as_result(store, memory, mirrors.get(store.root)) for store, memory in chosen]
        print_json({"total_scanned": len(listing.memories), "returned": len(chosen), "results": results})
    elif chosen and sys.stdout.isatty():
        _show_table(chosen)
    else:
        _print_lines(chosen, mirrors)
        if not chosen:
            write("no memories\n" if listing.memories or listing.problems or args.team else options.EMPTY)
        if not args.team:
            _print_mirrors(args.root)
    return 0


def as_result(store: Store, memory: Memory, mirror: dict[str, Any] | None = None) -> dict[str, Any]:
    """A record as search shows it, without a score."""
    return {
        "id": memory.id,
        "title": one_line(memory.title),
        "category": memory.category,
        "path": records.shown(store, memory.path),
        "tags": list(memory.tags),
        "status": holds.status(memory, config.now()),
        "superseded_by": memory.superseded_by,
        "updated_at": format_time(memory.updated) if memory.updated is not None else None,
        "confidence": memory.confidence,
        "snippet": one_line(memory.body[: SNIPPET * 4], SNIPPET),
        **({"project": owner(store, memory.path, mirror)} if store.scope == "team" else {}),
    }


def _print_lines(chosen: list[tuple[Store, Memory]], mirrors: dict[str, dict[str, Any]]) -> None:
    for store, memory in chosen:
        state = holds.mark(memory, config.now())
        status = colour(" " + state, "yellow") if state else ""
        when = format_time(memory.updated)[:10] if memory.updated is not None else "-"
        write(
            "%s %s %s%s\n"
            % (when, colour("[%s]" % DISPLAY.get(memory.kind, "MEMORY"), "cyan"), one_line(memory.title), status)
        )
        whose = "team %s, " % owner(store, memory.path, mirrors[store.root]) if store.scope == "team" else ""
        where = whose + records.shown(store, memory.path)
        write(colour("           %s  %s\n" % (one_line(memory.id, 200), where), "dim"))


def _print_mirrors(root: str) -> None:
    """A line for each mirrored workspace, whose records are not listed."""
    for store in find_team(find_project(".", root)):
        facts = about(store.root)
        line = "and %s from the team's workspace %s; `memories list --team` lists them\n"
        write(colour(line % (facts.get("records"), facts.get("workspace")), "dim"))


def _lacks_aliases(memory: Memory) -> bool:
    return memory.kind in CATEGORIES and not memory.aliases and holds.status(memory, config.now()) == "active"


def _show_table(chosen: list[tuple[Store, Memory]]) -> None:
    """For a terminal: a line a record."""
    from . import table

    rows = [
        [
            table.age(m.updated, config.now()),
            table.kind_name(m.kind),
            one_line(m.title),
            holds.mark(m, config.now()),
            one_line(m.id, 200),
        ]
        for _, m in chosen
    ]
    write(table.lay_out(("changed", "category", "title", "state", "id"), rows))
    write("%d memor%s\n" % (len(rows), "y" if len(rows) == 1 else "ies"))


def _problems(problems: list[Problem], form: str) -> int:
    if form == "json":
        print_json({"problems": [problem.as_json() for problem in problems]})
    else:
        write("".join("%s\n" % p for p in problems) or "no problems\n")
    return 0
