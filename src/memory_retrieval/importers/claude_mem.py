"""claude-mem's SQLite file as items: its observations and session summaries, whatever columns this version has."""

from __future__ import annotations

import json
import os

from ..core.errors import StoreError
from ..core.reading import open_regular
from .categories import likely_category
from .item import MAX_TITLE, Item
from .markdown import bullets, sentence, tags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

MAX_ROWS = 100_000
MAX_FILES = 20  # of a record
OBSERVED = {
    "decision": "decision",
    "bugfix": "runbook",
    "problem-solution": "runbook",
    "gotcha": "constraint",
    "trade-off": "decision",
}
"""The category for each type of observation; the others are judged by their text."""


def read_claude_mem(path: str) -> Iterator[Item]:
    """The rows of both tables. StoreError when the file is not claude-mem's."""
    import sqlite3  # not at the top: some builds of Python lack it

    uri = "file:%s?mode=ro" % path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    try:
        os.close(open_regular(path)[0])  # SQLite would wait for a FIFO
        db = sqlite3.connect(uri, uri=True)
        db.row_factory = sqlite3.Row
        tables = {row[0] for row in db.execute("select name from sqlite_master where type = 'table'")}
    except (OSError, sqlite3.Error) as error:
        raise StoreError("%s: is not a claude-mem database (%s)" % (path, error)) from None
    try:
        if not tables & {"observations", "session_summaries"}:
            raise StoreError(
                "%s: has neither observations nor session_summaries; is it really claude-mem's file?" % path
            )
        for table, convert in (("observations", _observation), ("session_summaries", _summary)):
            if table in tables:
                for row in db.execute("select * from %s limit %d" % (table, MAX_ROWS)):  # noqa: S608  names are ours
                    item = convert({key: row[key] for key in row.keys()})  # noqa: SIM118  a Row iterates over values
                    if item is not None:
                        yield item
    finally:
        db.close()


def _observation(row: dict[str, Any]) -> Item | None:
    title, text = _text(row, "title"), _text(row, "narrative") or _text(row, "text")
    facts = _items(row.get("facts"))
    if not title or not (text or facts):
        return None
    category = OBSERVED.get(str(row.get("type") or "")) or likely_category("", title + ". " + text)
    record: dict[str, Any] = {"title": title[:MAX_TITLE], "tags": tags(_items(row.get("concepts")))}
    files = _items(row.get("files_modified"))
    if files:
        record["related_files"] = [file for file in files if not os.path.isabs(file)][:MAX_FILES]
    texts = tuple(part for part in (title, text, *facts) if part)
    return Item(origin="observation %s" % row.get("id"), category=category, record=record, texts=texts)


def _summary(row: dict[str, Any]) -> Item | None:
    goal, completed, following = _text(row, "request"), _text(row, "completed"), _text(row, "next_steps")
    if not goal or not completed:
        return None
    content = {
        "goal": goal,
        "outcome": "partial" if following else "success",
        "completed": bullets(completed) or [completed],
        "next_actions": bullets(following),
    }
    learned = bullets(str(row.get("learned") or ""))
    if learned:
        content["key_changes"] = learned
    record = {"title": sentence(goal)[:MAX_TITLE], "tags": ["session"], "content": content}
    origin = "summary %s" % row.get("id")
    return Item(origin=origin, category="session_summary", record=record, texts=(goal, completed))


def _text(row: dict[str, Any], column: str) -> str:
    return str(row.get(column) or "").strip()


def _items(value: Any) -> list[str]:
    """The items of a column that holds a JSON array, or text with a list in it."""
    try:
        value = json.loads(value) if isinstance(value, str) and value[:1] == "[" else value
    except ValueError:
        pass
    if isinstance(value, list):
        return [str(item) for item in value if str(item).strip()]
    return bullets(value) if isinstance(value, str) else []
