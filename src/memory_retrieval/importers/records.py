"""Records as `memories export` writes them, as items."""

from __future__ import annotations

import json
import os

from ..core.reading import open_regular
from .item import Item

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def read_jsonl(path: str) -> Iterator[Item]:
    """One record a line, whole or partial, as `memories export jsonl` writes them."""
    with os.fdopen(open_regular(path)[0], encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield _item("%s:%d" % (os.path.basename(path), number), line)


def _item(origin: str, line: str) -> Item:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return Item(origin=origin, problem="is not valid JSON")
    if not isinstance(value, dict):
        return Item(origin=origin, problem="expected an object, got %s" % type(value).__name__)
    return Item(origin=origin, category=str(value.get("category") or ""), record=value)
