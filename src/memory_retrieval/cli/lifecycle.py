"""`memories retire|archive|unarchive|restore`: take a record out of use, and back."""

from __future__ import annotations

from ..core.errors import RecordError
from ..save.lifecycle import change_status
from . import options
from .outcome import print_refusal, show

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = {
    "retire": (
        "Take a record out of use: it is no longer injected or found, and `memories index gc` removes it after "
        "the grace period."
    ),
    "archive": "Archive a record: its file stays, but it is never injected and never removed.",
    "unarchive": "Bring an archived record back into use.",
    "restore": "Bring a retired record back into use.",
}
EXAMPLES = {
    "retire": ("memories retire old-queue --reason 'moved to Redis'",),
    "archive": ("memories archive first-release --reason 'history'",),
    "unarchive": ("memories unarchive first-release",),
    "restore": ("memories restore old-queue --reason 'still needed'",),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the record's ID, the beginning of it, or its path")
    parser.add_argument("--reason", default="", metavar="T", help="the reason, kept in the record's history")
    options.add_store(parser)


def run(args: argparse.Namespace) -> int:
    try:
        outcome = change_status(args.command, args.id, args.reason, root=args.root, store=args.store)
    except RecordError as error:
        if args.format == "json":
            return print_refusal(error)
        raise
    return show(outcome, args.format)
