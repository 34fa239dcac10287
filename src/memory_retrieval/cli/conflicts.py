"""`memories conflicts`: pairs of active records that may contradict or repeat each other."""

from __future__ import annotations

from ..core.counted import counted
from ..core.sanitize import one_line
from ..save.conflicts import both_hold, find_conflicts
from ..save.writable import existing_store
from . import options
from .outcome import show
from .output import colour, print_json, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = (
    "List pairs of active records that may contradict or repeat each other, the newer one first, and what "
    "to do about each. With --both-hold, a pair is remembered as not contradictory."
)
EXAMPLES = (
    "memories conflicts",
    "memories conflicts --limit 5 --format json",
    "memories conflicts --both-hold queues-run-on-redis cache-runs-on-redis",
)
LIMIT = 50


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--both-hold",
        nargs=2,
        default=None,
        metavar=("ID", "ID"),
        help="these two do not contradict each other; stop listing them",
    )
    parser.add_argument(
        "--limit", type=int, default=LIMIT, metavar="N", help="list at most N, the likeliest (default: %(default)s)"
    )
    options.add_store(parser)


def run(args: argparse.Namespace) -> int:
    if args.both_hold:
        return show(both_hold(*args.both_hold, store=args.store, root=args.root), args.format)
    if args.limit < 1:
        args.parser.error("argument --limit: must be 1 or more")
    everything = find_conflicts(existing_store(args.store, root=args.root))
    found = everything[: args.limit]
    if args.format == "json":
        pairs = [{"kind": c.kind, "newer": c.newer.id, "older": c.older.id, "what": c.what} for c in found]
        more = [{"remedy": c.remedy, "chance": c.chance} for c in found]
        listed = [{**pair, **rest} for pair, rest in zip(pairs, more)]
        print_json({"total": len(everything), "returned": len(found), "conflicts": listed})
        return 0
    for c in found:
        write("%s  %s\n" % (colour(c.kind.replace("_", " "), "yellow"), c.what))
        write("    newer: %s\n    older: %s\n    %s\n" % (one_line(c.newer.title), one_line(c.older.title), c.remedy))
    if len(found) < len(everything):
        rest = counted(len(everything) - len(found), "less likely one")
        write("and %s; --limit %d lists them all\n" % (rest, len(everything)))
    total = "%s may contradict or repeat each other\n" % counted(len(everything), "pair")
    write(total if everything else "no conflicts found\n")
    return 0
