"""`memories candidate`: which record new information would change. Writes nothing."""

from __future__ import annotations

import sys

from ..save.candidate import EVENTS, propose
from ..save.draft import MAX_INPUT, category_of
from ..save.writable import find_writable
from . import options
from .output import print_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = (
    "Decide whether new information needs a new record or changes an existing one: CREATE, UPDATE, "
    "UPDATE_OR_DELETE or NOOP. Prints one JSON line."
)
EXAMPLES = (
    "echo 'queues moved from RabbitMQ to Redis' | memories candidate --category decision",
    "memories candidate --category tech_debt --new-info 'queue retries have a back-off now' --lifecycle-event resolved",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--category", required=True, metavar="C", help="the category")
    parser.add_argument("--new-info", default=None, metavar="TEXT", help="the information (default: standard input)")
    parser.add_argument(
        "--new-info-file", default="", metavar="F", help="a file that contains it; takes precedence over --new-info"
    )
    parser.add_argument(
        "--lifecycle-event", choices=EVENTS, default="", help="what happened to the subject of the record"
    )
    options.add_store(parser)


def run(args: argparse.Namespace) -> int:
    category = category_of(args.category)
    store = find_writable(args.store, root=args.root)
    entries = store.entries() if store.exists() else []
    print_json(propose(store, entries, category, _text(args), args.lifecycle_event))
    return 0


def _text(args: argparse.Namespace) -> str:
    if args.new_info_file:
        with open(args.new_info_file, "rb") as file:
            return file.read(MAX_INPUT).decode("utf-8", "replace")
    if args.new_info is not None:
        return str(args.new_info)
    return sys.stdin.buffer.read(MAX_INPUT).decode("utf-8", "replace")
