"""What `memories export --html FILE` writes: the viewer's pages as one file."""

from __future__ import annotations

from pathlib import Path

from memory_retrieval.cli.output import print_json, write
from memory_retrieval.core.errors import ConfigError
from memory_retrieval.extras import require

from .serve import open_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def run(args: argparse.Namespace) -> int:
    path = Path(args.html)
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
