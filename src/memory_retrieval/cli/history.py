"""What `memories show ID --history` prints: what changed in a record, from what to what, and who committed it."""

from __future__ import annotations

from ..core.sanitize import one_line
from ..save import file_history
from .output import colour, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..library.records import StoredRecord

CREATED = ("created_at", "learned_at", "fetched_at", "timestamp")  # the names it has in the kinds of the pattern store


def history(stored: StoredRecord) -> dict[str, Any]:
    """The JSON form: the changes newest first, each with its author, None where nobody is known."""
    raw, store = stored.record, stored.store
    commits = file_history.committed(store.root, stored.entry.path) if store.kind in ("project", "patterns") else None
    given = [change for change in reversed(raw.get("changes") or []) if isinstance(change, dict)]
    created = next((raw[key] for key in CREATED if raw.get(key)), None)
    return {
        "id": stored.id,
        "title": stored.entry.title,
        "path": stored.path,
        "status": stored.entry.status,
        "created_at": created,
        "created_by": file_history.author_of({"date": created}, commits) or None,
        "updated_at": raw.get("updated_at"),
        "times_updated": raw.get("times_updated") or 0,
        "source": raw.get("source"),
        "changes": [{**change, "author": file_history.author_of(change, commits) or None} for change in given],
    }


def print_history(told: dict[str, Any]) -> None:
    write(_source(told["source"]))
    for change in told["changes"]:
        when = colour(one_line(change["date"], 40), "dim")
        write("%s %s%s\n" % (when, one_line(change["summary"], 300), _by(change["author"])))
        if "old_value" in change or "new_value" in change:
            write("    %s -> %s\n" % (_value(change.get("old_value")), _value(change.get("new_value"))))
    created = colour(one_line(str(told["created_at"] or "some time ago"), 40), "dim")
    write("%s created%s\n" % (created, _by(told["created_by"])))


def _by(author: str | None) -> str:
    if not author:
        return ""
    name = one_line(author, 80)
    return colour("  (%s)" % name if author == file_history.NOBODY_YET else "  by " + name, "dim")


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
