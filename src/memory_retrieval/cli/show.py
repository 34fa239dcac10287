"""`memories show ID`: one record with its content, as text or as JSON."""

from __future__ import annotations

from ..core import config, holds
from ..core.clock import format_time
from ..core.sanitize import one_line, visible
from ..library import records
from ..store.layouts import DISPLAY
from . import options
from .conversation import find_conversation
from .output import colour, print_json, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

HELP = "Print one memory: its content, its file, and when it changed."
EXAMPLES = (
    "memories show queues-run-on-redis",
    "memories show .claude/memory/runbooks/deploy-hangs.json --format json",
    "memories show queues-run-on-redis --session",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_record(parser)
    parser.add_argument(
        "--session",
        action="store_true",
        help="print the path of the transcript of the session that saved it, if it is still on this machine",
    )


def run(args: argparse.Namespace) -> int:
    stored = records.show(args.id, args.root, args.store)
    entry, raw = stored.entry, stored.record
    path, owner = stored.path, stored.project
    if args.session:
        found = find_conversation(raw, stored.store.root)
        if args.format == "json":
            print_json({"id": stored.id, **found})
        else:
            write("%s\n" % visible(found["transcript"]))
        return 0
    if args.format == "json":
        status = holds.status(entry, config.now())
        value = {"id": stored.id, "path": path, "hash": stored.digest, "status": status, "record": raw}
        print_json({**value, "project": owner} if owner else value)
        return 0
    write(
        "%s %s\n" % (colour("[%s]" % DISPLAY.get(entry.kind, "MEMORY"), "cyan"), colour(one_line(entry.title), "bold"))
    )
    facts = ["team " + owner] if owner else []
    state = holds.mark(entry, config.now()) or "active"
    facts += [path, state + (" by " + entry.superseded_by if state == "superseded" and entry.superseded_by else "")]
    facts += ["updated " + format_time(entry.updated)] if entry.updated is not None else []
    facts += ["tags " + ", ".join(one_line(tag, 40) for tag in entry.tags)] if entry.tags else []
    write(colour(" | ".join(facts), "dim") + "\n")
    content = raw.get("content")
    body = content if isinstance(content, dict) else {k: v for k, v in raw.items() if k not in ("id", "title", "tags")}
    for key, value in body.items():
        write(_field(key, value))
    for key in ("related_files", "aliases", "supersedes", "source"):
        if raw.get(key):
            write(_field(key, raw[key]))
    return 0


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
