"""`memories edit ID`: a record in your editor."""

from __future__ import annotations

from ..save.request import SaveRequest
from ..save.template import edit
from . import options
from .outcome import show

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = (
    "Open a record in $VISUAL or $EDITOR and save what you made of it. A record that others changed meanwhile is not "
    "overwritten."
)
EXAMPLES = ("memories edit queues-run-on-redis",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the record's id, the beginning of it, or its path")
    options.add_store(parser)


def run(args: argparse.Namespace) -> int:
    return show(edit(args.id, SaveRequest(data={}, store=args.store, root=args.root)), args.format)
