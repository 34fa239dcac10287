"""`memories show ID`: one record with its content, as text or as JSON."""

from __future__ import annotations

from ..core import config, holds
from ..core.clock import format_time
from ..core.sanitize import one_line, visible
from ..library import records
from ..store.layouts import DISPLAY
from .conversation import find_conversation
from .history import history, print_history
from .output import colour, print_json, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from ..library.records import StoredRecord

HELP = (
    "Print one memory: its content, its file, and when it changed. --history prints its last 50 changes, newest first, "
    "with who committed each to git, and the agent and session that saved it last."
)
EXAMPLES = (
    "memories show queues-run-on-redis",
    "memories show .claude/memory/runbooks/deploy-hangs.json --format json",
    "memories show queues-run-on-redis --history",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the record's ID, the start of its ID, or its path")
    stores = ("project", "user", "patterns")
    parser.add_argument("--store", choices=stores, default="", help="which store (default: the first that has it)")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--history", action="store_true", help="print what changed, when, and by whom")
    instead.add_argument(
        "--session",
        action="store_true",
        help="print the path of the transcript of the session that saved it, if it is still on this machine",
    )


def run(args: argparse.Namespace) -> int:
    stored = records.show(args.id, args.root, args.store)
    if args.session:
        value: dict[str, Any] = {"id": stored.id, **find_conversation(stored.record, stored.store.root)}
    elif args.history:
        value = history(stored)
    else:
        value = _as_json(stored)
    if args.format == "json":
        print_json(value)
    elif args.session:
        write("%s\n" % visible(value["transcript"]))
    elif args.history:
        print_history(value)
    else:
        _print(stored)
    return 0


def _as_json(stored: StoredRecord) -> dict[str, Any]:
    status = holds.status(stored.entry, config.now())
    value = {"id": stored.id, "path": stored.path, "hash": stored.digest, "status": status, "record": stored.record}
    return {**value, "project": stored.project} if stored.project else value


def _print(stored: StoredRecord) -> None:
    entry, raw = stored.entry, stored.record
    kind = colour("[%s]" % DISPLAY.get(entry.kind, "MEMORY"), "cyan")
    write("%s %s\n" % (kind, colour(one_line(entry.title), "bold")))
    write(colour(" | ".join(_facts(stored)), "dim") + "\n")
    content = raw.get("content")
    body = content if isinstance(content, dict) else {k: v for k, v in raw.items() if k not in ("id", "title", "tags")}
    for key, value in body.items():
        write(_field(key, value))
    for key in ("related_files", "aliases", "supersedes", "source"):
        if raw.get(key):
            write(_field(key, raw[key]))


def _facts(stored: StoredRecord) -> list[str]:
    entry = stored.entry
    state = holds.mark(entry, config.now()) or "active"
    facts = ["team " + stored.project] if stored.project else []
    by = " by " + entry.superseded_by if state == "superseded" and entry.superseded_by else ""
    facts += [stored.path, state + by]
    facts += ["updated " + format_time(entry.updated)] if entry.updated is not None else []
    facts += ["tags " + ", ".join(one_line(tag, 40) for tag in entry.tags)] if entry.tags else []
    return facts


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
