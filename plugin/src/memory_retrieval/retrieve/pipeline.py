"""The read path: stores -> query -> candidates -> ranking -> selection.

`retrieve` reads as the whole of it. Nothing else calls two of the stages.
"""

from __future__ import annotations

import time

from ..core import environment
from ..core.errors import IndexUnavailable
from ..state.session import Session
from ..store.worktrees import copy_others
from . import kind as kinds
from . import rank as ranking
from . import selection, shortlist
from .engine import KeywordEngine, open_engine
from .promise import promised
from .query import build_query
from .render import render_shortlist, without_unfit
from .trace import Trace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Hit, Query
    from ..core.settings import Config
    from ..index.candidate import SearchResult
    from ..transcript.values import Turns
    from .engine import Engine
    from .trace import Request

POOL = {"auto": 16, "search": 30}  # candidates by words, and at most about as many again by meaning alone
AS_IF_ON = 3  # hits that would be injected at most where the setting for it is 0
MOST_UNREAD = 0.1  # of the files, with which a prompt is answered all the same
PATIENCE = 30.0  # seconds for bringing indexes up to date when the request sets no deadline


def retrieve(request: Request, engine: Engine | None = None, session: Session | None = None) -> Trace:
    """From a prompt to a decision on each candidate; all that was done is in the trace.

    engine   searched in place of the project's files: a team database
    session  the session in the project, if the caller has one

    StoreError when the request's `root` holds no store.
    """
    if session is None:
        session = _session(request, engine)
        copy_others(session.homes if engine is None else [])
    stores, config = session.stores, session.config
    trace = Trace(request=request, config=config, stores=stores, warnings=config.warnings)
    limit = request.limit if request.limit is not None else selection.default_limit(config, request.mode)
    auto = request.mode == "auto"
    if engine is None:
        trace = trace.replace(off=_why_off(trace, session, limit) if auto and stores else "")
        if not stores or (trace.off and not request.despite_off):
            return trace
        limit = AS_IF_ON if trace.off else limit
        if auto:
            trace = trace.replace(shown=session.shown.injected)
        engine = open_engine(stores, config)
    query = build_query(request.prompt, _recent_turns(request, config))
    trace = trace.replace(query=query)
    if not query.terms:
        return trace
    now = environment.now()
    engine, result = _search(engine, trace, query, now)
    relevance = engine.relevance(request.mode)
    kind = kinds.log_odds(query.text, result.vector) if relevance.calibrated else None
    hits = ranking.rank(result, query, relevance, kind or 0.0, now)
    hits = ranking.with_successors(hits, result.successors, now)
    rules = selection.Rules(
        request,
        config,
        limit,
        now,
        relevance,
        trace.shown,
        frozenset(session.shown.brief) if auto and stores else frozenset(),
        session.usage if auto and stores else None,
        promised(hits, query, now) if auto else {},
        -1.0 if kind is None else kind,
    )
    hits = selection.select(hits, rules)
    hits = hits if auto else selection.holding_first(hits, now)
    hits = without_unfit(hits) if auto else hits
    silent = "the hook is off: " + trace.off if trace.off else _unread(result) if auto else ""
    hits = selection.withheld(hits, silent) if silent else hits
    listed, listing = (
        _shortlist(trace, session, rules, hits, kind, result.total) if auto and stores and not silent else ([], "")
    )
    return trace.replace(
        engine=engine.name,
        relevance=relevance,
        hits=hits,
        kind=kind,
        shortlist=listed,
        listing=listing,
        total=result.total,
        complete=result.complete,
        warnings=config.warnings,
    )


def _session(request: Request, engine: Engine | None) -> Session:
    """The session that a request names; a search of a database needs no more of it than the settings."""
    session = Session(request.cwd, request.session, request.root if engine is None else "")
    if engine is not None:
        session.stores = []
        session.project = session.project if request.cwd else None
    return session


def _why_off(trace: Trace, session: Session, limit: int) -> str:
    """Why the hook is silent at every prompt; "" when the settings and the switches leave it something to do."""
    if trace.request.despite_off and environment.switched_off():  # the hook itself ends before
        return "MEMORIES_OFF is set in the environment"
    if session.is_off:
        return "you switched it off in this repository; `memories on` switches it back on"
    if not trace.config.get("retrieval.enabled"):
        return "retrieval.enabled is false in the configuration"
    return "" if limit > 0 else "retrieval.max_inject is 0 in the configuration"


def _unread(result: SearchResult) -> str:
    """Why nothing is sure yet: the best of a part is not the best of all. "" when nearly all files were searched."""
    few = result.left <= MOST_UNREAD * (result.total + result.left)
    return "" if few else "%d files are not in the index yet" % result.left


def _recent_turns(request: Request, config: Config) -> Turns | None:
    """The turns of the conversation before the prompt; None when they are not to be read."""
    if not request.transcript or not config.get("retrieval.transcript_context.enabled"):
        return None
    from ..hosts import find
    from ..transcript.lines import recent_turns

    return recent_turns(request.transcript, find(request.host).transcript(), current=request.prompt)


def _search(engine: Engine, trace: Trace, query: Query, now: int) -> tuple[Engine, SearchResult]:
    """The result, and the engine that answered: keywords where this Python's SQLite has no FTS5."""
    request = trace.request
    limit = max(POOL[request.mode], request.limit or 0)
    deadline = request.deadline if request.deadline is not None else time.monotonic() + PATIENCE
    try:
        return engine, engine.search(query, limit, now, deadline)
    except IndexUnavailable:
        engine = KeywordEngine(trace.stores, trace.config)
        return engine, engine.search(query, limit, now, deadline)


def _shortlist(
    trace: Trace, session: Session, rules: selection.Rules, hits: list[Hit], kind: float | None, total: int
) -> tuple[list[Hit], str]:
    """(the titles for the agent to judge, best first; why these, or why none)."""
    briefed, whole = trace.request.brief or (rules.briefed, session.shown.brief_whole)
    reason = shortlist.ruled_out(trace.config, total, whole)
    if reason or kind is None:
        return [], reason or "the scores of this engine are no chances"
    allowed = [hit for hit in hits if selection.may_be_listed(hit, rules)]
    wanted, reason = shortlist.judge(kind, allowed, total)
    if not wanted:
        return [], reason
    injected = [hit.memory.path for hit in hits if hit.decision == "injected"]
    given = [*injected, *trace.shown, *session.shown.listed, *(() if whole else briefed)]
    titles = render_shortlist(shortlist.choose(allowed, given, shortlist.TITLES - len(injected)))[1]
    return titles, reason if titles else "the agent was given every title that could be in it"
