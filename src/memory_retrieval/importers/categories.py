"""The category that a note most likely has. A person decides when the note is accepted."""

from __future__ import annotations

import re

from ..core.categories import TABLE
from ..save.sentence_kind import CUES

NOTED = {word: category.key for category in TABLE for word in (category.key, *category.called)}
"""The category for each type that a note may declare."""
ORDER = re.compile(CUES["begins_with_an_order"])
MAX_START = 200  # characters in which a statement shows that it is one
BELOW = {
    "tech_debt": r"\b(?:tech(?:nical)?[ -]debt|to-?do|known (?:problems|bugs)|deferred|clean ?up)\b",
    "runbook": r"\b(?:troubleshooting|recovery|migration workflow|common (?:errors|problems)|rollback)\b",
    "constraint": r"\b(?:constraints?|limits?|limitations?|boundar(?:y|ies)|gotchas?|caveats?|known issues|compliance|"
    r"licen[cs]ing|compatibility|protection|thresholds?)\b",
    "preference": r"\b(?:conventions?|naming|imports?|formatting|style|standards?|rules|guidelines|practices|tests|"
    r"testing|commits?)\b",
    "decision": r"\b(?:architecture|design|decisions?|data model|state management|tech(?:nology)? stack)\b",
}
"""What the headings of documents say of the category of a statement below them; an order is one anywhere."""
# A name with its value, or what something is or does.
STATES = re.compile(
    r"[\w *`/-]{3,40}:[*]{0,2} (?!(?:use|throw|add|keep|put|place|run|write|follow)\b)|"
    r"\W*(?:\S+\s+){1,6}(?:is|are|has|have|gets?|lives?|uses|runs|serves|handles|reads|stored|defined|cached|proxied)\b"
)


def likely_category(kind: str, text: str, otherwise: str = "decision", heading: str = "") -> str:
    """The category by the type that a note declares, else by the words of its text and of the headings above it."""
    for word in re.findall(r"[a-z-]+", kind.lower()):
        if word in NOTED:
            return NOTED[word]
    low = text.lower()
    if re.search(r"\b(todo|workaround|tech debt|clean up later|for now)\b", low):
        return "tech_debt"
    failure = re.search(r"\b(error|fail(s|ing)?|hangs?|crash\w*|conflicts?|broken|stuck)\b", low)
    if failure and re.search(r"\b(run|restart|fix\w*|step|instead)\b", low):
        return "runbook"
    if re.search(r"\b(must not|cannot|can't|at most|not allowed|limit\w*|never exceed|thresholds?)\b", low):
        return "constraint"
    if heading and not ORDER.search(low.lstrip("*_ ")):
        for category, words in BELOW.items():
            if re.search(words, heading.lower()):
                return category
        if STATES.match(low[:MAX_START]) and not re.search(r"\b(always|never|prefer\w*|avoid)\b", low):
            return "decision"
    return "preference" if re.search(r"\b(always|never|prefer\w*|use|avoid)\b", low) else otherwise
