"""`MemoryRetriever`, over files or over a team database, and the `Result` it returns."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import merge
from typing import TYPE_CHECKING, Any

from ..core import environment, holds
from ..core.clock import DAY, believed
from ..core.errors import MemoryRetrievalError, StoreError
from ..core.sanitize import plain_title
from ..extras import load
from ..retrieve import patterns
from ..retrieve.pipeline import retrieve
from ..retrieve.render import shown_path
from ..retrieve.results import whole
from ..retrieve.trace import Request, Trace
from ..state.session import Session, without_files
from . import arguments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.model import Hit, Memory

POOL = 200  # hits to filter
HOLDING = ("active", holds.PROPOSED)  # states in which a memory holds


@dataclass(frozen=True)
class Result:
    """One memory that a query returned.

    similarity       0..1: the estimated probability of relevance; for patterns, over files the share of the query's
                     words that it contains, over a database the cosine similarity of the two vectors
    recency_days     whole days since it was learned or updated; None when the record has no such time
    composite_score  what results are sorted by, within patterns and within all others
    project          `workspace/project` that it comes from; "" over files
    text             every text of the record but its title, a line each; of a pattern its DO and DON'T
    status           the state that counts: "active", or one such as "proposed", "superseded" or "expired"; what holds
                     comes first
    """

    id: str
    title: str
    category: str
    path: str
    similarity: float
    confidence: float | None
    recency_days: int | None
    composite_score: float
    do_text: str
    dont_text: str
    kind: str
    severity: str | None = None
    project: str = ""
    status: str = "active"
    text: str = ""


class MemoryRetriever:
    """Finds memories for a program: `root` for files, `db_url` for a team database.

    Usable as a context manager. May be shared between threads: over files it keeps nothing open between queries, over a
    database it has a pool of connections, which `close` releases.

    root       project or store folder; the working folder's by default
    db_url     postgresql://user@host/name, a libpq connection string, or embedded[:FOLDER]
    workspace  of the database; None for all that the role may see
    timeout    seconds that a query may take on the database's server

    Raises StoreError when there is no store, DatabaseError when the database cannot be used, ConfigError for invalid
    settings, and MemoryRetrievalError for an invalid argument or a closed retriever.
    """

    def __init__(
        self,
        root: str | None = None,
        db_url: str | None = None,
        workspace: str | None = None,
        *,
        timeout: float = 30.0,
    ) -> None:
        self._root = str(root) if root is not None else ""
        self._scanned = 0
        self._closed = False
        self._team: Any = None
        workspace, timeout = (
            arguments.optional("workspace", workspace),
            arguments.seconds("timeout", timeout),
        )
        if db_url:
            self._team = load("team", "search.team").Team(
                str(db_url), workspace, timeout=timeout
            )
        elif not Session(".", root=self._root).stores:
            where = root or "the working folder"
            raise StoreError(f"{where}: no memory store; run `memories init` there")

    def __enter__(self) -> MemoryRetriever:
        self._require_open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Releases what is held; may be called repeatedly. A closed retriever refuses every further call."""
        self._closed = True
        if self._team is not None:
            self._team.close()

    @property
    def total_scanned(self) -> int:
        """How many memories the last query searched."""
        return self._scanned

    @property
    def notes(self) -> list[str]:
        """Limitations of the answers, for people: for instance that the database's vectors cannot be used here."""
        return list(self._team.info.notes) if self._team is not None else []

    def query(
        self,
        query: str,
        category: str | None = None,
        top_k: int = 5,
        min_confidence: float | None = None,
        severity: str | Sequence[str] | None = None,
        recent_days: float | None = None,
        transcript: str | None = None,
    ) -> list[Result]:
        """At most `top_k` memories, best first: patterns by confidence, recency and similarity, others by relevance.

        category        one of the six categories, a kind of the pattern store, or a pattern's own category
        min_confidence  excludes lower confidences; a memory without one passes
        severity        one or several; excludes memories of another severity or of none
        recent_days     excludes memories older than that
        transcript      path of a conversation that a short query refers to
        """
        wanted = _Wanted.of(category, min_confidence, severity, recent_days)
        asked = self._asked(query, top_k, transcript, wanted)
        return self._results(retrieve(*asked), wanted, top_k)

    def _asked(
        self, query: str, top_k: int, transcript: str | None, wanted: _Wanted
    ) -> tuple[Session, Request, Any]:
        """What `retrieve` is given."""
        self._require_open()
        query, top_k = arguments.text("query", query), arguments.count("top_k", top_k)
        transcript = arguments.optional("transcript", transcript)
        request = Request(query, transcript=transcript or "", limit=POOL)
        if self._team is None:
            return Session(".", root=self._root, by_hand=True), request, None
        # some are dropped, and patterns are sorted again
        request = request.replace(limit=max(40, 2 * top_k))
        engine = load("team", "search.engine").PostgresEngine
        return without_files(""), request, engine(self._team, wanted.filters())

    def _results(self, trace: Trace, wanted: _Wanted, top_k: int) -> list[Result]:
        self._scanned = trace.total
        return results_of(trace, wanted)[: max(0, top_k)]

    def _require_open(self) -> None:
        if self._closed:
            raise MemoryRetrievalError("this retriever is closed; open a new one")


@dataclass(frozen=True)
class _Wanted:
    """The conditions that a result must meet."""

    category: str | None
    confidence: float | None
    severities: tuple[str, ...]
    recent_days: float | None
    now: int

    @staticmethod
    def of(
        category: str | None,
        confidence: float | None,
        severity: str | Sequence[str] | None,
        recent_days: float | None,
    ) -> _Wanted:
        return _Wanted(
            arguments.optional("category", category),
            arguments.number("min_confidence", confidence),
            arguments.several("severity", severity),
            arguments.number("recent_days", recent_days),
            environment.now(),
        )

    def passes(self, hit: Hit) -> bool:
        memory, recent, updated = (
            hit.memory,
            self.recent_days,
            believed(hit.memory.updated, self.now),
        )
        if self.category and self.category not in (memory.category, memory.kind):
            return False
        if (
            self.confidence is not None
            and memory.confidence is not None
            and memory.confidence < self.confidence
        ):
            return False
        if self.severities and memory.severity not in self.severities:
            return False
        return recent is None or (
            updated is not None and self.now - updated <= recent * DAY
        )

    def filters(self) -> Any:
        """The same conditions, for the database."""
        filters = load("team", "search.filters").Filters
        since = None if self.recent_days is None else self.now - self.recent_days * DAY
        return filters(
            self.category, self.severities, self.confidence, since, in_force=True
        )


def results_of(trace: Trace, wanted: _Wanted) -> list[Result]:
    """Patterns by their composite score, and the others by relevance, as far as they meet the conditions; merged."""
    now = wanted.now
    scored, others = [], []
    for hit in filter(wanted.passes, patterns.ranked(trace, now)):
        scored.append(_result(hit, hit.memory, now, hit.prior or 0.0))
    for hit in filter(wanted.passes, trace.chosen):
        if hit.memory.kind != "pattern":
            others.append(_result(hit, whole(hit) or hit.memory, now, hit.score))
    return _merge(scored, others)


def _merge(left: list[Result], right: list[Result]) -> list[Result]:
    """Merges two lists, each in its own order, by the similarity of their next elements; what holds comes first."""
    merged = merge(right, left, key=lambda result: -result.similarity)
    return sorted(merged, key=lambda result: result.status not in HOLDING)


def _result(hit: Hit, memory: Memory, now: int, composite: float) -> Result:
    return Result(
        id=memory.id,
        title=plain_title(memory.title),
        category=memory.category,
        path=shown_path(hit),
        similarity=round(hit.score, 4),
        confidence=memory.confidence,
        recency_days=patterns.age_days(memory, now),
        composite_score=round(composite, 4),
        do_text=memory.do_text,
        dont_text=memory.dont_text,
        kind=memory.kind,
        severity=memory.severity,
        project="" if hit.store.kind.files else hit.store.root,
        status=holds.status(memory, now),
        text=memory.body,
    )
