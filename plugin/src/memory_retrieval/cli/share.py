"""`memories share`: the memory of other repositories, by the address of a git repository."""

from __future__ import annotations

import argparse
import os

from ..core.clock import format_time
from ..core.counted import counted
from ..core.sanitize import one_line
from ..store import kinds, listing, shares
from ..upkeep import shares as upkeep
from . import main as frame
from . import options
from .output import answer, lined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import JsonObject

HELP = (
    "Read the memory of another git repository beside your own: its memories, and its decision records and runbooks. It "
    "is cloned into your cache, fetched again at the start of a session once an hour, and never written."
)
EXAMPLES = (
    "memories share add https://git.example/platform/memory.git",
    "memories share add git@git.example:platform/handbook.git --folder decisions --here",
    "memories share list",
    "memories share remove memory",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions: dict[str, frame.Action] = {
        "add": ("read the memory of a git repository", _add_add, _add),
        "list": ("list the shared stores", lambda parser: None, _list),
        "refresh": ("fetch all of them now", lambda parser: None, _refresh),
        "remove": ("read a shared store no longer", _add_name, _remove),
    }
    frame.add_actions(parser, actions, "list")


def run(args: argparse.Namespace) -> int:
    return int(args.act(args))


def _add_add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "url", metavar="URL", help="https, ssh, or a path on this machine"
    )
    options.value(parser, "--name N", "what to call it (default: from the address)")
    options.value(parser, "--folder F", "the folder of the repository that is meant")
    options.flag(parser, "--here", "search it in this repository alone, not in all")


def _add_name(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="as `memories share list` has it")


def _add(args: argparse.Namespace) -> int:
    here = args.root or os.getcwd() if args.here else ""
    upkeep.add(args.url, args.name, args.folder, here)
    return _list(args)


def _remove(args: argparse.Namespace) -> int:
    upkeep.remove(args.name)
    return _list(args)


def _refresh(args: argparse.Namespace) -> int:
    for name, share in shares.listed().items():
        upkeep.fetch(name, share[shares.URL])
    return _list(args)


def _list(args: argparse.Namespace) -> int:
    value = {"shares": [_row(name, share) for name, share in shares.listed().items()]}
    return answer(args.format, value, lambda value: lined(_lines(value["shares"])))


def _row(name: str, share: JsonObject) -> JsonObject:
    found = [
        store
        for kind in (kinds.SHARED, kinds.SHARED_DOCUMENTS)
        for store in shares.stores(kind, name, share)
    ]
    listed = [
        listing.list_folder(s.root, *folder) for s in found for folder in s.folders
    ]
    when = upkeep.fetched(name)
    return {
        "name": name,
        **share,
        "memories": sum(map(len, listed)),
        "fetched_at": format_time(when) if when else None,
    }


def _lines(rows: list[JsonObject]) -> list[str]:
    lines = []
    for row in rows:
        where = ", ".join(row.get(shares.ONLY, [])) or "all your repositories"
        count = counted(row["memories"], "memory", "memories")
        lines.append(
            one_line(
                f"{row['name']}: {count} of {row[shares.URL]}, for {where}, as of {row['fetched_at']}",
                300,
            )
        )
    return lines or ["no shared stores; `memories share add URL` reads one"]
