"""The read path: what is asked of a session, the search for it, and a decision on each memory that was found.

`retrieve` reads as the whole of it. Nothing else calls two of the stages.
"""

from __future__ import annotations

import time

from ..core import environment
from ..core.errors import IndexUnavailable
from ..core.model import Query, Value
from ..state.session import Session
from . import kind as kinds
from . import rank as ranking
from . import selection, shortlist
from .engine import MOST_UNREAD, KeywordEngine, open_engine
from .promise import promised
from .query import build_query
from .render import render_shortlist, without_unfit
from .trace import Trace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Hit
    from ..core.settings import Config
    from ..index.candidate import SearchResult
    from ..transcript.values import Turns
    from .engine import Engine
    from .trace import Request

AS_IF_ON = 3  # hits that would be injected at most where the setting for it is 0
PATIENCE = (
    30.0  # seconds for bringing indexes up to date when the request sets no deadline
)
NOTHING = Query(
    text="", terms={}
)  # what is searched for where nothing is to be searched


class Question(Value):
    """A request with what is known before the search.

    engine  searched in place of the files of the session's stores
    query   without terms where nothing is to be searched
    """

    engine: Engine | None
    mode: selection.Mode
    now: int
    query: Query
    session: Session
    trace: Trace


def retrieve(session: Session, request: Request, engine: Engine | None = None) -> Trace:
    """From a prompt to a decision on each candidate; all that was done is in the trace.

    engine   searched in place of the project's files: a team database

    StoreError when the session's `root` holds no store.
    """
    question = ask(session, request, engine)
    if not question.query.terms:
        return question.trace
    return decide(question, *search(question))


def ask(session: Session, request: Request, engine: Engine | None = None) -> Question:
    """What is asked of a session, or of the engine that is given."""
    config, stores = session.config, session.stores
    mode = selection.mode_of(request, config)
    off, shown, query = "", {}, None
    unasked = engine is None and mode.unasked and bool(stores)
    if unasked:
        off = _why_off(session, request, mode.limit)
    if (engine or stores) and (not off or request.despite_off):
        query = build_query(request.prompt, _recent_turns(request, config))
        shown = session.shown.injected if unasked else {}
    if off:
        mode = mode.replace(limit=AS_IF_ON)
    trace = Trace(
        request, session, config, stores, shown, off, query, warnings=config.warnings
    )
    return Question(engine, mode, environment.now(), query or NOTHING, session, trace)


def search(question: Question) -> tuple[Engine, SearchResult]:
    """(the engine that answered: keywords where this Python's SQLite has no FTS5; what it found)."""
    session, deadline = question.session, question.trace.request.deadline
    if deadline is None:
        deadline = time.monotonic() + PATIENCE
    asked = question.query, question.mode.pool, question.now, deadline
    engine = question.engine or open_engine(session.stores, session.config)
    try:
        return engine, engine.search(*asked)
    except IndexUnavailable:
        engine = KeywordEngine(session.stores, session.config)
        return engine, engine.search(*asked)


def decide(question: Question, engine: Engine, found: SearchResult) -> Trace:
    """The trace, with a decision on each memory that was found."""
    query, now = question.query, question.now
    relevance = engine.relevance(question.trace.request.mode)
    kind = kinds.log_odds(query.text, found.vector) if relevance.calibrated else None
    ranked = ranking.rank(found, query, relevance, kind or 0.0, now)
    trace = question.trace.replace(
        engine=engine.name,
        relevance=relevance,
        hits=ranking.with_successors(ranked, found.successors, now),
        kind=kind,
        total=found.total,
        complete=found.complete,
        unread=_unread(found),
    )
    rules = selection.Rules(trace.request, trace.config, question.mode, now, relevance)
    if question.mode.unasked:
        return _unasked(question, trace, rules)
    listed = selection.listed(trace.hits, rules)
    return trace.replace(hits=selection.holding_first(listed, now))


def _unasked(question: Question, trace: Trace, rules: selection.Rules) -> Trace:
    """The trace with what the hook injects, and the titles that the agent is to judge."""
    session = question.session
    rules = rules.replace(
        shown=trace.shown,
        named=promised(trace.hits, question.query, question.now),
        kind=-1.0 if trace.kind is None else trace.kind,
    )
    if trace.stores:
        rules = rules.replace(
            briefed=frozenset(session.shown.brief), usage=session.usage
        )
    hits = without_unfit(selection.injected(trace.hits, rules))
    silent = f"the hook is off: {trace.off}" if trace.off else trace.unread
    if silent:
        return trace.replace(hits=selection.withheld(hits, silent))
    if not trace.stores:
        return trace.replace(hits=hits)
    listed, listing = _shortlist(trace.replace(hits=hits), session, rules)
    return trace.replace(hits=hits, shortlist=listed, listing=listing)


def _why_off(session: Session, request: Request, limit: int) -> str:
    """Why the hook is silent at every prompt; "" when the settings and the switches leave it something to do."""
    if (
        request.despite_off and environment.switched_off()
    ):  # the hook itself ends before
        return "MEMORIES_OFF is set in the environment"
    if session.is_off:
        return (
            "you switched it off in this repository; `memories on` switches it back on"
        )
    if not session.config.get("retrieval.enabled"):
        return "retrieval.enabled is false in the configuration"
    return "" if limit > 0 else "retrieval.max_inject is 0 in the configuration"


def _unread(found: SearchResult) -> str:
    """Why nothing is sure yet: the best of a part is not the best of all. "" when nearly all files were searched."""
    if found.left <= MOST_UNREAD * (found.total + found.left):
        return ""
    return f"{found.left} files are not in the index yet"


def _recent_turns(request: Request, config: Config) -> Turns | None:
    """The turns of the conversation before the prompt; None when they are not to be read."""
    if not request.transcript or not config.get("retrieval.transcript_context.enabled"):
        return None
    from ..hosts import find
    from ..transcript.lines import recent_turns

    return recent_turns(
        request.transcript, find(request.host).transcript(), current=request.prompt
    )


def _shortlist(
    trace: Trace, session: Session, rules: selection.Rules
) -> tuple[list[Hit], str]:
    """(the titles for the agent to judge, best first; why these, or why none)."""
    briefed, whole = trace.request.brief or (rules.briefed, session.shown.brief_whole)
    reason = shortlist.ruled_out(trace.config, trace.total, whole)
    if not reason and trace.kind is None:
        reason = "the scores of this engine are no chances"
    if reason or trace.kind is None:
        return [], reason
    allowed = [hit for hit in trace.hits if selection.may_be_listed(hit, rules)]
    wanted, reason = shortlist.judge(trace.kind, allowed, trace.total)
    if not wanted:
        return [], reason
    injected = [hit.memory.path for hit in trace.chosen]
    given = {*injected, *trace.shown, *session.shown.listed}
    if not whole:
        given.update(briefed)
    titles = render_shortlist(
        shortlist.choose(allowed, given, shortlist.TITLES - len(injected))
    )[1]
    return (
        titles,
        reason if titles else "the agent was given every title that could be in it",
    )
