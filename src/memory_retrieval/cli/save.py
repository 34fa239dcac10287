"""`memories save`: one command from a record, whole or partial, to a file."""

from __future__ import annotations

import gc
import sys

from ..core.errors import MemoryRetrievalError, RecordError
from ..save import draft
from ..save.request import SaveRequest
from ..save.service import save
from .options import read_input
from .outcome import print_line, print_refusal
from .output import note

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

HELP = (
    "Store a complete or partial record, given as JSON on standard input or in a file. It updates the "
    "record with the same ID or title in the category, or the one named by --update; otherwise it creates "
    "a new one. Prints one JSON line; `related` lists the records that the new one may contradict, repeat "
    "or settle."
)
EXAMPLES = (
    'echo \'{"category":"preference","title":"Dates are ISO 8601","topic":"dates","value":"ISO 8601",'
    '"reason":"sorts as text","strength":"strong"}\' | memories save',
    "memories save --category decision --title 'Queues run on Redis' --edit",
    "memories save --update queues-run-on-redis --file change.json --dry-run",
    "memories save --update queues-run-on-redis --supersedes queues-run-on-rabbitmq",
    "memories save --store patterns --kind pattern --file pattern.json",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--file", default="", metavar="F", help="read the record from this file instead of standard input"
    )
    parser.add_argument(
        "--category", default="", metavar="C", help="the record's category, if the record does not name it"
    )
    parser.add_argument(
        "--title", default="", metavar="T", help="the record's title; takes precedence over the title in the record"
    )
    parser.add_argument("--edit", action="store_true", help="fill in a template in $VISUAL or $EDITOR")
    parser.add_argument("--action", choices=("create", "update"), default="", help="allow only this action")
    parser.add_argument("--update", default="", metavar="ID", help="the record to update, whatever its title")
    parser.add_argument(
        "--supersedes", action="append", default=[], metavar="ID", help="a record that this one replaces; repeatable"
    )
    parser.add_argument(
        "--hash", default="", metavar="H", help="SHA-256 or MD5 of the file to update; refused if the file has changed"
    )
    parser.add_argument(
        "--store", choices=("project", "user", "patterns"), default="project", help="which store (default: project)"
    )
    parser.add_argument(
        "--kind",
        choices=("pattern", "source", "backlog", "event", "review"),
        default="",
        help="the kind of record in a pattern store",
    )
    parser.add_argument("--dry-run", action="store_true", help="show the changes without writing them")


def run(args: argparse.Namespace) -> int:
    gc.disable()  # the process ends with this record, and a collection is a tenth of the time it takes
    if args.edit:
        from ..save.template import save_edited

        try:
            return print_line(save_edited(_request(args, {})))
        except RecordError as error:
            return _refuse(error, args.format)
    try:
        return print_line(save(_request(args, _input(args))))
    except MemoryRetrievalError as error:
        return _refuse(error, args.format)


def _refuse(error: MemoryRetrievalError, form: str) -> int:
    """The refusal as JSON, and for a person who did not ask for JSON one line that points to it; the exit code."""
    code = print_refusal(error)
    if form != "json":
        note("nothing was saved; see `problems` in the line above")
    return code


def _input(args: argparse.Namespace) -> dict[str, Any]:
    """The record of a file or of standard input; none is needed to say only what a record supersedes."""
    optional = bool(args.update and args.supersedes and not args.file)
    text = "" if optional and sys.stdin.isatty() else read_input(args.file, draft.MAX_INPUT + 1)
    data = {} if optional and not text.strip() else draft.parse(text)
    if args.supersedes and isinstance(data.get("supersedes") or [], list):
        data["supersedes"] = [*(data.get("supersedes") or ()), *args.supersedes]
    return data


def _request(args: argparse.Namespace, data: dict[str, Any]) -> SaveRequest:
    return SaveRequest(
        data=data,
        category=args.category,
        title=args.title,
        action=args.action,
        update_id=args.update,
        digest=args.hash,
        store=args.store,
        kind=args.kind,
        root=args.root,
        dry_run=args.dry_run,
    )
