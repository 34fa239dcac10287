"""`memories resolve ID --by ID`: one record replaces or settles another."""

from __future__ import annotations

from ..save.lifecycle import resolve
from . import options
from .outcome import show

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = (
    "Record that one record replaces or settles another, as `related` in the answer to a save suggests. "
    "The old one becomes superseded and is no longer injected; a tech debt becomes resolved, a constraint "
    "inactive. `memories undo` reverts it."
)
EXAMPLES = (
    "memories resolve queues-run-on-rabbitmq --by queues-run-on-redis",
    "memories resolve slow-ci --by ci-cache",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the old record's ID, the start of its ID, or its path")
    parser.add_argument("--by", required=True, metavar="ID", help="the record that replaces or settles it")
    parser.add_argument("--dry-run", action="store_true", help="show what would change without writing it")
    options.add_store(parser)


def run(args: argparse.Namespace) -> int:
    return show(resolve(args.id, args.by, store=args.store, root=args.root, dry_run=args.dry_run), args.format)
