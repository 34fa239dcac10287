"""`memories off|on`: whether anything is injected in this repository for this user."""

from __future__ import annotations

import os

from ..core import config
from ..core.repository import repository_root
from ..state import switch
from ..store.scope import find_project
from .output import note, print_json, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = {
    "off": (
        "Stop injecting memories in this repository, for you only. The commands keep working. `memories on` reverts it."
    ),
    "on": "Inject memories in this repository again after `memories off`.",
}
EXAMPLES = {"off": ("memories off", "memories off --root ~/code/shop"), "on": ("memories on",)}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="show what would change without changing it")


def run(args: argparse.Namespace) -> int:
    """Switches the project at --root, or the one around the working folder."""
    off = args.command == "off"
    store = find_project(os.getcwd(), args.root)
    root = store.root if store else os.path.realpath(args.root or repository_root(os.getcwd()) or os.getcwd())
    changed = (switch.is_off(root) != off) if args.dry_run else switch.set_off(root, off)
    if args.format == "json":
        print_json({"status": args.command, "changed": changed, "root": root})
    elif args.dry_run:
        write("%s in %s\n" % ("would be switched " + args.command if changed else "is already " + args.command, root))
    else:
        write("injection is %s in %s\n" % (args.command, root))
    if config.switched_off() and not off:
        note("MEMORIES_OFF is set in the environment, so nothing is injected; unset it")
    return 0
