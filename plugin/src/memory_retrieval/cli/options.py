"""Options that several commands share, and the values behind them."""

from __future__ import annotations

import os
import sys

from ..core import environment
from ..core.counted import counted
from ..core.errors import MemoryRetrievalError, RecordError
from ..core.sanitize import one_line
from ..store import kinds
from ..store.place import EMPTY_STORE, Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    Options = argparse._ActionsContainer

    from ..core.model import Problem, Store

EMPTY = f"{EMPTY_STORE}\n"


def place(args: argparse.Namespace) -> Place:
    """Where a command works: at --root, else in the working folder; its target is the store of --store."""
    return Place(
        os.getcwd(),
        args.root,
        kinds.BY_NAME[getattr(args, "store", None) or kinds.PROJECT.name],
    )


def project_store(root: str) -> Store:
    """The store at `root`, else the one around the working folder; StoreError with the next step when there is none."""
    return Place(os.getcwd(), root).require()


def by_user() -> bool:
    """Whether a person typed this command at a terminal; what stands for a person's word asks for that."""
    return sys.stdin.isatty() and not environment.in_agents_shell()


def nothing_found(args: argparse.Namespace, query: str, searched: int) -> str:
    """What a search without a result prints; `searched` is the number of memories that it looked at."""
    if not searched and not args.db_url:
        from ..library import records  # only here: it costs every command its start

        listing = records.read_all(args.root)
        if not listing.memories:
            return unreadable(listing.problems) or EMPTY
    return f"no memories found for {one_line(query, 80)}\n"


def unreadable(problems: list[Problem]) -> str:
    """A line about the files that are not valid records; "" for none."""
    count = len({problem.path for problem in problems})
    line = "not read: %s; `memories list --problems` says why\n"
    return line % counted(count, "invalid file") if count else ""


def flag(parser: Options, name: str, help: str) -> None:
    """An option without a value."""
    parser.add_argument(name, action="store_true", help=help)


def value(parser: Options, usage: str, help: str) -> None:
    """An option with a value, "" by default, as it is shown: `--file F`."""
    name, _, metavar = usage.partition(" ")
    parser.add_argument(name, default="", metavar=metavar, help=help)


def add_id(
    parser: argparse.ArgumentParser,
    text: str = "the memory's ID, the start of its ID, or its path",
) -> None:
    """The argument ID."""
    parser.add_argument("id", metavar="ID", help=text)


def add_dry_run(parser: argparse.ArgumentParser) -> None:
    """The option `--dry-run`."""
    flag(parser, "--dry-run", "show what would change without changing it")


def add_category(parser: argparse.ArgumentParser) -> None:
    """The option `--category` of commands that read."""
    value(parser, "--category C", "only this category or kind")


def add_query(parser: argparse.ArgumentParser) -> None:
    """What is looked for, as words or as an option, and the conversation that it belongs to."""
    parser.add_argument("words", nargs="*", metavar="WORDS", help="what to look for")
    value(parser, "--query Q", "the same as WORDS")
    value(parser, "--transcript FILE", "the conversation that a short query refers to")


def query(args: argparse.Namespace) -> str:
    """What is looked for; nothing at all is wrong usage."""
    text: str = args.query or " ".join(args.words)
    if not text.strip():
        args.parser.error(f"say what to look for: {args.parser.prog} WORDS")
    return text


def read_input(path: str, limit: int) -> str:
    """The text of a file, or of standard input for "" and "-"; of what is longer, the first `limit` bytes."""
    if path and path != "-":
        with open(path, "rb") as file:
            data = file.read(limit)
    else:
        data = sys.stdin.buffer.read(limit)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if len(data) >= limit:  # cut in the middle of a character
            return "x" * limit
        raise RecordError.at(
            "input", f"is not UTF-8 (byte {error.start}); save it as UTF-8"
        ) from None


def add_db_url(parser: argparse.ArgumentParser, needed: bool = False) -> None:
    """The option `--db-url`, everywhere with the same words."""
    text = "team database: postgresql://user@host/name, or embedded[:FOLDER]"
    value(
        parser, "--db-url U", text + (" (default: MEMORIES_DB_URL)" if needed else "")
    )


def add_workspace(parser: argparse.ArgumentParser) -> None:
    """The option `--workspace` of commands that read a team database."""
    value(
        parser,
        "--workspace W",
        "the workspace in the team database (default: all that the role can see)",
    )


def add_store(parser: argparse.ArgumentParser, *more: str) -> None:
    """The option `--store`; `more` are stores besides the project's and the user's."""
    parser.add_argument(
        "--store",
        choices=("project", "user", *more),
        default="project",
        help="which store (default: project)",
    )


def db_url(args: argparse.Namespace) -> str:
    """The address given, else MEMORIES_DB_URL; MemoryRetrievalError when there is neither."""
    url = args.db_url or environment.get("MEMORIES_DB_URL")
    if not url:
        raise MemoryRetrievalError(
            "--db-url: missing; pass postgresql://user@host/name or embedded, or set MEMORIES_DB_URL"
        )
    return str(url)


def unread_lines(unread: dict[str, int]) -> list[str]:
    """A line for each glob of documents that nobody reads."""
    return [
        f"{count} in {glob}; add it to `documents` in memory-config.json"
        for glob, count in unread.items()
    ]
