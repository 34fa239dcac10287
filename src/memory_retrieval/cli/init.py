"""`memories init`: makes a project's store, with the rules git needs, and says which agents could use it."""

from __future__ import annotations

import os
import sys

from ..core.errors import MemoryRetrievalError
from ..save.writable import find_writable, make_store
from ..setup import apply, hosts
from ..store import catalog
from .output import note, print_json, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

HELP = (
    "Make a memory store in this project (its repository root, or --root). Running it again changes nothing. With "
    "--hosts it also\n"
    "lists the agents' hosts found on this machine with the command that sets each up, and on a terminal offers to "
    "run it."
)
EXAMPLES = ("memories init", "memories init --hosts", "memories init --root ~/src/shop")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--hosts", action="store_true", help="list the hosts found; on a terminal ask whether to set each up"
    )


def run(args: argparse.Namespace) -> int:
    store = find_writable(root=args.root)
    created = make_store(store)
    with store.locked():
        existed = os.path.exists(os.path.join(store.base, catalog.NAME))
        if store.write_index(store.entries()) and not existed:
            created.append(store.prefix + catalog.NAME)
    if args.format == "json":
        print_json({"store": store.base, "created": created, "hosts": _states()})
        return 0
    write("%s: %s\n" % (store.base, "created " + ", ".join(created) if created else "was there already"))
    if args.hosts:
        return _offer([state for state in _states() if state["found"]])
    if sys.stdout.isatty():
        write(_line([state for state in _states() if state["found"]]))
    return 0


def _states() -> list[dict[str, Any]]:
    """{"host", "found", "set_up"} of every host; nothing is written."""
    installed = hosts.installed()
    return [{"host": host, "found": host in installed, "set_up": _is_set_up(host)} for host in hosts.HOSTS]


def _is_set_up(host: str) -> bool:
    try:
        return apply.is_set_up(hosts.plan(host))
    except (MemoryRetrievalError, OSError):  # settings that cannot be read; `memories setup` says why
        return False


def _line(states: list[dict[str, Any]]) -> str:
    """The hosts found, on one line, with the next step."""
    if not states:
        return "no agent's host was found here; `memories setup HOST` sets one up (%s)\n" % ", ".join(hosts.HOSTS)
    names = ", ".join(state["host"] + (" (set up)" if state["set_up"] else "") for state in states)
    return "hosts found: %s; `memories setup HOST` sets one up\n" % names


def _offer(states: list[dict[str, Any]]) -> int:
    """Lists the hosts found; on a terminal asks for each that is not set up. 1 when a set-up that was wanted failed."""
    if not states:
        write(_line(states))
    code = 0
    asking = sys.stdin.isatty() and sys.stdout.isatty()
    for state in states:
        host = state["host"]
        write("%s: %s\n" % (host, "set up" if state["set_up"] else "not set up; `memories setup %s`" % host))
        if asking and not state["set_up"] and _agreed("run `memories setup %s` now? [y/N] " % host):
            code = max(code, _set_up(host))
    return code


def _agreed(question: str) -> bool:
    """Only y or yes is a yes; so the end of the input is a no."""
    write(question)
    sys.stdout.flush()
    answer = sys.stdin.readline()
    if not answer.endswith("\n"):
        write("\n")
    return answer.strip().lower() in ("y", "yes")


def _set_up(host: str) -> int:
    """As `memories setup HOST`; what goes wrong with one host does not keep the next from being offered."""
    import argparse

    from . import setup

    try:
        return setup.run(argparse.Namespace(host=host, dry_run=False, undo=False, format="text"))
    except (MemoryRetrievalError, OSError) as error:
        note("%s: %s" % (host, " ".join(str(error).split())))
        return 1
