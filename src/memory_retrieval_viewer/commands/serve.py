"""`memories serve`: the viewer, on this machine only."""

from __future__ import annotations

import argparse
import os
import sys

from memory_retrieval.cli.output import note, print_json, write
from memory_retrieval.extras import require

HELP = (
    "Open the viewer in your browser: decide what needs you, search memories and documents, see where they "
    "come from and what the code says now, and try what a prompt gets. It listens on 127.0.0.1 only, prints its address "
    "(with a token) first, and stops when it has not been used for a while."
)
EXAMPLES = (
    "memories serve",
    "memories serve --port 8421 --no-browser",
    "memories serve --idle 120 --root ../shop",
)
MODULES = ("starlette", "jinja2", "uvicorn")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port",
        type=int,
        default=0,
        metavar="N",
        help="the port (default: a free one)",
    )
    parser.add_argument(
        "--no-browser",
        action="store_true",
        help="print the address without opening a browser",
    )
    parser.add_argument(
        "--idle",
        type=float,
        default=30.0,
        metavar="MINUTES",
        help="stop after this many minutes without a request (default: 30; 0: never)",
    )


def run(args: argparse.Namespace) -> int:
    if not 0 <= args.port <= 65_535:
        args.parser.error("--port must be from 0 to 65535")
    if not args.idle >= 0:
        args.parser.error("--idle must be 0 or more minutes")
    require("web", MODULES)
    from .. import server
    from ..source.files import FilesSource

    def announce(url: str, port: int) -> None:
        if args.format == "json":
            print_json({"url": url, "port": port, "pid": os.getpid()})
        else:
            write(f"{url}\n")
        sys.stdout.flush()

    browse = None if args.no_browser or not server.may_browse() else _browse
    source = FilesSource(args.root, os.getcwd())
    if server.serve(source, args.port, args.idle * 60, announce, browse):
        note(
            f"the viewer stopped after {args.idle:g} minutes without a request; `memories serve` starts it again"
        )
    return 0


def _browse(url: str) -> None:
    import webbrowser

    try:
        webbrowser.open(url)
    except (OSError, webbrowser.Error):
        pass  # the address is on the terminal
