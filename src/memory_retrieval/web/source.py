"""What pages know of a store: values, and the protocol `Source` behind which files (or a team database) lie. Knows no page and no host."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ..core.errors import MemoryRetrievalError
from ..core.model import Hit, Memory, Problem
from ..retrieve.pipeline import Retrieval
from ..save.request import SaveOutcome
from ..state.usage import Usage

UNDO_STORES = ("project", "user", "patterns")


NOT_ON_DATABASE = "Over a team database the viewer only reads; records are changed in their repository"


class NotOnDatabase(MemoryRetrievalError):
    """A write sent to a viewer over a team database."""

    def __init__(self) -> None:
        MemoryRetrievalError.__init__(self, NOT_ON_DATABASE)


class NotGranted(MemoryRetrievalError):
    """A role that may see nothing, be it any more."""

    def __init__(self) -> None:
        MemoryRetrievalError.__init__(
            self, "Your role may read nothing in this team database; what it was granted has been taken back"
        )


class StoreGone(MemoryRetrievalError):
    """The folder of the store was removed or renamed while the viewer ran."""

    def __init__(self, place: str) -> None:
        MemoryRetrievalError.__init__(self, "%s holds no memory store any more" % place)


@dataclass(frozen=True, slots=True)
class Row:
    """A record in a list. `key` names it in addresses; of the body only the beginning is kept, if anything.

    scope  "project", "user" or "database"
    where  workspace and project in a team database; "" over files
    """

    key: str
    scope: str
    memory: Memory
    where: str = ""

    @property
    def state(self) -> str:
        """active, superseded, retired or archived."""
        return "superseded" if self.memory.superseded_by and self.memory.status == "active" else self.memory.status


@dataclass(frozen=True, slots=True)
class Broken:
    """A file that is no valid record, with all that is wrong with it."""

    key: str
    path: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """Another record that one refers to; `row` is None when it is not there."""

    relation: str
    id: str
    row: Row | None


@dataclass(frozen=True, slots=True)
class FileState:
    """A file that a memory is about. `commits` changed it after the memory: (seconds since 1970, subject), newest first."""

    path: str
    exists: bool
    changed: bool = False
    commits: tuple[tuple[int, str], ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """One memory with its file's text and everything around it.

    digest    SHA-256 of the text, which a write must hand back
    store     "project", "user" or "patterns"
    editable  whether the viewer has a form for it
    """

    row: Row
    raw: dict[str, Any]
    text: str
    digest: str
    store: str
    editable: bool
    links: tuple[Link, ...] = ()
    files: tuple[FileState, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to look at; `where` are paths, or a place of the machine.

    group  "broken", "conflict", "stale" or "setup"; "database" for a team database
    """

    group: str
    severity: str
    what: str
    where: tuple[str, ...]
    remedy: str
    mendable: bool = False


@dataclass(frozen=True, slots=True)
class Checkup:
    """What a look at everything found. `state`: "none", "running", "done" or "failed" (then `error` says why); `at`: when it ended."""

    state: str
    findings: tuple[Finding, ...] = ()
    right: tuple[tuple[str, str], ...] = ()
    seconds: float = 0.0
    error: str = ""
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Prompted:
    """A line of the ledger: one prompt and what it got. `used`: memories given earlier that were read since."""

    at: float
    session: str
    ms: float
    injected: tuple[tuple[str, float], ...]
    used: tuple[str, ...] = ()
    prompt: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """An edit: the fields of a form as a whole record, and what the form was made from (`digest`); `key` is "" for a new record."""

    key: str
    category: str
    data: Mapping[str, Any]
    digest: str = ""
    store: str = "project"


@dataclass(frozen=True, slots=True)
class Report:
    """A kept run of `memories eval`: its figures as `--format json` prints them, and its page."""

    name: str
    at: float
    figures: dict[str, Any] = field(default_factory=dict)
    html: str = ""


class Writer(Protocol):
    """Changes the files of a store, by the functions of the commands; the SaveOutcome is that of the write path."""

    def save(self, change: Change) -> SaveOutcome: ...

    def change_status(self, verb: str, key: str, reason: str) -> SaveOutcome: ...

    def mute(self, key: str, *, muted: bool) -> SaveOutcome: ...

    def undo_ticket(self, store: str) -> str:
        """Names the last write of a store, "" when there is none; `undo` takes back nothing else."""

    def undo(self, store: str, ticket: str) -> SaveOutcome: ...

    def mend(self) -> int:
        """Mends what `memories fsck --fix` mends; how many findings."""

    def fill(self, id: str, fields: Mapping[str, Any]) -> dict[str, Any]: ...

    def accept(self, id: str) -> SaveOutcome: ...

    def reject(self, id: str) -> SaveOutcome: ...


class Source(Protocol):
    """A store as the pages see it. Reading never raises because of what a single record holds.

    writer  what changes the store; None over a team database, which the viewer only reads
    """

    name: str
    place: str

    @property
    def writer(self) -> Writer | None: ...

    @property
    def team(self) -> bool:
        """Whether this is a team database: new memories, the ledger, the inbox and what is muted belong to repositories."""

    def warm_up(self) -> None:
        """Begins what takes long, in the background."""

    def close(self) -> None: ...

    def look(self) -> None:
        """Called once before each page: what is read afterwards is as of now, or of a write that came since."""

    def remarks(self) -> Sequence[str]:
        """What lists and searches lack, for people; asks nobody."""

    def rows(self) -> Sequence[Row]:
        """Every valid record, newest first; of very many the newest, which `remarks` says."""

    def tally(self) -> Mapping[tuple[str, str], int] | None:
        """How many records there are of each (kind, state), also of those that `rows` leaves out; None where it leaves out nothing."""

    def projects(self) -> Sequence[tuple[str, int]]:
        """(workspace and project, records) of a team database."""

    def with_bodies(self, rows: Sequence[Row]) -> Sequence[Row]:
        """The same rows with the beginnings of their bodies."""

    def broken(self) -> Sequence[Broken]: ...

    def row(self, key: str) -> Row | None: ...

    def at(self, path: str) -> Row | None:
        """The record at a path as the ledger and findings write it."""

    def document(self, key: str) -> Document | None: ...

    def documents(self, rows: Sequence[Row]) -> Sequence[Document]:
        """Those that are there, in the same order; of a team database without their links."""

    def broken_text(self, key: str) -> tuple[Broken, str] | None:
        """A file that is no record, and as much of its text as can be shown."""

    def retrieve(
        self, prompt: str, mode: str, *, limit: int | None = None, category: str = "", retired: bool = False
    ) -> Retrieval:
        """The trace of the real pipeline."""

    def row_of(self, hit: Hit) -> Row | None:
        """The record that a search found."""

    def ledger(self, days: int) -> Sequence[Prompted]:
        """Oldest first."""

    def usage(self) -> Usage: ...

    def checkup(self, *, begin: bool = True, again: bool = False) -> Checkup:
        """What is known; `begin` starts a look in the background unless one is there, `again` a new one in any case."""

    def public_checkup(self) -> Checkup:
        """A look that is waited for, at the records alone and not at the machine."""

    def candidates(self) -> Sequence[dict[str, Any]]: ...

    def candidate(self, id: str) -> dict[str, Any] | None: ...

    def reports(self) -> Sequence[Report]: ...
