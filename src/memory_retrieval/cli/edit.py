"""`memories edit ID`: a record in your editor."""

from __future__ import annotations

from ..core.errors import RecordError
from ..save.request import SaveRequest
from ..save.template import edit
from . import options
from .outcome import print_refusal, show

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = (
    "Open a record in $VISUAL or $EDITOR and save your changes. If somebody else has changed the record in "
    "the meantime, it is not overwritten."
)
EXAMPLES = ("memories edit queues-run-on-redis",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the record's ID, the start of its ID, or its path")
    options.add_store(parser)


def run(args: argparse.Namespace) -> int:
    try:
        outcome = edit(args.id, SaveRequest(data={}, store=args.store, root=args.root))
    except RecordError as error:
        if args.format == "json":
            return print_refusal(error)
        raise
    return show(outcome, args.format)
