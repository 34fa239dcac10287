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
    Store,
    Value,
)
from memory_retrieval.store import kinds

if TYPE_CHECKING:
    from memory_retrieval.upkeep import review

Fields = JsonObject
"""The fields of a memory, or what a template is given, by name."""


class Row(Value):
    """A memory in a list.

    key     names it in addresses
    memory  with the beginning of its body at most
    preview what it holds in one sentence
    place   where it is from, for people; "" for the project's store
    """

    key: str
    store: Store
    memory: Memory
    preview: str = ""
    place: str = ""

    @property
    def own(self) -> bool:
        """Whether it is a file of the project's store."""
        return self.store.kind is kinds.PROJECT

    @property
    def document(self) -> bool:
        """Whether it is a document, which is read in place."""
        return self.store.kind.documents

    @property
    def curated(self) -> bool:
        """Whether pages can change its status."""
        return self.store.kind.curated and self.memory.kind in CATEGORIES

    @property
    def state(self) -> str:
        """The state that counts now, one of `holds.STATES`."""
        return holds.status(self.memory, environment.now())

    @property
    def group(self) -> str:
        """The part of the list that it is in, one of `holds.GROUPS`."""
        return holds.group_of(self.state)


class BrokenFile(Value):
    """A file that is not a valid memory, with all its problems."""

    key: str
    store: Store
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


class Against(Value):
    """A line of code that a memory rests on, as it was `then`, and what is there `now`: "" where it is gone."""

    path: str
    then: str
    now: str


class Document(Value):
    """One memory with its file's text and everything around it."""

    row: Row
    raw: Fields
    text: str
    links: tuple[LinkedRecord, ...] = ()
    files: tuple[FileState, ...] = ()
    against: Against | None = None


class Waiting(Value):
    """What asks for a decision: a memory that may be out of date, or what a session left open.

    key    of the memory's row; of an open end, its ID
    store  "project", "user" or "patterns"
    """

    key: str
    store: str
    item: review.Waiting

    @property
    def reasons(self) -> list[review.Reason]:
        """Those of a memory, the weightiest first."""
        return [] if self.item.kind == "open" else self.item.what.reasons

    @property
    def kind(self) -> str:
        return self.reasons[0].kind if self.reasons else "open"

    @property
    def newer(self) -> str:
        """The ID of the memory that may take its place; "" for none."""
        return self.item.what.newer() if self.reasons else ""

    @property
    def seen(self) -> str:
        """Stands for what a page shows of it, so that nobody decides about anything else."""
        shown = [(reason.text, reason.marks, reason.other) for reason in self.reasons]
        return hashlib.sha256(repr(shown).encode("utf-8", "replace")).hexdigest()


class Checkup(Value):
    """The result of checking everything.

    state    "none", "running", "done" or "failed"
    waiting  for a decision, in the order of `memories review`
    error    why it failed
    at       when it ended, in seconds since 1970
    """

    state: str
    findings: tuple[Finding, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    error: str = ""
    at: float = 0.0


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
