"""Options that several commands share, and the values behind them."""

from __future__ import annotations

import os

from ..core import config
from ..core.errors import MemoryRetrievalError
from ..core.sanitize import one_line
from ..store.scope import EMPTY_STORE, require_project

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..core.model import Store

EMPTY = EMPTY_STORE + "\n"


def project_store(root: str) -> Store:
    """The store at `root`, else the one around the working folder; StoreError with the next step when there is none."""
    return require_project(os.getcwd(), root)


def nothing_found(args: argparse.Namespace, query: str, searched: int) -> str:
    """What a search without a result prints; `searched` is the number of memories that it looked at."""
    if not searched and not args.db_url:
        from ..library import records  # only here: it costs every command its start

        if not records.read_all(args.root).memories:
            return EMPTY
    return "no memories found for %s\n" % one_line(query, 80)


def add_db_url(parser: argparse.ArgumentParser, needed: bool = False) -> None:
    """The option `--db-url`, everywhere with the same words."""
    text = "team database: postgresql://user@host/name, or embedded[:FOLDER]"
    parser.add_argument(
        "--db-url", default="", metavar="U", help=text + (" (default: MEMORIES_DB_URL)" if needed else "")
    )


def add_workspace(parser: argparse.ArgumentParser) -> None:
    """The option `--workspace` of commands that read a team database."""
    parser.add_argument(
        "--workspace",
        default="",
        metavar="W",
        help="the workspace in the team database (default: all that the role can see)",
    )


def add_store(parser: argparse.ArgumentParser, *more: str) -> None:
    """The option `--store` of commands that write; `more` are stores besides the project's and the user's."""
    parser.add_argument(
        "--store", choices=("project", "user", *more), default="project", help="which store (default: project)"
    )


def db_url(args: argparse.Namespace) -> str:
    """The address given, else MEMORIES_DB_URL; MemoryRetrievalError when there is neither."""
    url = args.db_url or config.environ("MEMORIES_DB_URL")
    if not url:
        raise MemoryRetrievalError(
            "--db-url: missing; pass postgresql://user@host/name or embedded, or set MEMORIES_DB_URL"
        )
    return str(url)
