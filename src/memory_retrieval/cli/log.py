"""`memories log ID`: the history of one record, newest first."""

from __future__ import annotations

from ..core.sanitize import one_line
from ..save import find
from . import options
from .output import colour, print_json, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

HELP = (
    "Print the history of one memory, newest first: what changed, with the old and new values. The last 50 "
    "changes are kept."
)
EXAMPLES = ("memories log queues-run-on-redis", "memories log queues-run-on-redis --format json")


CREATED = ("created_at", "learned_at", "fetched_at", "timestamp")  # the names it has in the kinds of the pattern store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_record(parser)


def run(args: argparse.Namespace) -> int:
    store, entry = find.locate(args.id, args.root, args.store)
    raw = store.read(entry)[0] or {}
    changes = list(reversed(raw.get("changes") or []))
    if args.format == "json":
        value = {"created_at": _created(raw), "updated_at": raw.get("updated_at")}
        print_json(
            {
                "id": entry.id,
                "title": entry.title,
                "path": store.shown(entry.path),
                "status": entry.status,
                **value,
                "times_updated": raw.get("times_updated") or 0,
                "changes": changes,
            }
        )
        return 0
    for change in changes:
        write("%s %s\n" % (colour(one_line(change["date"], 40), "dim"), one_line(change["summary"], 300)))
        if "old_value" in change or "new_value" in change:
            write(
                "    %s -> %s\n"
                % (one_line(str(change.get("old_value")), 200), one_line(str(change.get("new_value")), 200))
            )
    write("%s created\n" % colour(one_line(str(_created(raw) or "some time ago"), 40), "dim"))
    return 0


def _created(raw: dict[str, Any]) -> Any:
    return next((raw[key] for key in CREATED if raw.get(key)), None)
