"""`memories search`: the on-demand path, ten hits in a compact list."""

from __future__ import annotations

import sys

from ..core import config, holds
from ..core.clock import format_time
from ..core.sanitize import one_line, plain_title
from ..extras import load
from ..retrieve import results
from ..retrieve.pipeline import retrieve
from ..retrieve.render import shown_path
from ..retrieve.selection import left_out
from ..retrieve.trace import Request
from ..store.layouts import DISPLAY
from ..store.scope import require_store
from . import options
from .output import colour, note, print_json, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from ..core.model import Hit
    from ..retrieve.trace import Trace

HELP = "Find memories by words, best first. Finding nothing is not an error."
EXAMPLES = (
    "memories search throttling of the public api",
    "memories search --category runbook --top 5 deploy hangs",
    "memories search --all 'websocket backpressure'",
    "memories search --include-retired --format json --query 'session cookies'",
    "memories search --db-url postgresql://db.example/memories idempotency keys",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", nargs="*", metavar="WORDS", help="what to look for")
    parser.add_argument("--query", default="", metavar="Q", help="the same as WORDS")
    parser.add_argument("--top", type=int, default=None, metavar="N", help="maximum number of results (default: 10)")
    parser.add_argument("--category", metavar="C", help="only this category or kind")
    parser.add_argument(
        "--mode", choices=("search", "auto"), default="search", help="auto: choose as the prompt hook does"
    )
    parser.add_argument(
        "--transcript", default="", metavar="FILE", help="the conversation that a short query refers to"
    )
    parser.add_argument("--include-retired", action="store_true", help="include retired and archived memories")
    parser.add_argument("--all", action="store_true", help="include results that hardly match")
    parser.add_argument("--explain", action="store_true", help="explain each score")
    options.add_db_url(parser)
    options.add_workspace(parser)


def run(args: argparse.Namespace) -> int:
    query = args.query or " ".join(args.words)
    if not query.strip():
        args.parser.error("say what to look for: memories search WORDS")
    if args.top is not None and args.top < 1:
        args.parser.error("--top must be 1 or more")
    request = Request(
        query,
        cwd=".",
        root=args.root,
        mode=args.mode,
        limit=args.top,
        transcript=args.transcript,
        category=args.category,
        include_retired=args.include_retired,
        everything=args.all,
    )
    trace = find(args, request)
    for warning in trace.warnings:
        note(warning)
    if args.format == "json":
        print_json(_as_json(trace, query, args.mode, args.explain))
        return 0
    if not trace.chosen:
        write(options.nothing_found(args, query, trace.total))
    if sys.stdout.isatty() and not args.explain:
        _show_table(trace.chosen)
    else:
        _show_lines(trace, args.explain)
    if left := left_out(trace.hits):
        _show_left_out(left)
    return 0


def find(args: argparse.Namespace, request: Request) -> Trace:
    """The trace of a request, over the files or, with --db-url, over the team database."""
    if not args.db_url:
        trace = retrieve(request)
        require_store(trace.stores)
        return trace
    with load("team", "commands.team_search").open_team(args.db_url, args.workspace or None, request) as team:
        for line in team.notes:
            note(line)
        return retrieve(request, team)


def _as_json(trace: Trace, query: str, mode: str, explain: bool) -> dict[str, Any]:
    value: dict[str, Any] = {
        "query": query,
        "mode": mode,
        "total_scanned": trace.total,
        "returned": len(trace.chosen),
        "left_out": left_out(trace.hits),
        "results": [results.as_json(hit) for hit in trace.chosen],
    }
    if explain:
        from ..retrieve.explain import as_json

        value["trace"] = as_json(trace)
    return value


def _show_left_out(count: int) -> None:
    plural = ("", "is", "it") if count == 1 else ("s", "are", "them")
    write("%d result%s below the floor %s left out; --all shows %s\n" % (count, *plural))


def _show_lines(trace: Trace, explain: bool) -> None:
    for number, hit in enumerate(trace.chosen, 1):
        write(_text(number, hit))
    if explain:
        from ..retrieve.explain_text import as_text

        write("\n" + as_text(trace))


def _show_table(hits: list[Hit]) -> None:
    """For a terminal: a line a hit, best first."""
    from . import table

    if not hits:
        return
    rows = [
        [
            "%2d" % number,
            "%.2f" % hit.score,
            table.kind_name(hit.memory.kind),
            plain_title(hit.memory.title),
            holds.mark(hit.memory, config.now()),
            table.age(hit.memory.updated, config.now()),
            one_line(hit.memory.id, 200),
        ]
        for number, hit in enumerate(hits, 1)
    ]
    write(table.lay_out((" #", "score", "category", "title", "state", "changed", "id"), rows))
    write(colour("`memories show ID` prints one", "dim") + "\n")


def _text(number: int, hit: Hit) -> str:
    memory = hit.memory
    head = "%2d. %s %s" % (
        number,
        colour("[%s]" % DISPLAY.get(memory.kind, "MEMORY"), "cyan"),
        colour(plain_title(memory.title), "bold"),
    )
    facts = ["score %.2f" % hit.score]
    if memory.tags:
        facts.append("tags " + ", ".join(one_line(tag, 40) for tag in memory.tags[:8]))
    if memory.updated is not None:
        facts.append("updated " + format_time(memory.updated)[:10])
    if state := holds.mark(memory, config.now()):
        facts.append(colour(state, "yellow"))
    origin = "%s: %s" % (project, shown_path(hit)) if (project := results.project_of(hit)) else shown_path(hit)
    return "%s\n    %s\n    %s\n" % (head, colour(" | ".join(facts), "dim"), origin)
