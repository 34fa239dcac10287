"""`memories show ID`: one record, whole."""

from __future__ import annotations

import os

from ..core.clock import format_time
from ..core.errors import MemoryRetrievalError, RecordError
from ..core.sanitize import one_line, visible
from ..save import target
from ..save.lifecycle import existing_store, records
from ..save.writable import WritableStore, find_writable
from ..state import usage
from ..store import catalog, mirrors
from ..store.layouts import DISPLAY
from ..store.reader import read_record
from ..store.scope import find_project
from .output import colour, print_json, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from ..store.catalog import Entry

HELP = "Print one memory: what it says, where it lies, when it changed."
EXAMPLES = (
    "memories show queues-run-on-redis",
    "memories show .claude/memory/runbooks/deploy-hangs.json --format json",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the record's id, the beginning of it, or its path")
    parser.add_argument(
        "--store",
        choices=("project", "user", "patterns"),
        default="",
        help="which store (default: the first that has it)",
    )


def run(args: argparse.Namespace) -> int:
    place, entry = locate(args.id, args.root, args.store)
    raw = read_record(place.root, entry.path, entry.kind)[1] or {}
    seen_from = place.root if place.kind != "team" else find_writable("project", "", args.root).root
    usage.note(seen_from, [], [entry.path])  # looked at, so it is of use
    path = place.shown(entry.path)
    if args.format == "json":
        print_json({"id": entry.id, "path": path, "hash": digest(place, entry), "record": raw, **whose(place, entry)})
        return 0
    write(
        "%s %s\n" % (colour("[%s]" % DISPLAY.get(entry.kind, "MEMORY"), "cyan"), colour(one_line(entry.title), "bold"))
    )
    facts = ["team " + name for name in whose(place, entry).values()]
    facts += [path, entry.status + (", superseded by " + entry.superseded_by if entry.superseded_by else "")]
    facts += ["updated " + format_time(entry.updated)] if entry.updated is not None else []
    facts += ["tags " + ", ".join(one_line(tag, 40) for tag in entry.tags)] if entry.tags else []
    write(colour(" | ".join(facts), "dim") + "\n")
    content = raw.get("content")
    body = content if isinstance(content, dict) else {k: v for k, v in raw.items() if k not in ("id", "title", "tags")}
    for key, value in body.items():
        write(_field(key, value))
    for key in ("related_files", "aliases", "supersedes"):
        if raw.get(key):
            write(_field(key, raw[key]))
    return 0


def locate(id: str, root: str, store: str = "") -> tuple[WritableStore, Entry]:
    """The store that has a record, and its entry: the project's, the pattern store, the user's, the team's copies. Else an error.

    The whole name in any store comes before the beginning of an id in another.
    """
    error: MemoryRetrievalError | None = None
    looked: list[list[Entry]] = []
    for kind in _kinds(store):
        try:
            place = existing_store(kind, root=root)
            looked.append(records(place))
            entry = target.find_exact(place, looked[-1], id)
            if entry is not None:
                return place, entry
        except MemoryRetrievalError as problem:
            if error is None or (not isinstance(error, RecordError) and isinstance(problem, RecordError)):
                error = problem
    copies = target.team_copies(find_writable("project", "", root).root, id) if not store else []
    if len(copies) > 1:
        names = ", ".join(os.path.join(mirror.root, entry.path) for mirror, entry in copies)
        raise RecordError("%s names several records of the team: %s; give the path" % (id, names))
    if copies:
        return WritableStore("team", copies[0][0].root, "", given=True), copies[0][1]
    if isinstance(error, RecordError):
        raise error
    found, entry = target.require_single(id, beginnings(id, root, store))
    if found is not None and entry is not None:
        return found, entry
    raise target.not_found(looked[0], id) if looked else error or RecordError("no record %s" % id)


def beginnings(id: str, root: str, store: str = "") -> list[tuple[WritableStore, Entry]]:
    """(store, entry) of every record whose id begins so, in the stores that there are."""
    found = []
    for kind in _kinds(store):
        try:
            place = existing_store(kind, root=root)
        except MemoryRetrievalError:
            continue
        found += [(place, entry) for entry in target.find_by_prefix(records(place), id)]
    copies = mirrors.find_team(find_project(".", root)) if not store else []
    return found + [
        (WritableStore("team", m.root, "", given=True), e)
        for m in copies
        for e in target.find_by_prefix(catalog.entries(m), id)
    ]


def _kinds(store: str) -> list[str]:
    return [store] if store else ["project", "patterns", "user"]


def whose(place: WritableStore, entry: Entry) -> dict[str, str]:
    """{"project": "workspace/project"} of a copy from the team database; {} of all others."""
    return {"project": mirrors.owner(place.store(), entry.path)} if place.kind == "team" else {}


def digest(place: WritableStore, entry: Entry) -> str:
    """What --hash expects."""
    import hashlib

    from ..save.batch import read_bytes

    return hashlib.sha256(read_bytes(place.absolute(entry.path)) or b"").hexdigest()


def _field(key: str, value: Any) -> str:
    head = colour("%s:" % key.replace("_", " "), "bold")
    if isinstance(value, list):
        return head + "\n" + "".join("  - %s\n" % _inline(item) for item in value)
    return "%s %s\n" % (head, _inline(value))


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join("%s: %s" % (k, _inline(v)) for k, v in value.items())
    if isinstance(value, list):
        return ", ".join(_inline(v) for v in value)
    return (
        visible(value) if isinstance(value, str) else "yes" if value is True else "no" if value is False else str(value)
    )
