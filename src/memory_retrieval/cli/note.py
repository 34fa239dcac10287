"""`memories note TEXT`: keeps one sentence, to be completed later."""

from __future__ import annotations

from ..save.note import keep_note
from .output import print_json, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = (
    "Keep one sentence. It goes to the inbox word for word, with a guessed category and a list of what a "
    "complete record still needs. `memories inbox accept ID` asks for the missing parts and saves the "
    "record."
)
EXAMPLES = (
    "memories note 'Deploys on Fridays are forbidden since the outage in May'",
    "memories note --category preference 'never use `any` in TypeScript'",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("text", nargs="+", metavar="TEXT", help="the sentence")
    parser.add_argument("--category", default="", metavar="C", help="its category (default: guessed)")


def run(args: argparse.Namespace) -> int:
    kept = keep_note(" ".join(args.text), args.category, root=args.root)
    if args.format == "json":
        print_json(kept)
        return 0
    write("noted as a %s%s: %s\n" % (kept["category"], " (guessed)" if kept["guessed"] else "", kept["id"]))
    write("missing: %s\n" % ", ".join(kept["missing"]) if kept["missing"] else "")
    write(
        "`memories inbox accept %s` %s\n"
        % (kept["id"], "asks for it and saves the record" if kept["missing"] else "saves it")
    )
    return 0
