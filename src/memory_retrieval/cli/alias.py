"""`memories alias ID PHRASE...`: phrasings under which one memory is found."""

from __future__ import annotations

from ..core.errors import RecordError
from ..save.aliases import AliasChange, change_aliases
from . import options
from .outcome import print_line, print_refusal, show
from .output import write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = (
    "Add aliases to a memory: up to 8 phrases that somebody would search for, in other words than its "
    "title. Upper and lower case count as the same. `memories undo` reverts the change."
)
EXAMPLES = (
    "memories alias queues-run-on-redis 'background jobs' 'which broker do we use'",
    "memories alias queues-run 'job queue' --remove 'background jobs' --dry-run",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the record's ID, the start of its ID, or its path")
    parser.add_argument("phrases", nargs="*", metavar="PHRASE", help="phrases to add, at most 120 characters each")
    parser.add_argument("--remove", action="append", default=[], metavar="PHRASE", help="remove this alias; repeatable")
    parser.add_argument("--dry-run", action="store_true", help="show the changes without writing them")
    options.add_store(parser)


def run(args: argparse.Namespace) -> int:
    if not args.phrases and not args.remove:
        args.parser.error("give phrases to add, or --remove PHRASE")
    change = AliasChange(id=args.id, add=args.phrases, remove=args.remove)
    try:
        outcome = change_aliases(change, args.store, root=args.root, dry_run=args.dry_run)
    except RecordError as error:
        if args.format == "json":
            return print_refusal(error)
        raise
    if args.format == "json":
        return print_line(outcome)
    show(outcome, args.format)
    write(outcome.diff or "".join("  %s\n" % alias for alias in outcome.aliases or ()))
    return 0
