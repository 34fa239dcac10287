"""`memories serve`: the viewer, on this machine only."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from typing import TYPE_CHECKING

from ..core.errors import ConfigError
from ..extras import PostgresImports, require
from . import options
from .output import note, print_json, write

if TYPE_CHECKING:
    from ..web.source.protocol import Source

HELP = (
    "Open the viewer in the browser: memories with search, history and the prompts they came to, try-a-prompt, the "
    "store's health, the\n"
    "inbox. Listens on 127.0.0.1 only, prints its address (with a token) first, and ends by itself when nobody asks "
    "for anything."
)
EXAMPLES = (
    "memories serve",
    "memories serve --port 8421 --no-browser",
    "memories serve --idle 120 --root ../shop",
    "memories serve --db-url postgresql://db.example/memories --workspace shop",
)
LOOPBACK = "127.0.0.1"
MODULES = ("starlette", "jinja2", "uvicorn")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, default=0, metavar="N", help="the port (default: a free one)")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    parser.add_argument(
        "--idle",
        type=float,
        default=30.0,
        metavar="MINUTES",
        help="end after that long without a request (default: 30; 0: never)",
    )
    parser.add_argument(
        "--host", default=LOOPBACK, metavar="ADDRESS", help="listen there instead; beyond 127.0.0.1 others can reach it"
    )
    options.add_db_url(parser)
    options.add_workspace(parser)


def run(args: argparse.Namespace) -> int:
    if not 0 <= args.port <= 65_535:
        args.parser.error("--port takes 0 to 65535")
    if not args.idle >= 0:
        args.parser.error("--idle takes minutes, 0 or more")
    require("web", *MODULES)
    from ..web import server

    if not args.host.strip():
        raise ConfigError("--host: is empty; leave it out to listen on this machine only")
    if not server.is_loopback(args.host):
        may = "do in this database what its role may" if args.db_url else "read and change this store"
        note(
            "warning: %s can be reached from other machines; who has the address with the token may %s, and the "
            "connection is not"
            " encrypted" % (args.host, may)
        )

    def announce(url: str, port: int) -> None:
        if args.format == "json":
            print_json({"url": url, "port": port, "pid": os.getpid()})
        else:
            write(url + "\n")
        sys.stdout.flush()

    browse = None if args.no_browser or not server.may_browse() else _browse
    if server.serve(open_source(args), args.host, args.port, args.idle * 60, announce, browse):
        note(
            "nothing was asked for in %g minutes, so the viewer has ended; `memories serve` starts it again" % args.idle
        )
    return 0


def open_source(args: argparse.Namespace) -> Source:
    """What is to be shown: the project's files, or with --db-url a team database."""
    if args.workspace and not args.db_url:
        args.parser.error("--workspace goes with --db-url")
    if not args.db_url:
        from ..web.source.files import FilesSource

        return FilesSource(args.root, os.getcwd())
    with PostgresImports():
        from ..web.source.team import TeamSource

    logging.getLogger("psycopg").addHandler(
        logging.NullHandler()
    )  # it would log every lost connection, which the pages report
    if options.shows_password(args.db_url):
        note(options.VISIBLE)
    return TeamSource(args.db_url, args.workspace)


def _browse(url: str) -> None:
    import webbrowser

    try:
        webbrowser.open(url)
    except (OSError, webbrowser.Error):
        pass  # the address is on the terminal
