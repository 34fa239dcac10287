"""From evidence to a partial record: a title, and the content keys that the text itself answers.

No value is invented: the inbox names what is missing.
"""

from __future__ import annotations

from ..core.categories import BY_KEY
from ..core.sanitize import headline, one_line
from .prose import sentences, without_blocks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ..core.categories import Category

MAX_TITLE = 100  # characters
MAX_VALUE = 1200  # characters of a content value
# Passages that give a reason, name what is next, and make a rule absolute; in case-folded text.
WHY = (
    "because|since|so that|otherwise|weil|denn|sonst|parce qu|car |sinon|porque|ya que|pois|때문|니까|ので|から|ため|"
    "too risky|don't want|dont want|no need|enough"
).split("|")
NEXT = (
    "next|remain|left for|what is left|todo|nächst|offen|prochain|reste|siguiente|queda|próxim|falta|다음|남은|次|残り"
).split("|")
LASTING = (
    "always|never|no exception|immer|nie|toujours|jamais|siempre|nunca|sempre|항상|절대|무조건|必ず|常に|絶対"
).split("|")


def draft(category: str, evidence: list[dict[str, str]]) -> dict[str, Any]:
    """{"category", "title", "content"} from the best piece of evidence; `title` is missing where there is no text.

    evidence  as in the triage JSON, best first
    """
    text = without_blocks(evidence[0].get("text", "")) if evidence else ""
    parts = [one_line(part, MAX_VALUE) for part in sentences(text)]
    content = _content(BY_KEY[category], parts) if parts and category in BY_KEY else {}
    record: dict[str, Any] = {"category": category, "content": content}
    title = _title(parts)
    if title:
        record["title"] = title
    return record


def _content(category: Category, parts: list[str]) -> dict[str, Any]:
    content: dict[str, Any] = (
        {category.state: category.initial()} if category.state else {}
    )
    for key, how in category.draft.items():
        value = HOW[how](parts) if how in HOW else how
        if value:
            content[key] = value
    return content


def _title(parts: list[str]) -> str:
    """The longest of the first three sentences, or its clauses that fit."""
    longest = max(parts[:3], key=len, default="")
    return one_line(headline(longest, MAX_TITLE), MAX_TITLE).rstrip(" .,;:")


def _joined(parts: list[str]) -> str:
    return one_line(" ".join(parts), MAX_VALUE)


def _with(parts: list[str], passages: Sequence[str]) -> list[str]:
    return [
        part
        for part in parts
        if any(passage in part.casefold() for passage in passages)
    ]


HOW: dict[str, Callable[[list[str]], Any]] = {
    "said": _joined,
    "why": lambda parts: " ".join(_with(parts, WHY)),
    "reasons": lambda parts: _with(parts, WHY),
    "strength": lambda parts: "strong" if _with(parts, LASTING) else "default",
    "done": lambda parts: [part for part in parts if part not in _with(parts, NEXT)],
    "next": lambda parts: _with(parts, NEXT),
}
"""The ways to fill a key that core/categories.py names; any other word stands for itself."""
