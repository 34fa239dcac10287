"""claude-mem's SQLite file as items: its observations and session summaries, whatever columns this version has.

The file may be damaged, or made by somebody else. Only plain tables are read, and of them only stored columns: no view,
virtual table, trigger, generated column or function of the file is run. Time, rows and characters are limited.
"""

from __future__ import annotations

import os
from time import monotonic

from ..core import jsontext
from ..core.errors import StoreError
from ..core.reading import open_regular
from .files import MAX_TITLE, Item
from .markdown import bullets, sentence, tags
from .words import likely_category

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from typing import Any

MAX_ROWS = 100_000
MAX_TEXT = 20_000  # characters of a column
MAX_VALUE = 8_388_608  # bytes of a value that SQLite may hold
MAX_TOTAL = 67_108_864  # characters of all columns
SECONDS = 30.0  # for reading the file
STEPS = 1_000  # of SQLite's machine between two looks at the clock
MAX_FILES = 20  # of a record
COLUMNS = {
    "observations": "id type title narrative text facts concepts files_modified".split(),
    "session_summaries": "id request completed next_steps learned".split(),
}
BESIDE = ("", "-wal", "-shm", "-journal")  # files that SQLite opens; it would wait for a FIFO
OBSERVED = {
    "decision": "decision",
    "bugfix": "runbook",
    "problem-solution": "runbook",
    "gotcha": "constraint",
    "trade-off": "decision",
}
"""The category for each type of observation; the others are judged by their text."""


def read_claude_mem(path: str) -> Iterator[Item]:
    """The rows of both tables. StoreError when the file is not claude-mem's, is damaged, or takes too long."""
    import sqlite3  # not at the top: some builds of Python lack it

    try:
        tables = _tables(path)
    except (OSError, sqlite3.Error, ValueError, OverflowError, MemoryError) as error:
        message = "%s: is not a claude-mem database, or a damaged one (%s); `sqlite3 FILE .recover` saves what is left"
        raise StoreError(message % (path, _reason(error))) from None
    if not tables:
        raise StoreError("%s: has neither observations nor session_summaries; is it really claude-mem's file?" % path)
    for table, convert in (("observations", _observation), ("session_summaries", _summary)):
        for row in tables.get(table, ()):
            item = convert(row)
            if item is not None:
                yield item


def _reason(error: Exception) -> str:
    return "reading it took more than %d seconds" % SECONDS if str(error) == "interrupted" else str(error)


def _tables(path: str) -> dict[str, list[dict[str, Any]]]:
    """{table: rows} of the tables that are there."""
    db = _opened(path)
    try:
        found: dict[str, list[dict[str, Any]]] = {}
        left = MAX_TOTAL
        for table in COLUMNS:
            found_at = db.execute("select type, rootpage from sqlite_master where name = ?", (table,)).fetchall()
            if not found_at:
                continue
            if [(kind, bool(page)) for kind, page in found_at] != [("table", True)]:
                raise ValueError("%s is not a plain table" % table)
            found[table] = rows = []
            for row in _rows(db, table):
                left -= sum(len(value) for value in row.values() if isinstance(value, str))
                if left < 0:
                    raise ValueError("it has more than %d characters of text" % MAX_TOTAL)
                rows.append(row)
        return found
    finally:
        db.close()


def _opened(path: str) -> sqlite3.Connection:
    """The database, read-only, in which nothing but reading a column is allowed."""
    import sqlite3

    for ending in BESIDE:
        if not ending or os.path.lexists(path + ending):
            os.close(open_regular(path + ending)[0])
    quoted = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    db = sqlite3.connect("file:%s?mode=ro" % quoted, uri=True)
    end = monotonic() + SECONDS
    db.set_progress_handler(lambda: monotonic() > end, STEPS)
    db.text_factory = lambda data: data.decode("utf-8", "replace")
    if hasattr(db, "setlimit"):  # from Python 3.11 on
        db.setlimit(getattr(sqlite3, "SQLITE_LIMIT_LENGTH", 0), MAX_VALUE)
    for pragma in ("trusted_schema = off", "query_only = on", "cell_size_check = on"):
        db.execute("pragma " + pragma)
    allowed = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_PRAGMA}
    functions = {"substr"}

    def authorize(action: int, first: str | None, second: str | None, *_: object) -> int:
        known = action in allowed or (action == sqlite3.SQLITE_FUNCTION and second in functions)
        return sqlite3.SQLITE_OK if known else sqlite3.SQLITE_DENY

    db.set_authorizer(authorize)
    return db


def _rows(db: sqlite3.Connection, table: str) -> Iterator[dict[str, Any]]:
    """The stored columns that are known, each cut to MAX_TEXT characters."""
    plain = {row[1] for row in db.execute("pragma table_xinfo(%s)" % table) if row[6] == 0}
    names = [name for name in COLUMNS[table] if name in plain]
    if not names:
        raise ValueError("%s has no column that is known" % table)
    listed = ", ".join("substr(%s, 1, %d)" % (name, MAX_TEXT) for name in names)
    for row in db.execute("select %s from %s not indexed limit %d" % (listed, table, MAX_ROWS)):  # noqa: S608  names are ours
        yield dict(zip(names, row))


def _observation(row: dict[str, Any]) -> Item | None:
    title, text = _text(row, "title"), _text(row, "narrative") or _text(row, "text")
    facts = _items(row.get("facts"))
    if not title or not (text or facts):
        return None
    category = OBSERVED.get(_text(row, "type")) or likely_category("", title + ". " + text)
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
    learned = bullets(_text(row, "learned"))
    if learned:
        content["key_changes"] = learned
    record = {"title": sentence(goal)[:MAX_TITLE], "tags": ["session"], "content": content}
    origin = "summary %s" % row.get("id")
    return Item(origin=origin, category="session_summary", record=record, texts=(goal, completed))


def _text(row: dict[str, Any], column: str) -> str:
    value = row.get(column)
    return (value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value or "")).strip()


def _items(value: Any) -> list[str]:
    """The items of a column that holds a JSON array, or text with a list in it."""
    try:
        value = jsontext.loads(value) if isinstance(value, str) and value[:1] == "[" else value
    except ValueError:
        pass
    if isinstance(value, list):
        return [str(item) for item in value if isinstance(item, (str, int, float)) and str(item).strip()]
    return bullets(value) if isinstance(value, str) else []
