"""Records as `memories export` writes them, as items."""

from __future__ import annotations

import os

from ..core import jsontext
from ..core.reading import open_regular
from .files import Item

MAX_DEPTH = 30  # levels of lists and objects; a record has 5
MAX_LINE = 4_194_304  # bytes; a record has 1 MiB at most

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


def read_jsonl(path: str) -> Iterator[Item]:
    """One record a line, whole or partial, as `memories export jsonl` writes them."""
    name = os.path.basename(path)
    with os.fdopen(open_regular(path)[0], "rb") as lines:
        number, line = 1, lines.readline(MAX_LINE + 1)
        while line:
            if len(line) > MAX_LINE:
                yield Item(
                    origin="%s:%d" % (name, number),
                    problem="is longer than %d bytes; the rest is not read" % MAX_LINE,
                )
                return
            text = line.decode("utf-8", "replace").strip()
            if text:
                yield _item("%s:%d" % (name, number), text)
            number, line = number + 1, lines.readline(MAX_LINE + 1)


def _item(origin: str, line: str) -> Item:
    try:
        value = jsontext.loads(line)
    except (ValueError, RecursionError):
        return Item(origin=origin, problem="is not valid JSON")
    if _is_deep(value):
        return Item(
            origin=origin, problem="is nested more than %d levels deep" % MAX_DEPTH
        )
    if not isinstance(value, dict):
        return Item(
            origin=origin, problem=f"expected an object, got {type(value).__name__}"
        )
    category = str(value.get("category") or "")
    return Item(origin=origin, category=category, record=value)


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(MAX_DEPTH):
        lists = [
            at.values() if isinstance(at, dict) else at
            for at in level
            if isinstance(at, (dict, list))
        ]
        level = [child for at in lists for child in at]
    return bool(level)
