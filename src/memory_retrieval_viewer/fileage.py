"""Whether the files that memories are about are there, and still say what a memory says. Standard library only."""

from __future__ import annotations

import os
from typing import Any

from memory_retrieval.core.model import Memory, Store
from memory_retrieval.redact.redact import redact
from memory_retrieval.save.draft import leads_out
from memory_retrieval.store import witnesses

from .values import Against, Fields, FileState

OUT = "leads out of the project, so it is not looked at"


def states(store: Store, memory: Memory, raw: Fields) -> tuple[FileState, ...]:
    """The files that a memory names, in its order."""
    names = [*memory.related_files]
    for anchor in listed(raw.get("anchors")):
        names += texts([anchor.get("path")]) if isinstance(anchor, dict) else []
    found = []
    for name in dict.fromkeys(names):
        out = leads_out(name)
        there = not out and os.path.lexists(store.absolute(name))
        found.append(FileState(name, there, OUT if out else ""))
    return tuple(found)


def against(store: Store, memory: Memory) -> Against | None:
    """The line of code that contradicts a memory now, without secrets; None while the code agrees."""
    _, now, one = witnesses.state(store, memory)
    if one is None:
        return None
    then, _ = redact(one.line or one.path)
    now, _ = redact(now)
    return Against(one.path, then, now)


def listed(value: Any) -> list[Any]:
    """The list under a key of a record; [] for another type, since keys unknown to its version are not validated."""
    return value if isinstance(value, list) else []


def texts(value: Any) -> list[str]:
    return [item for item in listed(value) if isinstance(item, str)]
