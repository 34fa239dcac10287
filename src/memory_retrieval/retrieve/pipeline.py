"""The read path, whole: payload -> store -> index -> query -> hits -> ranking -> selection -> text.

`retrieve` calls the stages in order; nothing else calls two of them.
"""

from __future__ import annotations

import time

from ..core import config as settings
from ..core.errors import IndexUnavailable, StoreError
from ..core.model import CATEGORIES, Hit
from ..index.fts5 import Fts5Index
from ..state import shown, switch, usage
from ..store.mirrors import find_team
from ..store.scope import find_project, find_user, no_store
from ..store.settings import load_config
from . import rank as ranking
from . import selection
from .query import build_query

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    from ..core.config import Config
    from ..core.model import Hit, Query, Store
    from ..index.backend import Candidate

    class TeamEngine(Protocol):
        """Records of many projects, found by words and meaning; `by_model` where a sentence model says what is near."""

        @property
        def by_model(self) -> bool: ...

        def candidates(
            self, query: Query, limit: int, now: int
        ) -> "tuple[Store, list[Candidate], dict[int, Store], int]":
            """(a store for all, candidates in no order, each memory's own store by its identity, records looked at)."""
            ...


POOL = {"auto": 16, "search": 30}  # memories ranked in full, and as many again at most that are only near in meaning


class Request:
    """What somebody wants to know. `mode` is "auto" (the hook: few or none) or "search" (a list)."""

    __slots__ = (
        "prompt",
        "cwd",
        "root",
        "mode",
        "limit",
        "transcript",
        "category",
        "include_retired",
        "shown",
        "deadline",
        "session",
    )

    def __init__(
        self,
        prompt: str,
        cwd: str = "",
        root: str = "",
        mode: str = "search",
        limit: int | None = None,
        transcript: str = "",
        category: str | None = None,
        include_retired: bool = False,
        session: str = "",
        deadline: float | None = None,
    ) -> None:
        self.prompt, self.cwd, self.root, self.mode, self.limit = prompt, cwd, root, mode, limit
        self.transcript, self.category, self.include_retired = transcript, category, include_retired
        self.session, self.deadline = session, deadline
        self.shown: dict[str, str] = {}


class Retrieval:
    """The whole trace of one retrieval. `hits` holds every candidate with its decision; `chosen` those handed over."""

    __slots__ = (
        "request",
        "config",
        "stores",
        "team",
        "query",
        "hits",
        "threshold",
        "further",
        "answerable",
        "engine",
        "total",
        "complete",
        "relevance",
    )

    def __init__(self, request: Request, config: Config, stores: list[Store], team: Any = None) -> None:
        self.request, self.config, self.stores, self.team = request, config, stores, team
        self.query: Query | None = None
        self.relevance = ranking.BY_TERMS
        self.hits: list[Hit] = []
        self.threshold, self.further = self.relevance.first, self.relevance.further
        self.engine, self.total, self.complete = "fts5_bm25", 0, True
        self.answerable: float | None = None

    @property
    def chosen(self) -> list[Hit]:
        return selection.chosen(self.hits)


def open_request(request: Request) -> Retrieval:
    """Finds the stores and their configuration; reads no record."""
    project = find_project(request.cwd, request.root)
    stores = [store for store in (project, find_user()) if store is not None]
    return Retrieval(request, load_config(project), stores + find_team(project))


def retrieve(request: Request, team: TeamEngine | None = None) -> Retrieval:
    """Everything from a prompt to a decision on each candidate; with `team`, from its records instead of any store's files."""
    if team is None:
        return run_stages(open_request(request))
    return run_stages(Retrieval(request, load_config(find_project(request.cwd) if request.cwd else None), [], team))


def run_stages(trace: Retrieval) -> Retrieval:
    """The stages after the stores were found; returns the same trace, filled in."""
    request = trace.request
    deadline = request.deadline if request.deadline is not None else time.monotonic() + 30
    limit = request.limit if request.limit is not None else default_limit(trace.config, request.mode)
    if trace.team is None and (not trace.stores or (request.mode == "auto" and not _may_inject(trace, limit))):
        return trace
    turns = None
    if request.transcript and trace.config.get("retrieval.transcript_context.enabled"):
        from ..transcript.turns import recent_turns

        turns = recent_turns(
            request.transcript, trace.config.get("retrieval.transcript_context.max_turns"), request.prompt
        )
    trace.query = build_query(request.prompt, turns)
    if not trace.query.terms:
        return trace
    now = settings.now()
    hits = _hits(trace, trace.query, now, deadline)
    here = trace.stores[0].root if trace.stores and request.mode == "auto" else None
    counts = usage.load(here, trace.config.get("feedback.enabled")) if here else None
    silence = ""
    if request.mode == "auto" and trace.engine != "title_tags":
        trace.answerable = ranking.answerable(hits, trace.relevance)
        needed = trace.relevance.answer_from
        if trace.answerable < needed:
            silence = "nothing here seems to answer this prompt: chance %.2f is below %.2f" % (trace.answerable, needed)
    rules = selection.Rules(request, trace.config, limit, now, trace.threshold, trace.further, counts, silence)
    trace.hits = selection.select(hits, rules)
    return trace


def _hits(trace: Retrieval, query: Query, now: int, deadline: float) -> list[Hit]:
    """Everything found in all stores, best first, by the engine the configuration names."""
    if trace.team is not None:
        return _of_team(trace, query, now)
    if trace.config.get("retrieval.match_strategy") != "title_tags":
        try:
            return ranking.rank(candidates(trace, deadline), query)
        except IndexUnavailable:
            pass  # no FTS5 here: keywords answer instead
    from ..index.keyword import KeywordIndex

    trace.engine, trace.threshold, trace.further = "title_tags", 1.0, 1.0
    descriptions = {c: trace.config.get("categories.%s.description" % c)[:500] for c in CATEGORIES}
    hits, context = [], query.text + "\n" + query.context
    for store in trace.stores:
        engine = KeywordIndex(store, descriptions)
        for memory, points, evidence in engine.scored(context, now):
            hits.append(Hit(memory=memory, store=store, score=float(points), evidence=tuple(evidence)))
        trace.total += engine.total
    return sorted(hits, key=ranking.order)


def _of_team(trace: Retrieval, query: Query, now: int) -> list[Hit]:
    """What the team database found, best first; each hit belongs to the project it came from."""
    trace.engine = "postgres"
    pool = max(POOL[trace.request.mode], trace.request.limit or 0)
    store, found, owners, trace.total = trace.team.candidates(query, pool, now)
    if trace.team.by_model:
        from . import model_weights

        trace.relevance = model_weights.TO_INJECT if trace.request.mode == "auto" else model_weights.BY_MODEL
        trace.threshold, trace.further = trace.relevance.first, trace.relevance.further
    hits = ranking.rank([(store, found)], query, trace.relevance)
    return [Hit.of(h.memory, owners[id(h.memory)], h.score, h.evidence, h.signals, "", "") for h in hits]


def _may_inject(trace: Retrieval, limit: int) -> bool:
    """Whether the settings and the switches leave anything to do for the hook."""
    if limit == 0 or not trace.config.get("retrieval.enabled") or switch.is_off(trace.stores[0].root):
        return False
    trace.request.shown = shown.shown_before(trace.request.session, trace.stores[0].root)
    return True


def require_store(trace: Retrieval) -> None:
    """StoreError with the next step when there is no store at all; for commands, the hook stays silent instead."""
    if not trace.stores:
        raise no_store()


def candidates(trace: Retrieval, deadline: float) -> list[tuple[Store, list[Candidate]]]:
    """What the engine proposes from each store, after bringing its index up to date."""
    found = []
    for store in trace.stores:
        with open_engine(store, trace.config) as engine:
            outcome = engine.refresh(deadline)
            trace.complete = trace.complete and outcome.complete
            trace.total += engine.size()
            pool = max(POOL[trace.request.mode], trace.request.limit or 0)
            proposed = engine.candidates(trace.query, pool)
            if engine.recheck(proposed):
                proposed = engine.candidates(trace.query, pool)
            found.append((store, proposed))
    return found


def open_engine(store: Store, config: Config) -> Any:
    """The engine the configuration names; keyword scoring where SQLite has no FTS5."""
    weights = tuple(config.get("retrieval.engine.column_weights." + c) for c in ("title", "tags", "aliases", "body"))
    return Fts5Index(store, weights)


def default_limit(config: Config, mode: str) -> int:
    return config.max_inject() if mode == "auto" else config.get("retrieval.search.max_results")
