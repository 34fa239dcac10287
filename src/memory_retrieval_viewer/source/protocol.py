"""What pages may ask of a store of files or a team database: the protocol `Source`, and its errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from memory_retrieval.brief.collect import ProjectBrief
from memory_retrieval.core.errors import DatabaseError, MemoryRetrievalError
from memory_retrieval.core.model import Hit
from memory_retrieval.retrieve.trace import Trace
from memory_retrieval.state.usage import Usage

from ..values import BrokenFile, Checkup, Document, LedgerEntry, Row
from .files_writer import FilesWriter

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


class Source(Protocol):
    """A store as the pages see it. Reading never raises because of what a single record holds.

    name      of the project, workspace or database
    location  where the store is, for people
    writer    what changes the store; None over a team database, which the viewer only reads
    """

    name: str
    location: str

    @property
    def writer(self) -> FilesWriter | None: ...

    @property
    def team(self) -> bool:
        """Whether this is a team database: ledger, inbox, muting and new memories then belong to repositories."""

    def warm_up(self) -> None:
        """Starts slow preparations in the background."""

    def close(self) -> None:
        """Ends what it started."""

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
        """The last checkup, see `CheckupRunner.run`."""

    def public_checkup(self) -> Checkup:
        """One for everybody, waited for: without what the user decided to keep."""

    def candidates(self) -> Sequence[dict[str, Any]]: ...
