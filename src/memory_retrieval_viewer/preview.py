"""One sentence that says what a memory holds, by its category. Knows values only."""

from __future__ import annotations

from typing import Any

from memory_retrieval.brief.binding import sentences
from memory_retrieval.core.categories import TABLE
from memory_retrieval.core.sanitize import cut

from .values import Fields

LIMIT = 240  # characters
SAYS = {
    **{category.key: category.says for category in TABLE},
    "pattern": ("do_text",),
    "llm_cache": ("response_summary", "response_text"),
    "document": ("says",),
}
"""{category or kind: the fields of which the first one that is there says what it holds}."""


def preview(kind: str, raw: Fields) -> str:
    """The sentence, on one line; "" when the record has none of the fields that it is made of."""
    content = raw.get("content")
    fields = content if isinstance(content, dict) else raw
    names = SAYS.get(kind, ("summary", "description"))
    return next(filter(None, [sentence(fields.get(name)) for name in names]), "")


def sentence(value: Any) -> str:
    """The first sentence of a text, or of a list's first text, cut between words."""
    given = value if isinstance(value, list) else [value]
    text = next((item for item in given if isinstance(item, str) and item.strip()), "")
    first = next(iter(sentences(text[: 4 * LIMIT])), "")
    if len(first) <= LIMIT:
        return first
    return cut(first, LIMIT).rstrip(",;:") + " …"
