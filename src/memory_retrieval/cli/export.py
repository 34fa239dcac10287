"""`memories export`: every valid record as JSON lines, or the viewer's pages in one file."""

from __future__ import annotations

import json
import os
import sys

from ..extras import load
from ..store.listing import list_folder
from ..store.reader import read_record
from ..store.writer import write_file
from . import options

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from ..core.model import Store

HELP = (
    "Export memories: as jsonl, one record per line, which `memories import jsonl` reads back; or with --html as one "
    "self-contained page without scripts, for example to attach to a pull request. The page has the project's "
    "memories, their health and counts from the ledger, but no prompts, no sessions and nothing from your user store."
)
EXAMPLES = (
    "memories export jsonl --output backup.jsonl",
    "memories export --html memories.html",
    "memories export --html team.html --db-url postgresql://db.example/memories --workspace shop",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("form", nargs="?", choices=("jsonl",), metavar="FORM", help="jsonl: records, one per line")
    parser.add_argument("--output", default="", metavar="FILE", help="write to this file instead of standard output")
    options.add_category(parser)
    parser.add_argument("--html", default="", metavar="FILE", help="write the viewer's pages to this file")
    options.add_db_url(parser)
    options.add_workspace(parser)


def run(args: argparse.Namespace) -> int:
    if bool(args.html) == bool(args.form):
        args.parser.error("pass jsonl, or --html FILE")
    if args.html:
        return int(load("viewer", "commands.report").run(args))
    data = b"".join(_lines(options.project_store(args.root), args.category))
    if args.output:
        write_file(os.path.abspath(args.output), data)
    else:
        sys.stdout.buffer.write(data)
    return 0


def _lines(store: Store, category: str) -> Iterator[bytes]:
    """The valid records of a category, or of all."""
    for folder, kind in store.folders:
        for entry in sorted(list_folder(store.root, folder, kind), key=lambda e: e.path):
            memory, raw, _ = (None, None, []) if entry.problem else read_record(store.root, entry.path, kind)
            if memory is not None and category in ("", memory.kind, memory.category):
                yield (json.dumps(raw, ensure_ascii=False) + "\n").encode("utf-8", "replace")
