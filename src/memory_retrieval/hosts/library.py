"""The library: `MemoryRetriever`, over files or over a team database, and the `Result` it returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..core import config as settings
from ..core.clock import DAY
from ..core.errors import MemoryRetrievalError, StoreError
from ..core.sanitize import plain_title
from ..retrieve import patterns
from ..retrieve.pipeline import Request, Retrieval, retrieve
from ..retrieve.render import shown_path
from ..store.reader import read_record

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    from ..core.model import Hit, Memory

POOL = 200  # hits looked at before the filters


@dataclass(frozen=True)
class Result:
    """One memory that was found.

    similarity       0..1: the estimated chance that it helps, for patterns the share of the query's words that it holds
    recency_days     whole days since it was learned or updated; None when the record does not say
    composite_score  what the results are ordered by, within patterns and within all others
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


class MemoryRetriever:
    """Finds memories for a program: `root` for files, `db_url` for a team database.

    Usable as a context manager. Over files it keeps nothing open between queries and may be shared between threads.
    Raises StoreError when there is no store, ConfigError or MemoryRetrievalError for what the message names.
    """

    def __init__(self, root: str | None = None, db_url: str | None = None, workspace: str | None = None) -> None:
        if db_url:
            raise MemoryRetrievalError("db_url: this version searches files only; give root=... instead")
        self._root = str(root) if root is not None else ""
        self._workspace = workspace
        self._scanned = 0
        if not _open(self._root, "", "search").stores:
            raise StoreError("%s: no memory store; run `memories init` there" % (root or "the working folder"))

    def __enter__(self) -> MemoryRetriever:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Nothing is held between queries; here so that programs need not know which engine answers."""

    @property
    def total_scanned(self) -> int:
        """How many memories the last query was asked of."""
        return self._scanned

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
        """At most `top_k` memories, best first: patterns by confidence, recency and words, all others by relevance.

        category        one of the six categories, a kind of the pattern store, or a pattern's own category
        min_confidence  drops memories less confident; a missing confidence passes
        severity        one or several; drops memories of another severity or of none
        recent_days     drops memories older than that
        transcript      path of a conversation that a short query refers to
        """
        now = settings.now()
        severities = (severity,) if isinstance(severity, str) else tuple(severity or ())

        def wanted(memory: Memory) -> bool:
            age = patterns.age_days(memory, now)
            return not (
                (category and category not in (memory.category, memory.kind))
                or (min_confidence is not None and memory.confidence is not None and memory.confidence < min_confidence)
                or (severities and memory.severity not in severities)
                or (recent_days is not None and (memory.updated is None or now - memory.updated > recent_days * DAY or age is None))
            )

        trace = retrieve(Request(query, root=self._root, cwd=".", mode="search", limit=POOL, transcript=transcript or ""))
        others = [_from_hit(hit, now) for hit in trace.chosen if hit.memory.kind != "pattern" and wanted(hit.memory)]
        scored, _ = patterns.rank_patterns(query, trace.stores, trace.config, now)
        found = [_from_pattern(s) for s in scored if wanted(s.memory)]
        self._scanned = trace.total
        return _merge(found, others)[: max(0, top_k)]


def _open(root: str, query: str, mode: str) -> Retrieval:
    from ..retrieve.pipeline import open_request

    return open_request(Request(query, root=root, cwd=".", mode=mode))


def _merge(left: list[Result], right: list[Result]) -> list[Result]:
    """Both lists keep their own order; at each step the head that is nearer to the query comes first."""
    merged, i, j = [], 0, 0
    while i < len(left) and j < len(right):
        if left[i].similarity > right[j].similarity:
            merged.append(left[i])
            i += 1
        else:
            merged.append(right[j])
            j += 1
    return merged + left[i:] + right[j:]


def _from_hit(hit: Hit, now: int) -> Result:
    memory, _, _ = read_record(hit.store.root, hit.memory.path, hit.memory.kind)
    full = memory or hit.memory
    return Result(
        id=full.id, title=plain_title(full.title), category=full.category, path=shown_path(hit), similarity=round(hit.score, 4),
        confidence=full.confidence, recency_days=patterns.age_days(full, now), composite_score=round(hit.score, 4),
        do_text=full.do_text, dont_text=full.dont_text, kind=full.kind, severity=full.severity,
    )  # fmt: skip


def _from_pattern(scored: patterns.Scored) -> Result:
    memory = scored.memory
    return Result(
        id=memory.id, title=plain_title(memory.title), category=memory.category, path=memory.path,
        similarity=round(scored.lexical, 4), confidence=memory.confidence, recency_days=scored.days,
        composite_score=round(scored.composite, 4), do_text=memory.do_text, dont_text=memory.dont_text, kind=memory.kind,
        severity=memory.severity,
    )  # fmt: skip
