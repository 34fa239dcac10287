"""`memories init`: makes a project's store, with the rules git needs, and names the next step."""

from __future__ import annotations

import os
import sys

from ..core.errors import MemoryRetrievalError
from ..core.shell import command_line
from ..doctor.hosts import is_set_up
from ..hosts import names
from ..importers import detect
from ..importers import run as importing
from ..save.writable import find_writable, make_store
from ..setup import apply
from ..state import inbox_files
from ..store import catalog
from . import import_
from .output import note, print_json, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from ..importers.item import Item
    from ..save.writable import WritableStore

HELP = (
    "Create a memory store in this project (in the repository root, or --root) and show the next steps: "
    "what can be imported from the project (CLAUDE.md, AGENTS.md, decision records, ...), and which "
    "agents' hosts on this machine are not set up yet. On a terminal it offers to do each of them. Running "
    "it again does no harm. --hosts lists every host found."
)
EXAMPLES = ("memories init", "memories init --hosts", "memories init --root ~/src/shop")
FIRST = "memories note 'one sentence that the next session should know'"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--hosts", action="store_true", help="list all hosts found, including those already set up")


def run(args: argparse.Namespace) -> int:
    store = find_writable(root=args.root)
    created = make_store(store)
    with store.locked():
        existed = os.path.exists(os.path.join(store.base, catalog.NAME))
        if store.write_index(store.entries()) and not existed:
            created.append(store.prefix + catalog.NAME)
    found = _importable(store)
    if args.format == "json":
        imports = [{"kind": source.kind, "path": source.path, "new": new} for source, new in found]
        print_json({"store": store.base, "created": created, "hosts": host_states(store.root), "import": imports})
        return 0
    write("%s: %s\n" % (store.base, "created" if created else "already exists"))
    states = [state for state in host_states(store.root) if state["found"]]
    if args.hosts:
        write("".join(_line(state) for state in states) or "no agent's host was found on this machine\n")
    states = [state for state in states if not state["set_up"]]
    if sys.stdin.isatty() and sys.stdout.isatty():
        return _offer(store, found, states)
    _name_steps(store, found, [] if args.hosts else states)
    return 0


def _importable(store: WritableStore) -> list[tuple[detect.Source, int]]:
    """(source, how much of it is new) of what the project can import and has not yet."""
    out: list[tuple[detect.Source, int]] = []
    before: list[Item] = []
    for source in detect.sources(store.root) + detect.auto_memory(store.root):
        try:
            items = list(import_.read(_absolute(store, source), store.root))
        except (MemoryRetrievalError, OSError):
            continue  # `memories import` says why
        new = len(importing.fresh([*before, *items], store.root)) - len(importing.fresh(before, store.root))
        before += items
        if new:
            out.append((source, new))
    return out


def _absolute(store: WritableStore, source: detect.Source) -> detect.Source:
    return source.replace(path=os.path.join(store.root, source.path))


def host_states(root: str) -> list[dict[str, Any]]:
    """{"host", "found", "set_up"} of every host; nothing is written."""
    installed = apply.installed()
    return [{"host": host, "found": host in installed, "set_up": is_set_up(host, root)} for host in names()]


def _line(state: dict[str, Any]) -> str:
    host = state["host"]
    return "%s: %s\n" % (host, "set up" if state["set_up"] else "not set up; `memories setup %s`" % host)


def _command(source: detect.Source) -> str:
    return command_line("memories", "import", "--from", source.path)


def _name_steps(store: WritableStore, found: list[tuple[detect.Source, int]], states: list[dict[str, Any]]) -> None:
    steps = [("memories setup %s" % state["host"], "it is not set up yet") for state in states]
    steps += [(_command(source), "%d to import; look first with --dry-run" % new) for source, new in found]
    steps += _first(store) if not found else []
    width = max([len(command) for command, about in steps if about], default=0)
    if steps:
        write("next:\n")
    for command, about in steps:
        write("  %s\n" % ("%-*s  # %s" % (width, command, about) if about else command))


def _first(store: WritableStore) -> list[tuple[str, str]]:
    """What to do in a store without records: review what waits, else keep a first sentence."""
    waiting = inbox_files.count_candidates(store.journal_root)
    if waiting:
        return [("memories inbox list", "%d waiting for review" % waiting)]
    return [] if store.entries() else [(FIRST, "")]


def _offer(store: WritableStore, found: list[tuple[detect.Source, int]], states: list[dict[str, Any]]) -> int:
    """Asks whether to set up each host, and to import each source. 1 when something that was wanted failed."""
    code = 0
    for state in states:
        if _agreed("set up %s now (`memories setup %s`)? [y/N] " % (state["host"], state["host"])):
            code = max(code, _set_up(state["host"]))
    wanted = [
        source
        for source, new in found
        if _agreed("import %d from %s (`%s`)? [y/N] " % (new, source.path, _command(source)))
    ]
    code = max(code, _import(store, wanted))
    _name_steps(store, [], [])
    return code


def _agreed(question: str) -> bool:
    """Only y or yes is a yes; so the end of the input is a no."""
    write(question)
    sys.stdout.flush()
    answer = sys.stdin.readline()
    if not answer.endswith("\n"):
        write("\n")
    return answer.strip().lower() in ("y", "yes")


def _import(store: WritableStore, sources: list[detect.Source]) -> int:
    """As one `memories import --from PATH --from PATH ...`."""
    if not sources:
        return 0
    try:
        done = import_.bring_in([_absolute(store, source) for source in sources], store.root, dry_run=False)
    except (MemoryRetrievalError, OSError) as error:
        note("%s: %s" % (", ".join(source.path for source in sources), " ".join(str(error).split())))
        return 1
    import_.show(done, dry_run=False)
    return 1 if any(entry["status"] == "refused" for entry in done.items) else 0


def _set_up(host: str) -> int:
    """As `memories setup HOST`; what goes wrong with one host does not keep the next from being offered."""
    import argparse

    from . import setup

    try:
        return setup.run(argparse.Namespace(host=host, dry_run=False, undo=False, format="text"))
    except (MemoryRetrievalError, OSError) as error:
        note("%s: %s" % (host, " ".join(str(error).split())))
        return 1
