"""What pages show: records, findings, prompts and reports as immutable values. Standard library only."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from memory_retrieval.core import environment, holds
from memory_retrieval.core.model import (
    CATEGORIES,
    Finding,
    JsonObject,
    Memory,
    Problem,
    Value,
)
from memory_retrieval.store import kinds

if TYPE_CHECKING:
    from memory_retrieval.state.left_off import OpenEnd
    from memory_retrieval.upkeep.review import Review

Fields = JsonObject
"""The fields of a record, or what a template is given, by name."""


class Row(Value):
    """A record in a list.

    key     names the record in addresses
    scope   "project" or "user"
    memory  with the beginning of its body at most
    preview what it holds in one sentence
    author  a person or an agent; "" when the record does not say
    """

    key: str
    scope: str
    memory: Memory
    preview: str = ""
    author: str = ""

    @property
    def personal(self) -> bool:
        """Whether it is the user's own, and not the project's."""
        return kinds.BY_NAME[self.scope].personal

    @property
    def state(self) -> str:
        """The state that counts now, one of `holds.STATES`."""
        return holds.status(self.memory, environment.now())

    @property
    def group(self) -> str:
        """The part of the list that it is in, one of `holds.GROUPS`."""
        return holds.group_of(self.state)

    @property
    def is_injectable(self) -> bool:
        """Whether a prompt may be given it."""
        return self.group == "active" and self.memory.kind in (*CATEGORIES, "pattern")


class BrokenFile(Value):
    """A file that is not a valid record, with all its problems."""

    key: str
    path: str
    problems: tuple[Problem, ...]


class LinkedRecord(Value):
    """Another record that a record refers to; `row` is None when there is no such record."""

    relation: str
    id: str
    row: Row | None


class FileState(Value):
    """A file that a memory is about.

    note  a remark on the file, "" for none
    """

    path: str
    exists: bool
    note: str


class Document(Value):
    """One memory with its file's text and everything around it.

    store  "project", "user" or "patterns"
    """

    row: Row
    raw: Fields
    text: str
    store: str
    links: tuple[LinkedRecord, ...] = ()
    files: tuple[FileState, ...] = ()


class Waiting(Value):
    """A record that may be out of date; `store` is "project", "user" or "patterns"."""

    key: str
    store: str
    review: Review

    @property
    def kind(self) -> str:
        """The weightiest of the reasons."""
        return self.review.reasons[0].kind

    @property
    def seen(self) -> str:
        """Stands for what a page shows of it, so that nobody decides about anything else."""
        shown = [
            (reason.text, reason.marks, reason.other) for reason in self.review.reasons
        ]
        return hashlib.sha256(repr(shown).encode("utf-8", "replace")).hexdigest()


class Checkup(Value):
    """The result of checking everything.

    state    "none", "running", "done" or "failed"
    records  that may be out of date, those with the weightiest reasons first
    ends     what sessions left open, and the brief no longer shows
    error    why it failed
    at       when it ended, in seconds since 1970
    """

    state: str
    findings: tuple[Finding, ...] = ()
    records: tuple[Waiting, ...] = ()
    ends: tuple[OpenEnd, ...] = ()
    error: str = ""
    at: float = 0.0

    @property
    def waiting(self) -> int:
        """The number of decisions that it asks for."""
        return len(self.records) + len(self.ends)


class LedgerEntry(Value):
    """A line of the ledger: one prompt and the memories that it was given.

    at        seconds since 1970
    ms        time in the hook
    injected  (path, score)
    used      paths of memories given earlier in the session that the agent has read since
    prompt    "" unless `logging.enabled` was set
    shortlist  paths whose titles were handed over for the agent to judge
    """

    at: float
    session: str
    ms: float
    injected: tuple[tuple[str, float], ...]
    used: tuple[str, ...] = ()
    prompt: str = ""
    shortlist: tuple[str, ...] = ()
