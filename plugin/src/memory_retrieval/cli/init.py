"""`memories init`: makes a project's store, with the rules git needs, and names the next step."""

from __future__ import annotations

import os
import sys

from ..core.counted import counted
from ..core.errors import MemoryRetrievalError
from ..core.shell import command_line
from ..importers import detect
from ..importers import run as importing
from ..library.status import host_states
from ..state import inbox_files
from ..store import catalog
from ..store.place import Place
from ..upkeep import index_page
from . import import_, options
from .output import answer, asked, lined, note, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from ..core.model import Store
    from ..importers.files import Item
    from ..importers.transcripts import Looked

HELP = (
    "Create a memory store in this project (in the repository root, or --root), put the best of this project's past "
    "sessions into the inbox, and show the next steps: "
    "what can be imported from the project (CLAUDE.md, AGENTS.md, decision records, ...), and which "
    "agents' hosts on this machine are not set up yet. Running it again does no harm. --hosts lists every host found."
)
EXAMPLES = ("memories init", "memories init --hosts", "memories init --root ~/src/shop")
SECONDS = 3.0  # for reading past sessions
FIRST = "memories note 'one sentence that the next session should know'"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.flag(parser, "--hosts", "list all hosts found, including those already set up")


def run(args: argparse.Namespace) -> int:
    store = Place(root=args.root or _where()).target
    created = index_page.create(store)
    looked = import_.look_back("", store.root, seconds=SECONDS) if created else None
    filed = _filed(looked, store.root) if looked else 0
    found = [{"kind": source.kind, "path": source.path, "new": new} for source, new in _importable(store)]
    value = {"store": store.base, "created": created, "hosts": host_states(store.root), "import": found, "filed": filed}
    first = _first(store)
    if looked and filed:
        about = counted(filed, "candidate") + " from past sessions"
        about += "; `memories import transcripts` reads the others" if looked.rest else ""
        first = [("memories review", about)]
    return answer(args.format, value, lambda value: _text(value, args.hosts, first))


def _where() -> str:
    """The working folder where the user wants a store there and not in the project around it; else ""."""
    around, here = Place().target, os.path.realpath(os.curdir)
    if around.given or around.root == here:
        return ""
    if sys.stdin.isatty() and sys.stdout.isatty():
        write(f"Memories of this folder are kept in {around.root}.\n")
        return here if asked("Make a store there [r], or one of its own here [h]", "rh") == "h" else ""
    note("used the project around this folder; `memories init --root .` makes a store of its own here")
    return ""


def _text(value: dict[str, Any], list_hosts: bool, first: list[tuple[str, str]]) -> str:
    """What was made, the hosts if they are asked for, and the next steps."""
    lines = [value["store"] + (": created" if value["created"] else ": already exists")]
    found = [state for state in value["hosts"] if state["found"]]
    steps = []
    if list_hosts:
        lines += [_line(state) for state in found] or ["no agent's host was found on this machine"]
        found = []
    for state in found:
        if not state["set_up"]:
            steps.append(("memories setup " + state["host"], "it is not set up yet"))
    imports = [_import(source) for source in value["import"]]
    if value["filed"] or not imports:
        steps += first
    steps += imports
    return lined(lines + _next(steps) if steps else lines)


def _next(steps: list[tuple[str, str]]) -> list[str]:
    """Commands, with what is said about some of them in one column."""
    width = max([len(command) for command, about in steps if about], default=0)
    lines = [f"  {command:{width}}  # {about}" if about else "  " + command for command, about in steps]
    return ["next:", *lines]


def _import(source: dict[str, Any]) -> tuple[str, str]:
    command = command_line("memories", "import", "--from", source["path"])
    return command, f"{source['new']} to import; look first with --dry-run"


def _importable(store: Store) -> list[tuple[detect.Source, int]]:
    """(source, how much of it is new) of what the project can import and has not yet."""
    out: list[tuple[detect.Source, int]] = []
    before: list[Item] = []
    place = Place(root=store.root)
    for source in detect.sources(store.root) + detect.auto_memory(store.root):
        try:
            absolute = source.replace(path=os.path.join(store.root, source.path))
            items = list(import_.read(absolute))
        except (MemoryRetrievalError, OSError):
            continue  # `memories import` says why
        new = len(importing.fresh(place, [*before, *items])) - len(importing.fresh(place, before))
        before += items
        if new:
            out.append((source, new))
    return out


def _filed(looked: Looked, root: str) -> int:
    """Files the best of past sessions for review; how many were filed."""
    given = [("transcripts", item) for item in looked.items]
    done = importing.bring_in(Place(root=root), given, dry_run=False, progress=lambda _: None)
    return sum(entry["status"] == "filed" for entry in done.items)


def _line(state: dict[str, Any]) -> str:
    host, problem = state["host"], state["problem"]
    if not state["set_up"]:
        return f"{host}: not set up; `memories setup {host}`"
    return f"{host}: set up, but {problem}" if problem else f"{host}: set up"


def _first(store: Store) -> list[tuple[str, str]]:
    """What to do in a store without records: review what waits, else keep a first sentence."""
    waiting = inbox_files.count_candidates(store.root)
    if waiting:
        return [("memories inbox list", f"{waiting} waiting for review")]
    return [] if catalog.entries(store) else [(FIRST, "")]
