"""`memories retire` and `memories restore`: take a record out of use, and bring it back."""

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
        "the grace period. With --archive its file stays for good."
    ),
    "restore": "Bring a retired or archived record back into use.",
}
EXAMPLES = {
    "retire": (
        "memories retire old-queue --reason 'moved to Redis'",
        "memories retire first-release --archive --reason 'history'",
    ),
    "restore": ("memories restore old-queue --reason 'still needed'",),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the record's ID, the start of its ID, or its path")
    if parser.prog.endswith("retire"):
        parser.add_argument("--archive", action="store_true", help="keep the file for good; it is never removed")
    parser.add_argument("--reason", default="", metavar="T", help="the reason, kept in the record's history")
    options.add_store(parser)


def run(args: argparse.Namespace) -> int:
    verb = "archive" if getattr(args, "archive", False) else args.command
    try:
        outcome = change_status(verb, args.id, args.reason, root=args.root, store=args.store)
    except RecordError as error:
        if args.format == "json":
            return print_refusal(error)
        raise
    return show(outcome, args.format)
