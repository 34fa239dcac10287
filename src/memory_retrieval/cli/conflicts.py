"""`memories conflicts`: pairs of active records that may contradict or repeat each other."""

from __future__ import annotations

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
EXAMPLES = ("memories conflicts", "memories conflicts --both-hold queues-run-on-redis cache-runs-on-redis")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--both-hold",
        nargs=2,
        default=None,
        metavar=("ID", "ID"),
        help="these two do not contradict each other; stop listing them",
    )
    options.add_store(parser)


def run(args: argparse.Namespace) -> int:
    if args.both_hold:
        return show(both_hold(*args.both_hold, store=args.store, root=args.root), args.format)
    found = find_conflicts(existing_store(args.store, root=args.root))
    if args.format == "json":
        pairs = [{"kind": c.kind, "newer": c.newer.id, "older": c.older.id, "what": c.what} for c in found]
        more = [{"remedy": c.remedy, "chance": c.chance} for c in found]
        print_json({"conflicts": [{**pair, **rest} for pair, rest in zip(pairs, more)]})
        return 0
    for c in found:
        write("%s  %s\n" % (colour(c.kind.replace("_", " "), "yellow"), c.what))
        write("    newer: %s\n    older: %s\n    %s\n" % (one_line(c.newer.title), one_line(c.older.title), c.remedy))
    write("%d pairs may contradict or repeat each other\n" % len(found) if found else "no conflicts found\n")
    return 0
