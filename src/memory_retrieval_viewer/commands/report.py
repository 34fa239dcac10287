"""`memories report`: the viewer's pages as one file."""

from __future__ import annotations

import argparse
from pathlib import Path

from memory_retrieval.cli import options
from memory_retrieval.cli.output import print_json, write
from memory_retrieval.core.errors import ConfigError
from memory_retrieval.extras import require

from .serve import open_source

HELP = (
    "Write what the viewer shows to one self-contained HTML file without scripts, for example to attach to "
    "a pull request. It contains the project's memories, their health and counts from the ledger, but no "
    "prompts, no sessions and nothing from your user store."
)
EXAMPLES = (
    "memories report --html memories.html",
    "memories report --html team.html --db-url postgresql://db.example/memories --workspace shop",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--html", type=Path, required=True, metavar="FILE", help="the file to write")
    options.add_db_url(parser)
    options.add_workspace(parser)


def run(args: argparse.Namespace) -> int:
    path: Path = args.html
    if path.is_dir() or not path.resolve().parent.is_dir():
        raise ConfigError(f"{path}: cannot write there; use a path in an existing folder")
    require("web", ("starlette", "jinja2"))
    from ..report_file import make

    source = open_source(args)
    try:
        text = make(source)
        shown = sum(row.scope != "user" for row in source.rows())
    finally:
        source.close()
    path.write_text(text, encoding="utf-8", errors="replace")
    if args.format == "json":
        print_json({"file": str(path), "bytes": path.stat().st_size, "memories": shown})
    else:
        write("wrote %s (%d kB)\n" % (path, -(-path.stat().st_size // 1024)))
    return 0
