"""What pages may ask of a store of files or a team database: the protocols `Source` and `Writer`, and their errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from memory_retrieval.brief.collect import ProjectBrief
from memory_retrieval.core.errors import DatabaseError, MemoryRetrievalError
from memory_retrieval.core.model import Hit
from memory_retrieval.retrieve.trace import Trace
from memory_retrieval.save.request import SaveOutcome
from memory_retrieval.state.usage import Usage

from ..values import BrokenFile, Change, Checkup, Document, LedgerEntry, Row

UNDO_STORES = ("project", "user", "patterns")
INBOX = "inbox"  # in place of a store: rejected candidates can be brought back
NOT_ON_DATABASE = "Over a team database the viewer only reads; records are changed in their repository"


class NotOnDatabase(MemoryRetrievalError):
    """A write sent to a viewer over a team database."""

    def __init__(self) -> None:
        MemoryRetrievalError.__init__(self, NOT_ON_DATABASE)


class NodeLost(DatabaseError):
    """A node of the cluster does not answer, so that lists cannot be read."""


class NotGranted(MemoryRetrievalError):
    """The role may read nothing in the team database, or no longer."""

    def __init__(self) -> None:
        MemoryRetrievalError.__init__(
            self, "Your role may read nothing in this team database; what it was granted has been revoked"
        )


class StoreGone(MemoryRetrievalError):
    """The folder of the store was removed or renamed while the viewer ran."""

    def __init__(self, root: str) -> None:
        MemoryRetrievalError.__init__(self, "%s holds no memory store any more" % root)


class Writer(Protocol):
    """Changes the files of a store through the functions of the commands, whose outcomes it returns."""

    def save(self, change: Change) -> SaveOutcome: ...

    def change_status(self, verb: str, key: str, reason: str) -> SaveOutcome: ...

    def retire_many(self, keys: Sequence[str], reason: str) -> tuple[SaveOutcome, str]:
        """Retires records of one store in one write; (the outcome, the store)."""

    def resolve(self, older: str, newer: str) -> SaveOutcome:
        """The record `newer` takes the place of `older`; both are keys."""

    def both_hold(self, newer: str, older: str) -> SaveOutcome:
        """Remembers that two records do not contradict each other."""

    def add_alias(self, key: str, phrase: str) -> SaveOutcome: ...

    def mute(self, key: str, *, muted: bool) -> SaveOutcome: ...

    def undo_ticket(self, store: str) -> str:
        """Names the last write of a store; "" when there is none."""

    def undo(self, store: str, ticket: str) -> SaveOutcome:
        """Reverts the last write. StoreError when it is not the one that `ticket` names."""

    def mend(self) -> int:
        """Mends what `memories doctor --fix` mends; the number of findings that are gone."""

    def fill(self, id: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Writes fields into a candidate of the inbox; the candidate. RecordError when they are not valid."""

    def accept(self, id: str) -> SaveOutcome: ...

    def reject(self, ids: Sequence[str]) -> str:
        """Removes candidates; the ticket with which `undo` of INBOX brings them back while the viewer runs."""

    def note(self, text: str) -> SaveOutcome:
        """Saves a sentence, as `memories note` does. RecordError when it is empty or too long."""


class Source(Protocol):
    """A store as the pages see it. Reading never raises because of what a single record holds.

    name      of the project, workspace or database
    location  where the store is, for people
    writer    what changes the store; None over a team database, which the viewer only reads
    """

    name: str
    location: str

    @property
    def writer(self) -> Writer | None: ...

    @property
    def team(self) -> bool:
        """Whether this is a team database: ledger, inbox, muting and new memories then belong to repositories."""

    def warm_up(self) -> None:
        """Starts slow preparations in the background."""

    def close(self) -> None:
        """Ends what it started, in the sources that `switched` gave as well."""

    def local_projects(self) -> Sequence[str]:
        """The roots of the projects of this machine that can be shown instead, its own among them."""

    def switched(self, root: str) -> Source:
        """The source of another of `local_projects`; StoreError for any other folder, or when its store is gone."""

    def refresh(self) -> None:
        """Brings everything up to date; called once before each page."""

    def remarks(self) -> Sequence[str]:
        """What lists and searches lack, in sentences for people. Does no I/O."""

    def rows(self) -> Sequence[Row]:
        """The valid records, newest first. A large team database gives the newest only, and `remarks` says so."""

    def tally(self) -> Mapping[tuple[str, str], int] | None:
        """The number of records by (kind, state), including those that `rows` leaves out; None when it has all."""

    def projects(self) -> Sequence[tuple[str, int]]:
        """("workspace/project", number of records) of a team database."""

    def with_bodies(self, rows: Sequence[Row]) -> Sequence[Row]:
        """The same rows with the beginnings of their bodies."""

    def broken(self) -> Sequence[BrokenFile]: ...

    def row(self, key: str) -> Row | None: ...

    def at(self, path: str) -> Row | None:
        """The record at a path as the ledger and findings write it."""

    def document(self, key: str) -> Document | None: ...

    def related(self, document: Document) -> Sequence[tuple[Row, str]]:
        """(another active record on the same matter, why), best first; few, often none, none over a team database."""

    def documents(self, rows: Sequence[Row]) -> Sequence[Document]:
        """The documents of those rows that still exist, in the same order; without links over a team database."""

    def broken_text(self, key: str) -> tuple[BrokenFile, str] | None:
        """A file that is not a valid record, and as much of its text as can be shown."""

    def retrieve(
        self, prompt: str, mode: str, *, limit: int | None = None, category: str = "", retired: bool = False
    ) -> Trace:
        """The trace of the real pipeline."""

    def brief(self) -> ProjectBrief | None:
        """What a session in the project would start with; None over a team database."""

    def for_file(self, path: str) -> Sequence[Row]:
        """The memories that the hook brings before an agent changes the file; `path` is relative to the project."""

    def row_of(self, hit: Hit) -> Row | None: ...

    def ledger(self, days: int) -> Sequence[LedgerEntry]:
        """Oldest first."""

    def usage(self) -> Usage: ...

    def checkup(self, *, begin: bool = True, again: bool = False) -> Checkup:
        """The last checkup. `begin` starts one in the background when there is none, `again` in any case."""

    def public_checkup(self) -> Checkup:
        """The same, waited for."""

    def candidates(self) -> Sequence[dict[str, Any]]: ...

    def candidate(self, id: str) -> dict[str, Any] | None: ...
