"""What the words of a document say: which category it most likely has, and whether it still holds.

Knows neither files nor formats. A person decides about the category when a note is accepted. What a word for a state
means is plain or it is left out: an unknown state changes nothing.
"""

from __future__ import annotations

import re

from ..core.categories import BY_KEY, SESSION, TABLE
from ..save import sentence_kind
from .rules import STRUCK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PROPOSED = "proposed proposal draft pending wip rfc".split()
ACCEPTED = "accepted approved adopted implemented active decided agreed".split()
DEPRECATED = "deprecated rejected declined withdrawn obsolete abandoned retired cancelled canceled expired".split()
SUPERSEDED = "superseded superceded replaced".split()
DECISION = {
    **dict.fromkeys(PROPOSED, "proposed"),
    **dict.fromkeys(ACCEPTED, "accepted"),
    **dict.fromkeys(DEPRECATED, "deprecated"),
    **dict.fromkeys(SUPERSEDED, "superseded"),
}
"""The status of a decision for each word that documents use. A rejected one does not hold either."""
PAID = "done resolved closed fixed completed complete finished implemented".split()
DEBT = {
    **dict.fromkeys("open todo new".split(), "open"),
    **dict.fromkeys("doing wip started".split(), "in_progress"),
    **dict.fromkeys(PAID, "resolved"),
    **dict.fromkeys("wontfix declined rejected abandoned cancelled canceled obsolete".split(), "wont_fix"),
}
OVER = frozenset((*DEPRECATED, *SUPERSEDED, *"resolved closed inactive lifted archived disabled".split()))
"""Words for what no longer holds, whatever it is."""
VALUES: dict[str, dict[str, Any]] = {"decision": DECISION, "tech_debt": DEBT, "constraint": dict.fromkeys(OVER, False)}
FIELDS = ("status", "state")
FLAGS = tuple(sorted({*OVER, *PAID}))
REPLACES = re.compile(r"\b(?:super[sc]edes|replaces)\b.*", re.I)  # what follows is about another document
IN_PART = re.compile(r"\b(?:partially|partly|in part)\b", re.I)
TRUE = ("true", "yes", "1", "on")
NOTED = {word: category.key for category in TABLE for word in (category.key, *category.called)}
"""The category for each type that a note may declare."""


def likely_category(kind: str, text: str, otherwise: str = "decision", heading: str = "") -> str:
    """The category by the type that a note declares, else by the words of its text, else by the headings above it."""
    declared = (NOTED[word] for word in re.findall(r"[a-z-]+", kind.lower()) if word in NOTED)
    return next(declared, "") or sentence_kind.guess(text, heading, otherwise)


def decision_status(text: str) -> str:
    """The status of a decision by the lines of its section; "accepted" where they say nothing that is known.

    What replaced it goes before all else, then the last line that has a known word, and in it what ends a decision.
    """
    whole = [line for line in STRUCK.sub("", text).split("\n") if line.strip() and not IN_PART.search(line)]
    lines = [_words(REPLACES.sub("", line)) for line in whole]
    known = [[DECISION[word] for word in line if word in DECISION] for line in lines]
    known = [line for line in known if line and len(set(line)) < 4]  # else a template that lists them
    if any("superseded" in line for line in known):
        return "superseded"
    last = known[-1] if known else ["accepted"]
    return "deprecated" if "deprecated" in last else last[0]


def word_of(fields: dict[str, Any]) -> str:
    """The state that fields name (`status: done`, `resolved: true`); "" where they name none."""
    for key in FIELDS:
        value = fields.get(key)
        found = [word for word in _words(value) if word in DECISION or word in DEBT or word in OVER]
        if found:
            return found[0]
    return next((key for key in FLAGS if str(fields.get(key)).lower() in TRUE), "")


def with_state(record: dict[str, Any], category: str, word: str) -> dict[str, Any]:
    """The record with the state that a word names; as it is where the word says nothing of its category."""
    value = VALUES.get(category, {}).get(word)
    if value is not None:
        content = record.get("content")
        return {**record, "content": {**(content if isinstance(content, dict) else {}), BY_KEY[category].state: value}}
    if word in OVER and category != SESSION:
        return {**record, "record_status": "archived", "archived_reason": f"It was {word} where it came from"}
    return record


def _words(value: Any) -> list[str]:
    text = value[:2000].lower() if isinstance(value, str) else ""
    return re.findall(r"[a-z]+", re.sub(r"won.?t[\s_-]?fix", "wontfix", text))
