"""The hooks where something ends: a turn, the context before a compaction, a session.

What a turn holds that is worth keeping is noticed and kept in private state. Where work comes to an end the agent is
asked about it, once; what the session has saved by then is dropped. The rest goes into the inbox when the session ends.
Where the session stopped is kept after the answer was written, for the next session's brief.
"""

from __future__ import annotations

import time

from ..core import environment
from ..core.categories import SESSION
from ..core.model import valid_id
from ..state import left_off, usage
from ..store.scope import future_root
from ..store.worktrees import copy_uncommitted
from ..transcript.events import recent_events
from ..transcript.values import ASSISTANT, USE, USER
from ..triage import progress as progresses
from ..triage import request
from ..triage.prose import words
from ..triage.triage import triage_events
from ..triage.values import Activity
from . import own_program
from .payload import request as shaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..core.settings import Config
    from ..state.session import Session
    from ..transcript.values import Event
    from ..triage.progress import Found, TriageProgress
    from ..triage.values import TriageEvidence
    from .payload import Payload

    Answer = tuple[str, Callable[[], None] | None]

FIRST = "This project has no memory yet: ask the user before the first save, which creates one."
FIRST_ASKED = (
    "This project has no memory yet, so the first save asks the user. If it is refused, do not try again; tell them "
    "that `memories init` creates one."
)
SURE = 0.8  # score of something that is worth a request; where a session stopped is drafted anyway
PROMPTS = 10  # of the user after which what waits is asked about, though nothing has come to an end
CLOSING = 8  # words of a last message at most, and REPLY of the answer to it
REPLY = 40
LOOKING = 0.5  # seconds that the index may take before a request; it is fresh after any prompt
MOST_MESSAGES = 50  # new ones read at the end of a turn
LAG = 0.3  # seconds that a host may take to write its reply to the transcript
SAID = 200  # characters of a reply by which it is known
COMMITTERS = "git hg jj".split()
MAX_TEXT = 1000  # characters kept of a message
KEEP = "Keep in the summary the IDs of the project memories in use, each with what it settled: %s."
IN_USE = 20  # IDs at most
FILING = 0.6  # seconds: a session's end may take one, and what is left is filed when the next session starts


def run_stop(payload: Payload, session: Session, deadline: Any = None) -> Answer:
    """At the end of a turn: a request to the agent in the host's shape, or nothing."""
    turn = None if _continued(payload) else _open_turn(payload, session)
    if turn is None:
        return "", None
    first = not turn.progress.seen
    new = _notice(turn)
    text = _request(turn) if _is_time(turn, new) else ""
    if not turn.progress.store():  # asking without remembering would be asking again
        return "", None
    return shaped(payload.host, text), lambda: _after(turn, session, first)


def run_pre_compact(payload: Payload, session: Session, deadline: Any = None) -> Answer:
    """Before a compaction: notices what is new, and has the summary keep the IDs in use where the host can do that.

    To any other host it says nothing, since an answer would stop it. Where the host does not run the session-start hook
    again afterwards, what the session was given is forgotten here, and the next prompt brings the brief.
    """
    if not payload.host.compacts(payload.raw):
        return "", None
    text = _in_use(payload, session) if payload.host.keeps_in_summary and session.project is not None else ""
    if not payload.host.start_after_compaction and session.project is not None:
        session.shown.forget()
        session.shown.brief_due = True
        session.shown.store()
    turn = _open_turn(payload, session)
    if turn is not None:
        _notice(turn)
        turn.progress.due = True
        turn.progress.store()
    return text, None if turn is None else lambda: _keep_left_off(turn)


def _in_use(payload: Payload, session: Session) -> str:
    """What the summary is to keep: the IDs of the memories that the session was pointed to, or opened; "" for none."""
    shown = session.shown
    opened = usage.read_since(payload.transcript, [*shown.brief, *shown.listed])
    names = [path.rpartition("/")[2].removesuffix(".json") for path in [*shown.read, *opened, *shown.injected]]
    ids = [name for name in dict.fromkeys(names) if valid_id(name.replace("_", ""))]
    return KEEP % ", ".join(ids[:IN_USE]) + "\n" if ids and not session.is_off else ""


def run_end(payload: Payload, session: Session, deadline: Any = None) -> Answer:
    """When a session ends: files what was noticed and not saved. What it was given stays known: it may be resumed."""
    turn = _open_turn(payload, session)
    if turn is not None:
        _notice(turn)
        _settle(turn)
        turn.progress.store()
    return "", None if turn is None else lambda: _end(turn)


class _Turn:
    """What there is to look at. `mode` is "ask" or "inbox"; `root` the project, or the repository of a first save."""

    __slots__ = ("config", "events", "first", "mode", "news", "payload", "progress", "root", "started")

    def __init__(self, payload: Payload, root: str, session: Session, progress: TriageProgress) -> None:
        self.payload, self.root, self.config, self.progress = payload, root, session.config, progress
        self.first = session.project is None  # no memory was saved here yet
        self.started = 0 if self.first else session.shown.started  # in seconds since 1970; 0 when unknown
        self.mode = session.config.get("triage.mode")
        self.events: list[Event] = []  # what was read of the transcript
        self.news = 0  # the first of them that was not there at the end of the turn before


def _open_turn(payload: Payload, session: Session) -> _Turn | None:
    """None where triage is off, outside a repository, without private state, and where the user wants nothing kept."""
    project, config = session.project, session.config
    root = project.home if project is not None else future_root(payload.cwd)
    off = session.is_off if project is not None else usage.is_off(root)
    if config.get("triage.mode") == "off" or not root or off:
        return None
    progress = progresses.load_progress(payload.session or payload.transcript, root)
    if progress is None or progress.forbidden:
        return None
    return _Turn(payload, root, session, progress)


def _notice(turn: _Turn) -> list[TriageEvidence]:
    """Keeps what is new and worth it, and returns it. Brings the progress up to date but does not store it."""
    progress = turn.progress
    seen = set(progress.seen)
    turn.events = _written(turn, seen)
    turn.news = max([at + 1 for at, event in enumerate(turn.events) if event.digest in seen], default=0)
    scan = triage_events(turn.events, turn.config, seen, progress.work, turn.root)
    work = scan.work.add(progress.work)
    files = [name if isinstance(name, int) else progresses.text_hash(name) for name in work.files]
    progress.work = work.replace(files=frozenset(files))
    fresh = [event for event in turn.events if event.spoken and event.digest not in seen]
    progress.seen += [event.digest for event in fresh]
    progress.prompts += sum([event.kind == USER for event in fresh])
    progress.forbidden = scan.forbidden
    if scan.forbidden:
        progress.found = []
    new = [piece for piece in scan.evidence if progresses.text_hash(piece.text) not in progress.known]
    if any(piece.category == SESSION for piece in new):  # the last one says how it ended
        progress.found = [found for found in progress.found if found.category != SESSION]
    progress.known += [progresses.text_hash(piece.text) for piece in new]
    now = environment.now()
    progress.found = progress.found + [_found(piece, progress.at or turn.started, now) for piece in new]
    progress.at = now
    return new


def _written(turn: _Turn, seen: set[int]) -> list[Event]:
    """The newest events of the transcript, once the host has written its reply there, or LAG has passed."""
    path, format = turn.payload.transcript, turn.payload.host.transcript()
    reply, until = turn.payload.raw.get("last_assistant_message"), time.monotonic() + LAG
    while True:
        events = recent_events(path, format, MOST_MESSAGES, seen)
        said = next((event.text for event in reversed(events) if event.kind == ASSISTANT), "")
        if not isinstance(reply, str) or said.startswith(reply.strip()[:SAID]) or time.monotonic() > until:
            return events
        time.sleep(LAG / 10)


def _found(piece: TriageEvidence, start: int, end: int) -> Found:
    """A piece of evidence as it is kept: without secrets, which are removed before anything is cut."""
    from ..redact.redact import redact_and_cut

    return progresses.Found(
        category=piece.category,
        score=piece.score,
        quote=_clean(piece.clean_quote(_clean)),
        text=redact_and_cut(piece.text, MAX_TEXT)[0],
        pattern=", ".join(piece.pattern),
        start=start,
        end=end,
    )


def _clean(text: str) -> str:
    from ..redact.redact import READ, shortened

    return shortened(text, READ)


def _is_time(turn: _Turn, new: list[TriageEvidence]) -> bool:
    """Whether something waits that the agent was not asked about, and work comes to an end."""
    progress = turn.progress
    if turn.mode != "ask" or turn.payload.host.request("") is None or not _is_worth_it(progress):
        return False
    start = max([at for at, event in enumerate(turn.events) if event.kind == USER], default=0)
    last = turn.events[start:]
    news = turn.events[turn.news :]  # the turn before may have been written too late for its own end
    commits = [at for at, event in enumerate(news) if event.kind == USE and is_commit(event.text)]
    committed = any(not event.error for at in commits for event in news[at + 1 : at + 2])
    closing = _is_closing(last) and all(piece.message.at < start for piece in new)
    return committed or closing or progress.due or progress.prompts >= PROMPTS


def _is_worth_it(progress: TriageProgress) -> bool:
    """Whether something surely worth keeping waits that the agent was not asked about."""
    return any(not one.asked and one.category != SESSION and one.score >= SURE for one in progress.found)


def is_commit(command: str) -> bool:
    """Whether a shell command commits."""
    parts = command.replace("&&", ";").replace("|", ";").replace("\n", ";").split(";")
    return any(part.split()[0] in COMMITTERS and "commit" in part.split()[1:5] for part in parts if part.split())


def _is_closing(turn: list[Event]) -> bool:
    """Whether a turn is a few words and a short answer, neither a question nor work: "thanks, that's it for today"."""
    said, replies = turn[:1], turn[1:]
    return (
        all(event.spoken for event in turn)
        and all(words(event.text) <= CLOSING and not event.text.rstrip().endswith(("?", "？")) for event in said)
        and sum([words(event.text) for event in replies]) <= REPLY
    )


def _request(turn: _Turn) -> str:
    """A request to save what waits; "" when the session has saved all of it."""
    progress = turn.progress
    stored = _settle(turn)
    if not _is_worth_it(progress):
        return ""
    waiting = [found for found in progress.found if not found.asked]
    note = (FIRST_ASKED if turn.payload.host.asks_first_save else FIRST) if turn.first else ""
    text, named = request.render(waiting, own_program.command(), turn.payload.host, stored, note)
    if text:
        progress.prompts, progress.due = 0, False
        progress.found = [found.replace(asked=found.asked or found in named) for found in progress.found]
    return text


def _settle(turn: _Turn) -> dict[str, tuple[str, str]]:
    """Drops what was saved since the session began; {quote: (id, title) of the record that it may concern}."""
    from ..core.errors import MemoryRetrievalError
    from ..save.related import concerned
    from ..save.writable import existing_store

    found = turn.progress.found
    try:
        store = existing_store(root=turn.root) if found else None
        asked = [(one.quote, one.category, one.start, one.end) for one in found]
        near = concerned(store, asked, turn.started or environment.now(), LOOKING) if store is not None else {}
    except (MemoryRetrievalError, OSError):
        return {}  # the request is whole without it
    turn.progress.found = [one for one in found if one.quote not in near or not near[one.quote][1]]
    return {text: (memory.id, memory.title) for text, (memory, _) in near.items()}


def _after(turn: _Turn, session: Session, first: bool) -> None:
    if first and session.project is not None:
        session.shown.learn(turn.payload.transcript)  # of the session that this one is a fork of
        session.shown.store()
    copy_uncommitted(turn.root)  # the agent may have written or committed some
    _keep_left_off(turn)
    for progress in progresses.ended(turn.root, time.time()) if first else ():
        _file(progress, "")  # of a session that ended without a word


def _end(turn: _Turn) -> None:
    _file(turn.progress, turn.payload.host.name)
    _keep_left_off(turn)


def _file(progress: TriageProgress, host: str) -> None:
    """Files what was found as candidates, the likeliest first, and forgets it; what there is no time for stays."""
    from ..triage.draft import draft
    from ..upkeep.inbox import add_candidate

    until = time.monotonic() + FILING
    waiting = sorted(progress.found, key=lambda found: -found.score)
    while waiting and time.monotonic() < until:
        one = waiting.pop(0)
        record = draft(one.category, [{"text": one.quote}])
        if progress.session:
            record["source"] = {"session": progress.session, "agent": host}
        evidence = [{"text": one.text, "pattern": one.pattern}]
        add_candidate(progress.root, one.category, evidence, record, progress.session)
    progress.found = waiting
    progress.store()


def _keep_left_off(turn: _Turn) -> None:
    """Keeps where the session stopped, without secrets; nothing when the user wants nothing kept."""
    session = turn.payload.session
    if turn.progress.forbidden:
        left_off.drop(turn.root, session)
        return
    if not session or not turn.events:
        return
    from ..core import git
    from ..redact.redact import READ, redact_tree, shortened
    from ..triage import left_off as drafting

    drafting.follow_up(turn.root, session, turn.events)
    earlier = left_off.read(turn.root, session)
    kept, _ = redact_tree(drafting.left_off(turn.events, turn.root, earlier, lambda text: shortened(text, READ)))
    if kept:
        now = environment.now()
        source = {"session": session, "host": turn.payload.host.name, "transcript": turn.payload.transcript}
        times = {"started": earlier.get("started", now), "at": now}
        left_off.write(turn.root, session, {**kept, **source, **times, "branch": git.branch_of(turn.root)})


def _continued(payload: Payload) -> bool:
    """Whether this turn exists because a hook asked for it."""
    return any(payload.raw.get(key) for key in payload.host.fields["continued"])
