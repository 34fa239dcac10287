"""The guards of a store, and what a call or a change would break."""

from __future__ import annotations

import os

from ..core import guards, holds
from ..core.environment import now
from ..core.instructions import spoken
from ..core.model import Value
from ..index.fts5 import Fts5Index
from ..state import accepted, usage
from ..store.reader import record_of
from .indexed import indexed, memories_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..core.guards import Guard, Write
    from ..core.model import Memory, Store

MAX_SENTENCE = 500  # characters


class Rule(Value):
    """A memory with its guard, and the store that it is in."""

    memory: Memory
    guard: Guard
    store: Store

    def mark(self) -> str:
        """What stands for it where a user accepts it."""
        return accepted.mark(
            self.store.own(self.memory.path),
            self.memory.guard,
            " ".join(self.sentence()),
        )

    def sentence(self) -> tuple[str, str]:
        """(what the rule says, what keeps to it or ""), each on one line, not escaped."""
        raw = record_of(self.store.root, self.memory.path) or {}
        return guards.sentence(raw, self.memory.title)

    def said(self, accepted: bool) -> str:
        """What an agent is told of it: its title alone where no user accepted it; "" for nothing but its ID."""
        return (in_short(self.sentence()) if accepted else "") or spoken(
            self.memory.title
        )


def in_short(sentence: tuple[str, str]) -> str:
    """The sentence of a rule in one text; "" where it speaks to the agent."""
    return spoken(" Instead: ".join(filter(None, sentence)), MAX_SENTENCE)


def rules_of(store: Store, deadline: float) -> list[Rule]:
    """The guards that hold: of records that hold and are not muted. `deadline` as for the index."""
    found = indexed(store, deadline, Fts5Index.guarding)
    return rules_among(
        store, memories_of(store, deadline)[0] if found is None else found
    )


def rules_among(store: Store, memories: Iterable[Memory]) -> list[Rule]:
    """Those of a store's memories whose guards hold."""
    found = [
        memory for memory in memories if memory.guard and holds.holds(memory, now())
    ]
    muted = usage.load(store.root, [store]).muted if found else set()
    rules = []
    for memory in found:
        guard = guards.load(memory.guard)
        if guard is not None and memory.path not in muted:
            rules.append(Rule(memory, guard, store))
    return rules


def apart(stores: Iterable[Store], deadline: float) -> tuple[list[Rule], list[Rule]]:
    """The rules of stores whose guards the user accepted, and the others."""
    firm: list[Rule] = []
    others: list[Rule] = []
    for store in stores:
        known = set(accepted.read(store.home))
        paths = {
            mark.partition(" ")[2] for mark in known
        }  # no file of the others is read
        for rule in rules_of(store, deadline):
            mine = store.own(rule.memory.path) in paths and rule.mark() in known
            (firm if mine else others).append(rule)
    return firm, others


def broken_by(
    rules: Iterable[Rule], commands: list[list[str]], files: Iterable[Write]
) -> list[Rule]:
    """The rules against running commands, each its words, and against writing files.

    A file has its name as given, and where its links lead.
    """
    places = [
        ({os.path.normpath(file.path), os.path.realpath(file.path)}, file)
        for file in files
    ]
    found = []
    for rule in rules:
        home, guard = rule.store.home, rule.guard
        if guard.on_command(commands, home) or any(
            guard.on_file(_names(both, file.path, home), file) for both, file in places
        ):
            found.append(rule)
    return found


def _names(places: Iterable[str], path: str, home: str) -> list[str]:
    """What a file is called in a project, with the `/` that `path` ends with; [] for one that lies elsewhere."""
    top, end = os.path.normcase(home.rstrip(os.sep) + os.sep), "/" * path.endswith("/")
    names = []
    for place in places:
        if os.path.normcase(place + os.sep).startswith(top):
            below = place[len(home) :].strip(os.sep).replace(os.sep, "/")
            names.append((below or ".") + end)
    return names
