"""One sentence that says what a record holds, by its category; and who wrote it. Knows values only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from memory_retrieval.core.categories import TABLE
from memory_retrieval.core.sanitize import one_line

from .values import Fields

LIMIT = 240  # characters
SHORTEST = 12  # characters of a first sentence; a full stop before that is taken for an abbreviation
ENDS = (". ", "! ", "? ")


def preview(kind: str, raw: Fields) -> str:
    """The sentence, on one line; "" when the record has none of the fields that it is made of."""
    content = raw.get("content")
    make = MADE.get(kind, _first_of("summary", "description"))
    return make(content if isinstance(content, dict) else raw)


def author(raw: Fields) -> str:
    """Who the record says wrote it: a person, else the agent's host; "" when it does not say, or names a file."""
    source = raw.get("source")
    if not isinstance(source, dict) or str(source.get("agent")).startswith("import:"):
        return ""
    for name in (source.get("author"), source.get("agent")):
        if isinstance(name, str) and name.strip():
            return one_line(name, 60)
    return ""


def sentence(value: Any) -> str:
    """The first sentence of a text, or of a list's first text, cut between words."""
    given = value if isinstance(value, list) else [value]
    text = next((item for item in given if isinstance(item, str) and item.strip()), "")
    line = one_line(text, 4 * LIMIT)
    found = [line.find(end, SHORTEST) for end in ENDS]
    ends = [at + 1 for at in found if at >= 0]
    first = line[: min(ends, default=None)]
    if len(first) <= LIMIT:
        return first
    return first[:LIMIT].rpartition(" ")[0].rstrip(",;:") + " …"


def _first_of(*names: str) -> Callable[[Fields], str]:
    def first(content: Fields) -> str:
        sentences = (sentence(content.get(name)) for name in names)
        return next(filter(None, sentences), "")

    return first


MADE: dict[str, Callable[[Fields], str]] = {
    **{category.key: _first_of(*category.says) for category in TABLE},
    "pattern": _first_of("do_text"),
    "llm_cache": _first_of("response_summary", "response_text"),
}
