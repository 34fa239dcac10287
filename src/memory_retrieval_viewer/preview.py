"""One sentence that says what a record holds, by its category; and who wrote it. Knows values only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from memory_retrieval.core.categories import SESSION, TABLE
from memory_retrieval.core.sanitize import one_line

LIMIT = 240  # characters
SHORTEST = 12  # characters of a first sentence; a full stop before that is taken for an abbreviation
ENDS = (". ", "! ", "? ")


def preview(kind: str, raw: dict[str, Any]) -> str:
    """The sentence, on one line; "" when the record has none of the fields that it is made of."""
    content = raw.get("content")
    make = MADE.get(kind, _first_of("summary", "description"))
    return make(content if isinstance(content, dict) else raw)


def author(raw: dict[str, Any]) -> str:
    """Who the record says wrote it: a person, else the agent's host; "" when it does not say, or names a file."""
    source = raw.get("source")
    named = [source.get(key) for key in ("author", "agent")] if isinstance(source, dict) else []
    if named and str(named[1]).startswith("import:"):
        return ""
    return next((one_line(name, 60) for name in named if isinstance(name, str) and name.strip()), "")


def sentence(value: Any, limit: int = LIMIT) -> str:
    """The first sentence of a text, or of a list's first text, cut between words."""
    if isinstance(value, list):
        value = next((item for item in value if isinstance(item, str) and item.strip()), "")
    text = one_line(value, 4 * limit) if isinstance(value, str) else ""
    ends = [at + 1 for at in (text.find(end, SHORTEST) for end in ENDS) if at >= 0]
    text = text[: min(ends)] if ends else text
    return text if len(text) <= limit else text[:limit].rpartition(" ")[0].rstrip(",;:") + " …"


def _first_of(*names: str) -> Callable[[dict[str, Any]], str]:
    return lambda content: next(filter(None, (sentence(content.get(name)) for name in names)), "")


def _runbook(content: dict[str, Any]) -> str:
    steps = content.get("steps")
    number = len(steps) if isinstance(steps, list) else 0
    when = sentence(content.get("trigger"), 160)
    first = sentence(steps, 100)
    how = "%d step%s, first: %s" % (number, "" if number == 1 else "s", first) if first else ""
    return " ".join(filter(None, (_ended(when), how)))


def _session(content: dict[str, Any]) -> str:
    coming = sentence(content.get("next_actions"), 120)
    return " ".join(filter(None, (_ended(sentence(content.get("goal"), 160)), "Next: " + coming if coming else "")))


def _examples(content: dict[str, Any]) -> str:
    """A pattern: what to do, and what not to."""
    avoid = sentence(content.get("dont_text"), 100)
    return " ".join(filter(None, (_ended(sentence(content.get("do_text"), 160)), "Not: " + avoid if avoid else "")))


def _ended(text: str) -> str:
    return text + "." if text and text[-1] not in ".!?…:" else text


MADE: dict[str, Callable[[dict[str, Any]], str]] = {
    **{category.key: _first_of(*category.says) for category in TABLE},
    "runbook": _runbook,
    SESSION: _session,
    "pattern": _examples,
    "llm_cache": _first_of("response_summary", "response_text"),
}
