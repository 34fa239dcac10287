"""`memories log ID`: the history of one record, newest first."""

from __future__ import annotations

from ..core.sanitize import one_line
from ..save import file_history, find
from . import options
from .output import colour, print_json, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

HELP = (
    "Print the history of one memory, newest first: what changed, with the old and new values, and who "
    "committed it to git. The last 50 changes are kept. `source` is the agent and session that saved it last."
)
EXAMPLES = ("memories log queues-run-on-redis", "memories log queues-run-on-redis --format json")


CREATED = ("created_at", "learned_at", "fetched_at", "timestamp")  # the names it has in the kinds of the pattern store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_record(parser)


def run(args: argparse.Namespace) -> int:
    store, entry = find.locate(args.id, args.root, args.store)
    raw = store.read(entry)[0] or {}
    commits = file_history.committed(store.root, entry.path) if store.kind in ("project", "patterns") else None
    given = [change for change in reversed(raw.get("changes") or []) if isinstance(change, dict)]
    changes = [{**change, "author": file_history.author_of(change, commits) or None} for change in given]
    begun = file_history.author_of({"date": _created(raw)}, commits)
    if args.format == "json":
        value = {"created_at": _created(raw), "created_by": begun or None, "updated_at": raw.get("updated_at")}
        print_json(
            {
                "id": entry.id,
                "title": entry.title,
                "path": store.shown(entry.path),
                "status": entry.status,
                **value,
                "times_updated": raw.get("times_updated") or 0,
                "source": raw.get("source"),
                "changes": changes,
            }
        )
        return 0
    write(_source(raw.get("source")))
    for change in changes:
        when = colour(one_line(change["date"], 40), "dim")
        write("%s %s%s\n" % (when, one_line(change["summary"], 300), _by(change["author"] or "")))
        if "old_value" in change or "new_value" in change:
            write("    %s -> %s\n" % (_value(change.get("old_value")), _value(change.get("new_value"))))
    write("%s created%s\n" % (colour(one_line(str(_created(raw) or "some time ago"), 40), "dim"), _by(begun)))
    return 0


def _created(raw: dict[str, Any]) -> Any:
    return next((raw[key] for key in CREATED if raw.get(key)), None)


def _by(author: str) -> str:
    if not author:
        return ""
    return colour(
        "  (%s)" % one_line(author, 80) if author == file_history.NOBODY_YET else "  by " + one_line(author, 80), "dim"
    )


def _source(source: Any) -> str:
    """The agent and session that saved the record last; "" where they are not known."""
    facts = source if isinstance(source, dict) else {}
    named = [(key, facts[key]) for key in ("agent", "session", "author") if isinstance(facts.get(key), str)]
    return "source: %s\n" % ", ".join("%s %s" % (key, one_line(value, 80)) for key, value in named) if named else ""


def _value(value: Any) -> str:
    """A value on one line; the word `nothing` for none."""
    if value is None or value == []:
        return "nothing"
    if isinstance(value, list):
        return one_line("; ".join(_value(item) for item in value), 300)
    if isinstance(value, dict):
        return one_line(", ".join("%s: %s" % (key, _value(item)) for key, item in value.items()), 300)
    return one_line(str(value).lower() if isinstance(value, bool) else str(value), 200)
