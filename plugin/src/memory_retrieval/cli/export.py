"""`memories export`: every valid record as JSON lines, the viewer's pages in one file, or rules for other agents."""

from __future__ import annotations

import argparse
import os
import sys

from ..brief.rules_file import files
from ..core.files import remove_unfinished
from ..extras import load
from ..library.export import json_lines, rules_into
from ..store.writer import write_file
from . import options
from .output import answer, note

HELP = (
    "Export memories: as jsonl, one memory a line, which `memories import jsonl` reads back; or with --html as one "
    "self-contained page without scripts, for example to attach to a pull request. The page has the project's "
    "memories, their health and how often each came, but no prompts, no sessions and nothing from your user store. "
    "--to writes the active rules as a marked block into a file that agents without our brief read, and leaves the "
    "rest of that file as it is; `memories check` says when the block is out of date."
)
EXAMPLES = (
    "memories export jsonl --output backup.jsonl",
    "memories export --html memories.html",
    "memories export --to agents-md",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "form",
        nargs="?",
        choices=("jsonl",),
        metavar="FORM",
        help="jsonl: one memory a line",
    )
    options.value(
        parser, "--output FILE", "write to this file instead of standard output"
    )
    options.add_category(parser)
    options.value(parser, "--html FILE", "write the viewer's pages to this file")
    text = "write the active rules into this file of the project: "
    parser.add_argument(
        "--to",
        default="",
        choices=files(),
        metavar="NAME",
        help=text + ", ".join(files()),
    )
    options.flag(parser, "--dry-run", "--to: show the change without making it")
    options.flag(parser, "--undo", "--to: remove the rules from the file")


def run(args: argparse.Namespace) -> int:
    if len([given for given in (args.html, args.form, args.to) if given]) != 1:
        args.parser.error("pass jsonl, --html FILE or --to NAME")
    if (args.undo or args.dry_run) and not args.to:
        args.parser.error("--undo and --dry-run belong to --to")
    if args.html:
        return int(load("viewer", "commands.report").run(args))
    store = options.project_store(args.root)
    if args.to:
        value, change, warning = rules_into(
            store, args.to, undo=args.undo, dry_run=args.dry_run
        )
        if warning:
            note(warning)
        return answer(args.format, value, lambda _: change)
    data = b"".join(json_lines(store, args.category))
    if args.output:
        path = os.path.abspath(args.output)
        remove_unfinished(*os.path.split(path))
        write_file(path, data)
    else:
        sys.stdout.buffer.write(data)
    return 0
