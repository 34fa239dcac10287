"""The category that a note most likely has. A person decides when the note is accepted."""

from __future__ import annotations

import re

from ..core.categories import TABLE

NOTED = {word: category.key for category in TABLE for word in (category.key, *category.called)}
"""The category for each type that a note may declare."""


def likely_category(kind: str, text: str, otherwise: str = "decision") -> str:
    """The category by the type that a note declares, else by the words of its text, else `otherwise`."""
    for word in re.findall(r"[a-z-]+", kind.lower()):
        if word in NOTED:
            return NOTED[word]
    low = text.lower()
    if re.search(r"\b(todo|workaround|tech debt|clean up later|for now)\b", low):
        return "tech_debt"
    failure = re.search(r"\b(error|fails?|hangs?|crash\w*)\b", low)
    if failure and re.search(r"\b(run|restart|fix\w*|step|instead)\b", low):
        return "runbook"
    if re.search(r"\b(must not|cannot|can't|at most|not allowed|limit\w*|never exceed)\b", low):
        return "constraint"
    return "preference" if re.search(r"\b(always|never|prefer\w*|use|avoid)\b", low) else otherwise
