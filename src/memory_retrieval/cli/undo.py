"""`memories undo`: takes back the last write to a store."""

from __future__ import annotations

from ..core.sanitize import one_line
from ..save.undo import undo, writes
from . import options
from .outcome import print_line
from .output import colour, print_json, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

HELP = "Undo the last write to this store; run it again to undo the one before. The last 20 writes are kept."
EXAMPLES = ("memories undo", "memories undo --list", "memories undo --dry-run", "memories undo --store user")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--list", action="store_true", help="list the writes that can be undone, newest first")
    parser.add_argument("--dry-run", action="store_true", help="show what would be undone without changing anything")
    options.add_store(parser, "patterns")


def run(args: argparse.Namespace) -> int:
    if args.list:
        return _list(writes(root=args.root, store=args.store), args.format)
    outcome = undo(root=args.root, store=args.store, dry_run=args.dry_run)
    if args.format == "json":
        return print_line(outcome)
    write("".join(line + "\n" for line in outcome.notes))
    return 0


def _list(found: list[dict[str, Any]], form: str) -> int:
    if form == "json":
        print_json({"writes": found})
        return 0
    for item in found:
        words = [one_line(str(item[key] or "-"), 80) for key in ("when", "action", "id")]
        write("%s  %s  %s\n" % (colour(words[0], "dim"), *words[1:]))
        if item["changed"]:
            write("    changed since: %s\n" % one_line(", ".join(item["changed"]), 300))
    write("" if found else "nothing to undo\n")
    return 0
