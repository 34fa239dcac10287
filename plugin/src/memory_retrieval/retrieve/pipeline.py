"""The read path: what is asked of a session, the search for it, and a decision on each memory that was found.

`retrieve` reads as the whole of it, and `retrieve_async` is its other form. Nothing else calls two of the stages.
"""

from __future__ import annotations

import time

from ..core import environment
from ..core.errors import IndexUnavailable
from ..core.model import Query, Value
from ..state.session import Session
from . import kind as kinds
from . import news, selection, shortlist
from . import rank as ranking
from .engine import MOST_UNREAD, KeywordEngine, open_engine
from .promise import promised
from .query import build_query
from .relevance import stricter
from .render import render_shortlist, without_unfit
from .trace import Trace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

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
PULLED = (
    60.0  # seconds after its last change at which a file is written that came with git
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


async def retrieve_async(
    session: Session, request: Request, engine: Engine, search: Any
) -> Trace:
    """The same of an engine whose search is awaited: `search(engine, query, limit, now)`."""
    question = ask(session, request, engine)
    if not question.query.terms:
        return question.trace
    asked = question.query, question.mode.pool, question.now
    return decide(question, engine, await search(engine, *asked))


def ask(session: Session, request: Request, engine: Engine | None = None) -> Question:
    """What is asked of a session, or of the engine that is given."""
    config, stores = session.config, session.stores
    mode = selection.mode_of(request, config)
    off, shown, query = "", {}, None
    lines: dict[str, str] = {}
    whole, strictness = None, config.get("retrieval.strictness")
    unasked = engine is None and mode.unasked and bool(stores)
    if unasked:
        off = _why_off(session, request, mode.limit)
        given = session.shown
        lines, whole = given.brief, given.brief_whole
        strictness = strictness if whole is None else stricter(strictness)
    if (engine or stores) and (not off or request.despite_off):
        query = build_query(request.prompt, _recent_turns(request, config))
        shown = session.shown.injected if unasked else {}
    if off:
        mode = mode.replace(limit=AS_IF_ON)
    trace = Trace(
        request,
        session,
        config,
        stores,
        shown,
        off,
        query,
        lines=lines,
        strictness=strictness,
        warnings=config.warnings,
        whole=whole,
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
    rules = selection.Rules(
        trace.request,
        trace.config,
        question.mode,
        now,
        relevance,
        level=trace.strictness,
    )
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
            lines=trace.lines,
            rare=news.rare(trace.hits, question.query, question.now),
            saved=_saved(trace.hits, session.shown.started),
            usage=session.usage,
        )
    hits = without_unfit(selection.injected(trace.hits, rules))
    if trace.request.brief and trace.whole is None:
        hits = _beside_brief(hits, rules, trace.request.brief[0])
    silent = f"the hook is off: {trace.off}" if trace.off else trace.unread
    if silent:
        return trace.replace(hits=selection.withheld(hits, silent))
    if not trace.stores:
        return trace.replace(hits=hits)
    listed, listing = _shortlist(trace.replace(hits=hits), rules)
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


def _beside_brief(
    hits: list[Hit], rules: selection.Rules, lines: dict[str, str]
) -> list[Hit]:
    """The hits, with the reason why one that is injected would not be where a brief with these lines stands."""
    rules = rules.replace(lines=lines, level=stricter(rules.level))
    told = []
    for hit, beside in zip(hits, selection.injected(hits, rules)):
        lost = hit.decision == "injected" and beside.decision == "cut"
        reason = f"{hit.reason}; not where the brief stands: {beside.reason}"
        told.append(hit.replace(reason=reason) if lost else hit)
    return told


def _saved(hits: list[Hit], started: int) -> frozenset[str]:
    """The paths of those that this machine has written since the session started: the agent knows what it saved."""
    paths = set()
    for hit in hits if started else ():
        updated = hit.memory.updated or 0
        if updated > started and hit.store.kind.own:
            late = hit.store.written(hit.memory.path) / 1e9 - updated
            paths.update([hit.memory.path] if late < PULLED else [])
    return frozenset(paths)


def _shortlist(trace: Trace, rules: selection.Rules) -> tuple[list[Hit], str]:
    """(the titles for the agent to judge, best first; why these, or why none)."""
    lines, whole = trace.request.brief or (trace.lines, trace.whole)
    reason = shortlist.ruled_out(trace.config, trace.total, whole)
    if not reason and trace.kind is None:
        reason = "the scores of this engine are no chances"
    if reason or trace.kind is None:
        return [], reason
    injected = {hit.memory.path for hit in trace.chosen}
    given = injected.union(
        trace.shown, trace.session.shown.listed, () if whole else lines
    )
    could = [
        hit
        for hit in trace.hits
        if hit.memory.path not in given and selection.may_be_listed(hit, rules)
    ]
    titles, reason = shortlist.choose(
        trace.kind, could, trace.total, shortlist.TITLES - len(injected)
    )
    return render_shortlist(titles)[1], reason
