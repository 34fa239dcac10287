"""`memories resolve ID --by ID`: one record replaces or settles another."""

from __future__ import annotations

from ..save.resolve import resolve
from . import options
from .outcome import show

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = (
    "Say that one record replaces or settles another, as `related` of a save suggests: the old one is superseded and "
    "no longer injected,\n"
    "a debt becomes resolved, a constraint inactive. `memories undo` takes it back."
)
EXAMPLES = (
    "memories resolve queues-run-on-rabbitmq --by queues-run-on-redis",
    "memories resolve slow-ci --by ci-cache",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the old record's id, the beginning of it, or its path")
    parser.add_argument("--by", required=True, metavar="ID", help="the record that replaces or settles it")
    parser.add_argument("--dry-run", action="store_true", help="write nothing, say what would change")
    options.add_store(parser)


def run(args: argparse.Namespace) -> int:
    return show(resolve(args.id, args.by, store=args.store, root=args.root, dry_run=args.dry_run), args.format)
