"""The hooks where something ends: a turn, the context before a compaction, a session.

What a turn holds that is worth keeping is noticed, and asked about where work comes to an end (triage/notice.py). What
takes time is done after the answer was written.
"""

from __future__ import annotations

from ..core.model import valid_id
from ..state import journal, usage
from ..store.place import future_root
from ..store.worktrees import copy_uncommitted
from ..triage import notice, progress
from . import own_program
from .payload import request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..state.session import Session
    from ..triage.notice import Turn
    from .payload import Answer, Payload

KEEP = "Keep in the summary the IDs of the project memories in use, each with what it settled: "
IN_USE = 20  # IDs at most
TOLD, MAX_NEWS = 4, 400  # pieces of news, and characters of them


def run_stop(payload: Payload, session: Session, deadline: Any = None) -> Answer:
    """At the end of a turn: a request to the agent in the host's shape, or nothing."""
    turn, answers = _open_turn(payload, session), _continued(payload)
    if turn is not None and answers:
        notice.answered(turn.progress)
        turn.progress.store()
    if turn is None or answers:
        return request(payload.host, "", _news(payload, session)), None
    first = not turn.progress.seen
    notice.notice(turn)
    text = ""
    if notice.is_time(turn):
        notice.keep_left_off(turn, payload.session)
        text = notice.ask(turn, own_program.command())
    if not turn.progress.store():  # asking without remembering would be asking again
        return "", None

    def after() -> None:
        if first and session.project is not None:
            session.shown.learn(
                payload.transcript
            )  # of the session that this one is a fork of
            session.shown.store()
        copy_uncommitted(turn.root)  # the agent may have written or committed some
        notice.keep_left_off(turn, payload.session)
        if first:  # not before: a session of one prompt is asked about its own alone
            notice.take_over(turn)

    news = "" if text else _news(payload, session)  # what it asks for belongs to it
    return request(payload.host, text, news), after


def run_pre_compact(payload: Payload, session: Session, deadline: Any = None) -> Answer:
    """Before a compaction: notices what is new, and has the summary keep the IDs in use where the host can do that.

    To any other host it says nothing, since an answer would stop it. Where the host does not run the session-start hook
    again afterwards, what the session was given is forgotten here, and the next prompt brings the brief.
    """
    if not payload.host.compacts(payload.raw):
        return "", None
    text = ""
    if session.project is not None and payload.host.keeps_in_summary:
        text = _in_use(payload, session)
    if session.project is not None and not payload.host.start_after_compaction:
        session.shown.forget()
        session.shown.brief_due = True
        session.shown.store()
    turn = _open_turn(payload, session)
    if turn is None:
        return text, None
    notice.notice(turn)
    turn.progress.due = True
    turn.progress.store()
    return text, lambda: notice.keep_left_off(turn, payload.session)


def run_end(payload: Payload, session: Session, deadline: Any = None) -> Answer:
    """When a session ends: files what was asked about and not saved. What it was given stays known: it may be resumed."""
    turn = _open_turn(payload, session)
    if turn is None:
        return "", None
    notice.notice(turn)
    turn.progress.found, _ = notice.settle(turn, turn.progress.found)
    turn.progress.store()

    def after() -> None:
        notice.end(turn)
        notice.keep_left_off(turn, payload.session)

    return "", after


def _news(payload: Payload, session: Session) -> str:
    """The line that tells the user what was done with memories since the prompt, once; "" for nothing."""
    wanted = payload.host.notices and session.config.get("session.notices")
    if session.project is None or not wanted or session.is_off:
        return ""
    shown = session.shown
    root, since = session.project.home, shown.started
    shown.saved, ids = journal.written(root, shown.saved, since) if since else (0, [])
    said = [*shown.news, *[f"saved {id}" for id in ids]]
    shown.news = []
    if not shown.store() or not said:
        return ""
    from ..core.sanitize import one_line

    more = f"; and {len(said) - TOLD} more" if len(said) > TOLD else ""
    return one_line("Memory: " + "; ".join(said[:TOLD]), MAX_NEWS) + more


def _in_use(payload: Payload, session: Session) -> str:
    """What the summary is to keep: the IDs of the memories that the session was pointed to, or opened; "" for none."""
    shown = session.shown
    opened = usage.read_since(payload.transcript, [*shown.brief, *shown.listed])
    ids = []
    for path in dict.fromkeys([*shown.read, *opened, *shown.injected]):
        name = path.rpartition("/")[2].removesuffix(".json")
        if name not in ids and valid_id(name.replace("_", "")):
            ids.append(name)
    if not ids or session.is_off:
        return ""
    return KEEP + ", ".join(ids[:IN_USE]) + ".\n"


def _open_turn(payload: Payload, session: Session) -> Turn | None:
    """None where triage is off, outside a repository, without private state, and where the user wants nothing kept."""
    project, config = session.project, session.config
    root = future_root(payload.cwd) if project is None else project.home
    off = usage.is_off(root) if project is None else session.is_off
    if config.get("triage.mode") == "off" or not root or off or session.only_reads:
        return None
    known = progress.load_progress(payload.session or payload.transcript, root)
    if known is None or known.forbidden:
        return None
    turn = notice.Turn(payload.host, payload.transcript, root, config, known)
    reply = payload.raw.get("last_assistant_message")
    turn.reply = reply if isinstance(reply, str) else ""
    if project is not None:
        turn.first, turn.started = False, session.shown.started
    return turn


def _continued(payload: Payload) -> bool:
    """Whether this turn exists because a hook asked for it."""
    return any(payload.raw.get(key) for key in payload.host.fields["continued"])
