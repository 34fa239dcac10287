"""The guards of a store, and what a call or a change would break."""

from __future__ import annotations

import os

from ..core import guards, holds
from ..core.config import now
from ..core.errors import IndexUnavailable
from ..core.instructions import spoken
from ..core.model import Value
from ..index.fts5 import Fts5Index
from ..state import accepted, usage
from ..store.reader import record_of
from .collect import memories_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..core.guards import Guard
    from ..core.model import Memory, Store

MAX_SENTENCE = 500  # characters


class Rule(Value):
    """A memory with its guard, and the store that it lies in."""

    memory: Memory
    guard: Guard
    store: Store

    def mark(self) -> str:
        """What stands for it where a user accepts it."""
        return accepted.mark(self.store.own(self.memory.path), self.memory.guard, " ".join(self.sentence()))

    def sentence(self) -> tuple[str, str]:
        """(what the rule says, what keeps to it or ""), each on one line, not escaped."""
        raw = record_of(self.store.root, self.memory.path) or {}
        return guards.sentence(raw, self.memory.title)

    def said(self, accepted: bool) -> str:
        """What an agent is told of it: its title alone where no user accepted it; "" for nothing but its ID."""
        return (in_short(self.sentence()) if accepted else "") or spoken(self.memory.title)


def in_short(sentence: tuple[str, str]) -> str:
    """The sentence of a rule in one text; "" where it speaks to the agent."""
    return spoken(" Instead: ".join(filter(None, sentence)), MAX_SENTENCE)


def rules_of(store: Store, deadline: float) -> list[Rule]:
    """The guards that hold: of records that hold and are not muted. `deadline` as for the index."""
    try:
        with Fts5Index(store, use_vectors=False) as index:
            index.refresh(deadline)
            found = index.guarding()
    except IndexUnavailable:
        found = [memory for memory in memories_of(store, deadline)[0] if memory.guard]
    found = [memory for memory in found if holds.holds(memory, now())]
    muted = usage.load(store.root, [store]).muted if found else set()
    pairs = [(memory, guards.load(memory.guard)) for memory in found if memory.path not in muted]
    return [Rule(memory=memory, guard=guard, store=store) for memory, guard in pairs if guard is not None]


def broken_by_file(rules: Iterable[Rule], path: str, added: list[str]) -> list[Rule]:
    """The rules against adding these lines to a file; `path` is absolute, one outside of the project breaks none."""
    found = []
    for rule in rules:
        name = os.path.relpath(os.path.realpath(path), rule.store.home).replace(os.sep, "/")
        if not name.startswith("../") and not os.path.isabs(name) and rule.guard.on_file(name, added):
            found.append(rule)
    return found


def broken_by_command(rules: Iterable[Rule], found: list[list[str]]) -> list[Rule]:
    """The rules against running these commands, each its words."""
    return [rule for rule in rules if rule.guard.on_command(found)]
