"""The memories of a store: from its search index, or from its files where that does not show them all.

Apart from the brief, whose modules a hook that points to the memories of a file does not need.
"""

from __future__ import annotations

import time

from ..core.errors import IndexUnavailable
from ..index.fts5 import Fts5Index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..core.model import Memory, Store

LOOK = 1.0  # seconds for an index; to read 784 records themselves takes 0.1


def memories_of(
    store: Store, deadline: float, naming: Callable[[str], bool] | None = None
) -> tuple[list[Memory], int, bool]:
    """(the memories of a store, of any status; files that are no valid records; whether the index has them all).

    naming  only those with a related file that it accepts are asked for: others need not come
    """

    def ask(index: Fts5Index) -> tuple[list[Memory], int]:
        if not (naming or store.kind.documents):
            index.refresh(deadline, thorough=True)  # once a session, not at each prompt
        return index.memories(naming), len(index.problems())

    found = indexed(store, deadline, ask)
    if found:
        return *found, True
    from ..store.reader import read_store  # as a rule the index has them

    memories, broken = [], 0
    for _, memory, problems in read_store(store):
        if time.monotonic() >= deadline:
            break
        memories += [memory] if memory is not None else []
        broken += bool(problems)
    return memories, broken, False


def indexed(store: Store, deadline: float, ask: Callable[[Fts5Index], Any]) -> Any:
    """What the index of a store answers; None where it does not show every file within LOOK, and they can be read.

    Of documents it shows the heads, and to read them takes longer.
    """
    documents = store.kind.documents
    try:
        with Fts5Index(store) as index:
            refreshed = index.refresh(
                deadline if documents else min(deadline, time.monotonic() + LOOK)
            )
            if refreshed.complete or documents or time.monotonic() > deadline:
                return ask(index)
    except IndexUnavailable:
        pass
    return None
