"""`memories export FORM`: every valid record on standard output or in a file."""

from __future__ import annotations

import json
import os
import sys

from ..core.sanitize import one_line, visible
from ..store.layouts import DISPLAY
from ..store.listing import list_folder
from ..store.reader import read_record
from ..store.writer import write_file
from .options import project_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from typing import Any

    from ..core.model import Memory, Store

HELP = (
    "Export memories: as jsonl (one record per line; `memories import jsonl` reads it back) or as markdown, for people."
)
EXAMPLES = ("memories export jsonl --output backup.jsonl", "memories export markdown --category decision")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("form", choices=("jsonl", "markdown"), metavar="FORM", help="jsonl or markdown")
    parser.add_argument("--output", default="", metavar="FILE", help="write to this file instead of standard output")
    parser.add_argument("--category", default="", metavar="C", help="only this category or kind")


def run(args: argparse.Namespace) -> int:
    store = project_store(args.root)
    convert = _markdown if args.form == "markdown" else _line
    text = "".join(
        convert(memory, raw)
        for memory, raw in _records(store)
        if not args.category or args.category in (memory.kind, memory.category)
    )
    data = text.encode("utf-8", "replace")
    if args.output:
        write_file(os.path.abspath(args.output), data)
    else:
        sys.stdout.buffer.write(data)
    return 0


def _records(store: Store) -> Iterator[tuple[Memory, dict[str, Any]]]:
    for folder, kind in store.folders:
        for entry in sorted(list_folder(store.root, folder, kind), key=lambda e: e.path):
            memory, raw, _ = (None, None, []) if entry.problem else read_record(store.root, entry.path, kind)
            if memory is not None and raw is not None:
                yield memory, raw


def _line(memory: Memory, raw: dict[str, Any]) -> str:
    return json.dumps(raw, ensure_ascii=False) + "\n"


def _markdown(memory: Memory, raw: dict[str, Any]) -> str:
    lines = [
        "## %s" % one_line(memory.title),
        "",
        "*%s*, %s%s" % (DISPLAY.get(memory.kind, "MEMORY"), memory.status, ", `%s`" % memory.path),
        "",
    ]
    body = (
        raw["content"]
        if isinstance(raw.get("content"), dict)
        else {k: v for k, v in raw.items() if k not in ("id", "title", "tags")}
    )
    for key, value in body.items():
        if isinstance(value, list):
            lines += (
                ["**%s**" % key, ""]
                + ["- " + one_line(v if isinstance(v, str) else json.dumps(v, ensure_ascii=False), 2000) for v in value]
                + [""]
            )
        elif value not in (None, "", {}):
            lines += [
                "**%s**: %s"
                % (key, visible(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))),
                "",
            ]
    return "\n".join(lines) + "\n"
