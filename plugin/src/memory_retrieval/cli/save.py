"""`memories save` and `note`: one command from a record or a sentence to a file."""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Callable

from ..core.errors import MemoryRetrievalError
from ..core.model import JsonObject
from ..save import draft
from ..save.note import MAX_NOTE, keep
from ..save.request import SaveOutcome, SaveRequest
from ..save.service import save
from . import options
from .output import note, print_line, print_refusal, show_saved

HELP = (
    "Store a sentence, or a complete or partial memory, given as JSON on standard input or in a file. A memory updates "
    "the one with the same ID or title in the category, or the one named by --update; otherwise it is a "
    "new one. Prints one JSON line, on a terminal a sentence; `related` lists the memories that the new one may "
    "contradict, repeat or settle."
)
EXAMPLES = (
    "memories save 'Queues run on Redis, because RabbitMQ lost jobs' --supersedes queues-run-on-rabbitmq",
    'echo \'{"category":"preference","title":"Dates are ISO 8601","topic":"dates","value":"ISO 8601",'
    '"reason":"sorts as text","strength":"strong"}\' | memories save',
    "memories save --category decision --title 'Queues run on Redis' --edit",
    "memories save --update queues-run-on-redis --file change.json --dry-run",
    "memories save --update queues-run-on-redis --supersedes queues-run-on-rabbitmq",
    "memories save --store patterns --kind pattern --file pattern.json",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    _add_sentence(parser)
    options.value(
        parser, "--file F", "read the memory from this file instead of standard input"
    )
    options.value(
        parser,
        "--title T",
        "the memory's title; takes precedence over the title in the memory",
    )
    options.flag(parser, "--edit", "fill in its JSON in $VISUAL or $EDITOR")
    parser.add_argument(
        "--action",
        choices=("create", "update"),
        default="",
        help="allow only this action",
    )
    options.value(parser, "--update ID", "the memory to update, whatever its title")
    options.value(
        parser,
        "--hash H",
        "SHA-256 or MD5 of the file to update; refused if the file has changed",
    )
    options.add_store(parser, "patterns")
    parser.add_argument(
        "--kind",
        choices=("pattern", "source", "backlog", "event", "review"),
        default="",
        help="the kind of memory in a pattern store",
    )
    options.flag(parser, "--dry-run", "show the changes without writing them")


def run(args: argparse.Namespace) -> int:
    """Saves the sentence of the command line, else the record of the editor, of a file or of standard input."""
    text = " ".join(args.text)
    if text and (args.edit or args.file or args.title or args.update):
        args.parser.error(
            "--edit, --file, --title and --update go with a memory, not with a sentence"
        )
    if text and not text.startswith("{"):
        return _print(args, lambda: keep(_request(args, _listed(args, {})), text))
    if args.edit:
        from ..save.editor import save_edited

        return _print(args, lambda: save_edited(_request(args, {})))
    return _print(args, lambda: save(_request(args, _listed(args, _input(args, text)))))


def _print(args: argparse.Namespace, write: Callable[[], SaveOutcome]) -> int:
    """The outcome as one JSON line, on a terminal in words unless JSON was asked for. The exit code."""
    gc.disable()  # the process ends with this record, and a collection is a tenth of the time it takes
    in_words = args.format != "json" and sys.stdout.isatty()
    try:
        outcome = write()
    except MemoryRetrievalError as error:
        if in_words:
            raise
        code = print_refusal(error)
        if args.format != "json":
            note("nothing was saved; see `problems` in the line above")
        return code
    return show_saved(outcome) if in_words else print_line(outcome)


def _input(args: argparse.Namespace, text: str) -> JsonObject:
    """The record of the command line, a file or standard input; none is needed where options say what changes."""
    optional = bool(args.update and (args.supersedes or args.alias) and not args.file)
    if not text and not (optional and sys.stdin.isatty()):
        text = options.read_input(args.file, draft.MAX_INPUT + 1)
    return {} if optional and not text.strip() else draft.parse(text)


def _listed(args: argparse.Namespace, data: JsonObject) -> JsonObject:
    """The record with what the repeatable options add to its lists."""
    for key, more in (("supersedes", args.supersedes), ("aliases", args.alias)):
        if more and isinstance(data.get(key) or [], list):
            data[key] = [*(data.get(key) or ()), *more]
    return data


def _request(args: argparse.Namespace, data: JsonObject) -> SaveRequest:
    return SaveRequest(
        options.place(args),
        data,
        category=args.category,
        title=args.title,
        action=args.action,
        update_id=args.update,
        digest=args.hash,
        kind=args.kind,
        dry_run=args.dry_run,
        by_user=options.by_user(),
    )


def _add_sentence(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("text", nargs="*", metavar="TEXT", help="the sentence")
    options.value(
        parser, "--category C", "the category (default: guessed from a sentence)"
    )
    for option, name, what in (
        (
            "--supersedes",
            "ID",
            "a memory, or the path of a document, that this one replaces",
        ),
        ("--alias", "TEXT", "a phrase that somebody would search for"),
    ):
        parser.add_argument(
            option,
            action="append",
            default=[],
            metavar=name,
            help=f"{what}; repeatable",
        )


def _note(args: argparse.Namespace) -> int:
    """Saves a sentence; without one on the command line, that of standard input."""
    text = " ".join(args.text)
    if not args.text and not sys.stdin.isatty():
        text = options.read_input("", 4 * MAX_NOTE)
    data = _listed(args, {})
    return _print(
        args,
        lambda: keep(
            SaveRequest(options.place(args), data, category=args.category), text
        ),
    )


WORDS = {
    "note": (
        "Store a sentence at once, as a memory with a guessed category. Its other fields stay empty "
        "until somebody fills them in with `memories save --update ID`. Answers as `memories save` does.",
        (
            "memories note 'Deploys on Fridays are forbidden since the outage in May'",
            "memories note --category preference 'never use `any` in TypeScript'",
            "memories note 'Backups are kept for ninety days' --supersedes backups-are-kept-for-thirty-days",
        ),
        _add_sentence,
        _note,
    )
}
