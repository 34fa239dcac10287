"""Whether the files that memories are about are there, and still say what a memory says. Standard library only."""

from __future__ import annotations

import os
from typing import Any

from memory_retrieval.core.model import Memory, Store
from memory_retrieval.save.draft import leads_out
from memory_retrieval.store import witnesses

from .values import Fields, FileState


def states(store: Store, memory: Memory, raw: Fields) -> tuple[FileState, ...]:
    """The files that a record names, in its order, with the line that contradicts it now."""
    names = texts(raw.get("related_files"))
    for anchor in listed(raw.get("anchors")):
        names += texts([anchor.get("path")]) if isinstance(anchor, dict) else []
    _, line, one = witnesses.state(store, memory)
    found = []
    for name in dict.fromkeys(names):
        note = f'says "{line}" now' if line else "says otherwise now"
        if leads_out(name):
            note = "leads out of the project, so it is not looked at"
        elif one is None or one.path != name:
            note = ""
        there = not leads_out(name) and os.path.lexists(store.absolute(name))
        found.append(FileState(name, there, note))
    return tuple(found)


def listed(value: Any) -> list[Any]:
    """The list under a key of a record; [] for another type, since keys unknown to its version are not validated."""
    return value if isinstance(value, list) else []


def texts(value: Any) -> list[str]:
    return [item for item in listed(value) if isinstance(item, str)]
