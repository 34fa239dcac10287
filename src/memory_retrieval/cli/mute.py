"""`memories mute`: a memory that this user never wants injected; search still finds it."""

from __future__ import annotations

from ..save import find
from ..state import usage
from .options import project_store
from .output import print_json, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = (
    "Stop injecting this memory, for you only and in this repository only. Search still finds it. --off lets it be "
    "injected again."
)
EXAMPLES = ("memories mute use-tabs", "memories mute use-tabs --off")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the memory's ID, the start of its ID, or its path")
    parser.add_argument("--off", action="store_true", help="unmute it: let it be injected again")
    parser.add_argument("--dry-run", action="store_true", help="show what would change without changing it")


def run(args: argparse.Namespace) -> int:
    muted = not args.off
    store = project_store(args.root)
    entry = find.locate(args.id, args.root)[1]
    path = entry.path
    already = path in usage.load(store.root).muted
    if not args.dry_run:
        usage.set_muted(store.root, path, muted)
    word = "muted" if muted else "unmuted"
    if args.format == "json":
        print_json({"status": word if already != muted else "already_" + word, "id": entry.id, "path": path})
    else:
        write("%s%s: %s\n" % ("would be " if args.dry_run else "", word, path))
    return 0
