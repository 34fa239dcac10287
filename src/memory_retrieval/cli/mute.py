"""`memories mute|unmute`: a memory that this user never wants injected; search still finds it."""

from __future__ import annotations

from ..core.errors import StoreError
from ..save.writable import team_copies
from ..state import usage
from ..store.reader import read_store
from .output import print_json, write
from .shared import project_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..core.model import Store

HELP = {
    "mute": (
        "Never inject this memory, for this user in this repository. "
        "Search still finds it; `memories unmute` takes it back."
    ),
    "unmute": "Allow a muted memory to be injected again.",
}
EXAMPLES = {
    "mute": ("memories mute use-tabs", "memories mute .claude/memory/preferences/use-tabs.json"),
    "unmute": ("memories unmute use-tabs",),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="id or path of the memory")
    parser.add_argument("--dry-run", action="store_true", help="only say what would be changed")


def run(args: argparse.Namespace) -> int:
    muted = args.command == "mute"
    store = project_store(args.root)
    path, identity = _find(store, args.id)
    already = path in usage.load(store.root).muted
    if not args.dry_run:
        usage.set_muted(store.root, path, muted)
    word = "muted" if muted else "unmuted"
    if args.format == "json":
        print_json({"status": word if already != muted else "already_" + word, "id": identity, "path": path})
    else:
        write("%s%s: %s\n" % ("would be " if args.dry_run else "", word, path))
    return 0


def _find(store: Store, wanted: str) -> tuple[str, str]:
    for path, memory, _ in read_store(store):
        if memory is not None and wanted in (memory.id, path):
            return path, memory.id
    for _, entry in team_copies(store.root, wanted):
        return entry.path, entry.id
    close = [
        memory.id
        for _, memory, _ in read_store(store)
        if memory is not None and wanted and memory.id.startswith(wanted)
    ][:3]
    step = "did you mean %s?" % ", ".join(close) if close else "`memories list` shows the ids"
    raise StoreError("%s: no such memory here; %s" % (wanted, step))
