"""`memories export`: every valid record as JSON lines, the viewer's pages in one file, or rules for other agents."""

from __future__ import annotations

import json
import os
import sys

from ..brief.rules_file import BEGIN, current, files, planned, rules
from ..core.errors import StoreError
from ..core.files import remove_unfinished
from ..doctor.hosts import is_set_up
from ..extras import load
from ..hosts import find, names
from ..setup.apply import diff, put
from ..store.listing import list_folder
from ..store.reader import read_record
from ..store.writer import write_file
from . import options
from .output import answer, note

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from ..core.model import Store

HELP = (
    "Export memories: as jsonl, one record per line, which `memories import jsonl` reads back; or with --html as one "
    "self-contained page without scripts, for example to attach to a pull request. The page has the project's "
    "memories, their health and counts from the ledger, but no prompts, no sessions and nothing from your user store. "
    "--to writes the active rules as a marked block into a file that agents without our brief read, and leaves the "
    "rest of that file as it is; `memories check` says when the block is out of date."
)
EXAMPLES = (
    "memories export jsonl --output backup.jsonl",
    "memories export --html memories.html",
    "memories export --to agents-md",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("form", nargs="?", choices=("jsonl",), metavar="FORM", help="jsonl: records, one per line")
    options.value(parser, "--output FILE", "write to this file instead of standard output")
    options.add_category(parser)
    options.value(parser, "--html FILE", "write the viewer's pages to this file")
    text = "write the active rules into this file of the project: "
    parser.add_argument("--to", default="", choices=files(), metavar="NAME", help=text + ", ".join(files()))
    options.flag(parser, "--dry-run", "--to: show the change without making it")
    options.flag(parser, "--undo", "--to: remove the rules from the file")


def run(args: argparse.Namespace) -> int:
    if len([given for given in (args.html, args.form, args.to) if given]) != 1:
        args.parser.error("pass jsonl, --html FILE or --to NAME")
    if (args.undo or args.dry_run) and not args.to:
        args.parser.error("--undo and --dry-run belong to --to")
    if args.to:
        return _to_file(args, options.project_store(args.root))
    if args.html:
        return int(load("viewer", "commands.report").run(args))
    data = b"".join(_lines(options.project_store(args.root), args.category))
    if args.output:
        path = os.path.abspath(args.output)
        remove_unfinished(*os.path.split(path))
        write_file(path, data)
    else:
        sys.stdout.buffer.write(data)
    return 0


def _to_file(args: argparse.Namespace, store: Store) -> int:
    path, before = current(store, args.to)
    after = planned(path, before, args.to, [] if args.undo else rules(store))
    told = [] if args.undo else [find(name).title for name in readers(store, path)]
    if told:
        why = "{} gets these rules in the brief already".format(" and ".join(told))
        step = f"`memories export --to {args.to} --undo` removes them from the file"
        if BEGIN not in before:
            raise StoreError.at(path, why + "; the file was not changed")
        note(f"{why}; {step}")  # others may need them, and then they should be true
    if after != before and not args.dry_run:
        put(path, before or None, after or None)
    value = {"path": path, "changed": after != before, "dry_run": args.dry_run}
    shown = diff(path, before or None, after or None) if after != before else f"{path}: unchanged\n"
    return answer(args.format, value, lambda _: shown)


def readers(store: Store, path: str) -> list[str]:
    """The hosts that get the brief on this machine and read the file at a real path too."""
    found = []
    for name in names():
        read = [os.path.realpath(os.path.join(store.home, file)) for file in find(name).rules_files.values()]
        found += [name] if path in read and is_set_up(name, store.home) else []
    return found


def _lines(store: Store, category: str) -> Iterator[bytes]:
    """The valid records of a category, or of all."""
    for folder, kind in store.folders:
        for entry in sorted(list_folder(store.root, folder, kind), key=lambda e: e.path):
            memory, raw, _ = (None, None, []) if entry.problem else read_record(store.root, entry.path, kind)
            if memory is not None and category in ("", memory.kind, memory.category):
                yield (json.dumps(raw, ensure_ascii=False) + "\n").encode("utf-8", "replace")
