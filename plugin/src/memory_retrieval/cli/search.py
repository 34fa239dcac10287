"""`memories search`: the on-demand path, ten hits in a compact list."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from ..core import environment, holds
from ..core.clock import format_time
from ..core.instructions import spoken, spoken_title
from ..core.model import Hit, JsonObject
from ..core.sanitize import one_line
from ..extras import load
from ..retrieve import results
from ..retrieve.pipeline import retrieve
from ..retrieve.render import shown_path
from ..retrieve.selection import left_out
from ..retrieve.trace import Request, Trace
from ..state.session import Session, without_files
from ..store import witnesses
from ..store.layouts import DISPLAY
from ..store.place import require_store
from . import options
from .output import answer, colour, note

HELP = "Find memories by words, best first. Finding nothing is not an error."
EXAMPLES = (
    "memories search throttling of the public api",
    "memories search --category runbook --top 5 deploy hangs",
    "memories search --all 'websocket backpressure'",
    "memories search --include-retired --format json --query 'session cookies'",
    "memories search --db-url postgresql://db.example/memories idempotency keys",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_query(parser)
    options.add_category(parser)
    parser.add_argument(
        "--top",
        type=int,
        default=None,
        metavar="N",
        help="maximum number of results (default: 10)",
    )
    parser.add_argument(
        "--mode",
        choices=("search", "auto"),
        default="search",
        help="auto: choose as the prompt hook does",
    )
    options.flag(parser, "--include-retired", "include memories that are switched off")
    options.flag(parser, "--all", "include results that hardly match")
    options.flag(parser, "--explain", "explain each score")
    options.add_db_url(parser)
    options.add_workspace(parser)


def run(args: argparse.Namespace) -> int:
    query = options.query(args)
    if args.top is not None and args.top < 1:
        args.parser.error("--top must be 1 or more")
    request = Request(
        query,
        mode=args.mode,
        limit=args.top,
        transcript=args.transcript,
        category=args.category or None,
        include_retired=args.include_retired,
        everything=args.all,
    )
    trace = find(args, request)
    return answer(args.format, _as_json(trace, args), lambda _: _text(trace, args))


def find(args: argparse.Namespace, request: Request) -> Trace:
    """The trace of a request, over the files or, with --db-url, over the team database; notes its warnings."""
    if args.db_url:
        with load("team", "search.engine").open_team(
            args.db_url, args.workspace or None, request
        ) as team:
            notes, trace = team.notes, retrieve(without_files("."), request, team)
    else:
        notes, trace = [], retrieve(Session(".", root=args.root, by_hand=True), request)
        require_store(trace.stores)
    for line in [*notes, *trace.warnings]:
        note(line)
    return trace


def _as_json(trace: Trace, args: argparse.Namespace) -> JsonObject:
    value: JsonObject = {
        "query": trace.request.prompt,
        "mode": args.mode,
        "total_scanned": trace.total,
        "returned": len(trace.chosen),
        "left_out": left_out(trace.hits),
        "results": [results.as_json(hit) for hit in trace.chosen],
    }
    if args.explain:
        from ..retrieve.explain import as_json

        value["trace"] = as_json(trace)
    return value


def _text(trace: Trace, args: argparse.Namespace) -> str:
    if not trace.chosen:
        text = options.nothing_found(args, trace.request.prompt, trace.total)
    else:
        text = "".join(_hit(number, hit) for number, hit in enumerate(trace.chosen, 1))
    if args.explain:
        from ..retrieve.explain_text import as_text

        text += "\n" + as_text(trace)
    left = left_out(trace.hits)
    if left == 1:
        text += "1 result below the floor is left out; --all shows it\n"
    elif left:
        text += f"{left} results below the floor are left out; --all shows them\n"
    return text


def _hit(number: int, hit: Hit) -> str:
    memory = hit.memory
    facts = [f"score {hit.score:.2f}"]
    if memory.tags:
        facts.append("tags " + ", ".join(spoken(tag, 40) for tag in memory.tags[:8]))
    if memory.updated is not None:
        facts.append("updated " + format_time(memory.updated)[:10])
    if hit.store.kind.branch:
        facts.append(
            "not committed on branch " + one_line(hit.store.kind.branch(hit.store), 80)
        )
    state, project = holds.mark(memory, environment.now()), results.project_of(hit)
    marks = [state, *witnesses.marks(hit.store, memory)]
    facts += [colour(mark, "yellow") for mark in marks if mark]
    origin = project + ": " + shown_path(hit) if project else shown_path(hit)
    return item(
        number,
        DISPLAY.get(memory.kind, "MEMORY"),
        spoken_title(memory.title),
        facts,
        [origin],
    )


def item(
    number: int, kind: str, title: str, facts: Iterable[str], lines: Iterable[str]
) -> str:
    """A result in a list: its number, kind and title, then the facts in one line, then the lines."""
    head = f"{number:2d}. " + colour(f"[{kind}]", "cyan") + " " + colour(title, "bold")
    return "\n    ".join([head, colour(" | ".join(facts), "dim"), *lines]) + "\n"
