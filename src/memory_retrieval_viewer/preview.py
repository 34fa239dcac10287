"""One sentence that says what a record holds, by its category; and who wrote it. Knows values only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from memory_retrieval.core.categories import SESSION, TABLE
from memory_retrieval.core.counted import counted
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


def sentence(value: Any, limit: int = LIMIT) -> str:
    """The first sentence of a text, or of a list's first text, cut between words."""
    given = value if isinstance(value, list) else [value]
    text = next((item for item in given if isinstance(item, str) and item.strip()), "")
    line = one_line(text, 4 * limit)
    found = [line.find(end, SHORTEST) for end in ENDS]
    ends = [at + 1 for at in found if at >= 0]
    first = line[: min(ends, default=None)]
    if len(first) <= limit:
        return first
    return first[:limit].rpartition(" ")[0].rstrip(",;:") + " …"


def _first_of(*names: str) -> Callable[[Fields], str]:
    def first(content: Fields) -> str:
        sentences = (sentence(content.get(name)) for name in names)
        return next(filter(None, sentences), "")

    return first


def _runbook(content: Fields) -> str:
    steps = content.get("steps")
    number = len(steps) if isinstance(steps, list) else 0
    when = sentence(content.get("trigger"), 160)
    first = sentence(steps, 100)
    steps_in_all = counted(number, "step")
    return _joined(when, f"{steps_in_all}, first: {first}" if first else "")


def _session(content: Fields) -> str:
    coming = sentence(content.get("next_actions"), 120)
    return _joined(
        sentence(content.get("goal"), 160), f"Next: {coming}" if coming else ""
    )


def _examples(content: Fields) -> str:
    """A pattern: what to do, and what not to."""
    avoid = sentence(content.get("dont_text"), 100)
    return _joined(
        sentence(content.get("do_text"), 160), f"Not: {avoid}" if avoid else ""
    )


def _joined(text: str, more: str) -> str:
    """Two sentences, of which either may be empty; the first is ended."""
    ended = text if not text or text[-1] in ".!?…:" else f"{text}."
    return f"{ended} {more}".strip()


MADE: dict[str, Callable[[Fields], str]] = {
    **{category.key: _first_of(*category.says) for category in TABLE},
    "runbook": _runbook,
    SESSION: _session,
    "pattern": _examples,
    "llm_cache": _first_of("response_summary", "response_text"),
}
