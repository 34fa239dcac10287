"""What `retire`, `archive`, `unarchive` and `restore` have in common. No command of its own."""

from __future__ import annotations

from ..core.errors import RecordError
from ..save.lifecycle import change_status
from ..save.request import SaveOutcome
from .output import note, write
from .save import report

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the record's id, whole, or its path")
    parser.add_argument("--reason", default="", metavar="T", help="why; kept in the record's history")
    parser.add_argument(
        "--store", choices=("project", "user"), default="project", help="which store (default: project)"
    )


def run_verb(verb: str, args: argparse.Namespace) -> int:
    return show(change_status(verb, args.id, args.reason, root=args.root, store=args.store), args.format)


def show(outcome: SaveOutcome, form: str) -> int:
    """JSON, or one line for a person."""
    if form == "json":
        return report(outcome)
    if outcome.status == "rejected":
        raise RecordError("refused", outcome.problems)

    write("%s: %s (%s)\n" % (outcome.status.replace("_", " "), outcome.id or "-", outcome.path))
    for line in outcome.notes:
        note(line)
    return 0
