"""`memories init`: makes a project's store, with the rules git needs, and names the next step."""

from __future__ import annotations

import os
import sys

from ..core.counted import counted
from ..core.settings import PROJECT_FILE
from ..core.shell import command_line
from ..importers import detect
from ..importers import run as importing
from ..library import documents
from ..library.status import host_states
from ..state import inbox_files
from ..store import catalog
from ..store.documents import unread
from ..store.place import Place
from ..store.settings import users_file
from ..upkeep import index_page
from . import import_, options
from .options import unread_lines
from .output import Counter, answer, asked, lined, note, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from ..core.model import Store
    from ..importers.files import Item
    from ..importers.transcripts import Looked

HELP = (
    "Create a memory store in this project (in the repository root, or --root), have the decision records, "
    "runbooks and reports of the repository read in place, put the best of this project's past sessions where "
    "you review it, and show what there is and what comes next. Running it again does no harm. --hosts lists every "
    "host found. With --read-only nothing is made in the repository: your own configuration says which documents are read."
)
EXAMPLES = (
    "memories init",
    "memories init --read-only",
    "memories init --root ~/src/shop",
)
SECONDS = 3.0  # for reading past sessions
FEW = 5  # paths of a sort that are shown
FIRST = "memories note 'one sentence that the next session should know'"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.flag(
        parser, "--hosts", "list all hosts found, including those already set up"
    )
    options.flag(
        parser, "--read-only", "make nothing here; name the documents in your settings"
    )


def run(args: argparse.Namespace) -> int:
    store = Place(root=args.root or _where()).target
    alone = args.read_only
    created = [] if alone else index_page.create(store)
    path = users_file() if alone else os.path.join(store.base, PROJECT_FILE)
    adopted = documents.adopt(store, path, alone=alone)
    looked = import_.look_back("", store.root, seconds=SECONDS) if created else None
    filed = _filed(looked, store.root) if looked else 0
    sources = detect.auto_memory(store.root) if created else []
    found = [
        {"kind": it.kind, "path": it.path, "new": sum(1 for _ in import_.read(it))}
        for it in sources
    ]
    with Counter() as progress:
        there = documents.survey(store.root, progress)
    there.update(adopted=adopted, unread=unread(store.root))
    there["to_share"] = "" if alone else documents.to_share(store.root)
    there["example"] = documents.example(store.root) if adopted else {}
    value = {
        "store": path if alone else store.base,
        "created": created,
        "hosts": host_states(store.root),
        "import": found,
        "filed": filed,
    }
    value.update(repository=there, read_only=alone)
    first = [] if alone else _first(store)
    if looked and filed:
        about = counted(filed, "memory", "memories") + " from past sessions"
        about += (
            "; `memories import transcripts` reads the others" if looked.rest else ""
        )
        first = [("memories review", about)]
    return answer(args.format, value, lambda value: _text(value, args.hosts, first))


def _where() -> str:
    """The working folder where the user wants a store there and not in the project around it; else ""."""
    around, here = Place().target, os.path.realpath(os.curdir)
    if around.given or around.root == here:
        return ""
    if sys.stdin.isatty() and sys.stdout.isatty():
        write(f"Memories of this folder are kept in {around.root}.\n")
        return (
            here
            if asked("Make a store there [r], or one of its own here [h]", "rh") == "h"
            else ""
        )
    note(
        "used the project around this folder; `memories init --root .` makes a store of its own here"
    )
    return ""


def _text(value: dict[str, Any], list_hosts: bool, first: list[tuple[str, str]]) -> str:
    """What was made, the hosts if they are asked for, and the next steps."""
    made = "created" if value["created"] else "already exists"
    if value["read_only"]:
        made = "names what is read in place, for you alone"
    lines = [f"{value['store']}: {made}", *_there(value["repository"])]
    found = [state for state in value["hosts"] if state["found"]]
    steps = []
    if list_hosts:
        lines += [_line(state) for state in found] or [
            "no agent's host was found on this machine"
        ]
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
    lines = [
        f"  {command:{width}}  # {about}" if about else "  " + command
        for command, about in steps
    ]
    return ["next:", *lines]


def _import(source: dict[str, Any]) -> tuple[str, str]:
    command = command_line("memories", "import", source["path"])
    return command, f"{source['new']} to import; look first with --dry-run"


def _there(found: dict[str, Any]) -> list[str]:
    """What the repository has: what is read in place, what is not, what hosts read, and whether git takes the store."""
    lines = []
    if found["documents"]:
        counts = [
            counted(count, category)
            for category, count in sorted(found["documents"].items())
        ]
        lines.append("read in place: " + ", ".join(counts))
        lines += [f"  {glob}: {count}" for glob, count in found["adopted"].items()]
    vague = found["vague"]
    if vague:
        more = f" and {len(vague) - FEW} more" if vague[FEW:] else ""
        lines.append(
            f"found by their text alone, not understood: {', '.join(vague[:FEW])}{more}"
        )
    lines += [f"not read: {line}" for line in unread_lines(found["unread"])]
    if found["hosts_read"]:
        listed = ", ".join(found["hosts_read"][:FEW])
        lines.append(f"read by your agent's host itself, so not copied: {listed}")
    if found["to_share"]:
        lines.append(
            f"git ignores .claude/memory, so nobody else gets it; .gitignore needs {found['to_share']}"
        )
    if found["example"]:
        lines.append('"{prompt}" brings {title} ({path})'.format(**found["example"]))
    return lines


def _filed(looked: Looked, root: str) -> int:
    """Files the best of past sessions for review; how many were filed."""
    given = [("transcripts", item) for item in looked.items]
    done = importing.bring_in(
        Place(root=root), given, dry_run=False, progress=lambda _: None
    )
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
        return [("memories review list", f"{waiting} waiting for review")]
    return [] if catalog.entries(store) else [(FIRST, "")]
