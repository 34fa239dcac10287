"""`memories list`: every record, or every file that is not a valid one."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from ..core import environment, holds
from ..core.clock import format_time
from ..core.instructions import spoken, spoken_title
from ..core.model import CATEGORIES, JsonObject, Memory, Store
from ..core.sanitize import one_line
from ..library import records
from ..retrieve.results import SNIPPET
from ..store import kinds
from ..store.mirrors import about
from ..store.place import Place
from . import options
from .output import answer, colour, lined, print_json, tag, write

Owner = Callable[[str], str]  # of a record, by its path
HELP = (
    "List memories in every state, newest first. --problems lists the files that are not valid memories, "
    "with the reasons."
)
EXAMPLES = (
    "memories list --category decision",
    "memories list --status retired --format json",
    "memories list --problems",
    "memories list --db-url postgresql://db.example/memories --category runbook",
    "memories list --without-aliases",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_category(parser)
    parser.add_argument(
        "--status",
        choices=holds.STATES,
        default="",
        metavar="S",
        help="only this state: " + ", ".join(holds.STATES),
    )
    options.flag(
        parser,
        "--problems",
        "list the files that are not valid memories, with the reasons",
    )
    options.flag(
        parser, "--without-aliases", "only active memories that have no aliases"
    )
    options.flag(
        parser,
        "--team",
        "list the team's memories from the last `memories team sync` instead of the project's",
    )
    options.add_db_url(parser)
    options.add_workspace(parser)


def run(args: argparse.Namespace) -> int:
    elsewhere = args.team or args.db_url
    listing = _listing(args)
    if args.problems:
        problems = {"problems": [problem.as_json() for problem in listing.problems]}
        return answer(
            args.format,
            problems,
            lambda _: lined(map(str, listing.problems)) or "no problems\n",
        )
    chosen = records.select(listing, args.category, args.status)
    if args.without_aliases:
        chosen = [(store, memory) for store, memory in chosen if _lacks_aliases(memory)]
    owners = _owners(chosen)
    if args.format == "json":
        results = [
            as_result(store, memory, owners.get(store.root)) for store, memory in chosen
        ]
        print_json(
            {
                "total_scanned": len(listing.memories),
                "returned": len(chosen),
                "results": results,
            }
        )
        return 0
    empty = (
        "no memories\n"
        if listing.memories or listing.problems or elsewhere
        else options.EMPTY
    )
    write(
        "".join(
            _line(store, memory, owners.get(store.root)) for store, memory in chosen
        )
        or empty
    )
    write(options.unreadable(listing.problems))
    if not elsewhere:
        write(_mirrors(args.root))
    return 0


def _listing(args: argparse.Namespace) -> records.Listing:
    if args.db_url:
        return records.of_database(args.db_url, args.workspace or None)
    return records.read_all(args.root, team=args.team)


def _owners(chosen: list[tuple[Store, Memory]]) -> dict[str, Owner]:
    """By the root of a store that holds several projects' records, which one a record is of."""
    owners: dict[str, Owner] = {}
    for store, _ in chosen:
        if store.kind.project and store.root not in owners:
            owners[store.root] = store.kind.project(store)
    return owners


def as_result(store: Store, memory: Memory, owner: Owner | None = None) -> JsonObject:
    """A record as search shows it, without a score."""
    return {
        "id": memory.id,
        "title": spoken_title(memory.title),
        "category": memory.category,
        "path": store.shown(memory.path),
        "tags": [spoken(tag, 80) for tag in memory.tags],
        "status": holds.status(memory, environment.now()),
        "superseded_by": memory.superseded_by,
        "updated_at": format_time(memory.updated)
        if memory.updated is not None
        else None,
        "confidence": memory.confidence,
        "snippet": spoken(memory.body[: SNIPPET * 4], SNIPPET),
        **({"project": owner(memory.path)} if owner else {}),
        **({"branch": store.kind.branch(store)} if store.kind.branch else {}),
    }


def _line(store: Store, memory: Memory, owner: Owner | None) -> str:
    when = format_time(memory.updated)[:10] if memory.updated is not None else "-"
    lines = [" ".join([when, tag(memory.kind), spoken_title(memory.title)])]
    state = holds.mark(memory, environment.now())
    lines[0] += colour(f" {state}", "yellow") if state else ""
    where = one_line(memory.id, 200) + "  "
    if owner:
        where += store.kind.name + " " + owner(memory.path) + ", "
    if store.kind.branch:
        where += "branch " + one_line(store.kind.branch(store), 80) + ", "
    return lined([*lines, colour(" " * 11 + where + store.shown(memory.path), "dim")])


def _mirrors(root: str) -> str:
    """A line for each mirrored workspace, whose records are not listed."""
    line = "and %(records)s from the team's workspace %(workspace)s; `memories list --team` lists them"
    copies = kinds.TEAM.stores(Place(root=root).homes)
    return "".join(colour(line % about(store.root), "dim") + "\n" for store in copies)


def _lacks_aliases(memory: Memory) -> bool:
    return (
        memory.kind in CATEGORIES
        and not memory.aliases
        and holds.status(memory, environment.now()) == "active"
    )
