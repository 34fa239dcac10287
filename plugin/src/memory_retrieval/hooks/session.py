"""The start of a session: it hands over the brief, then the number of waiting candidates and of unreadable files.

The standing order to save ends it. All this comes once in a session, and again when its context was lost.
"""

from __future__ import annotations

import os
import time

from ..brief import rows
from ..brief.render import standing
from ..core.detached import detached
from ..core.environment import now
from ..core.settings import SHARES
from ..hosts import UNKNOWN
from ..state import inbox_files, ledger, replaced, seen, usage
from ..state import session as sessions
from ..state.folders import remove_older
from ..store import mirrors, witnesses
from ..store.place import future_root
from . import own_program
from .payload import answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..brief.collect import ProjectBrief
    from ..core.model import Store
    from ..hosts import Host
    from ..state.session import Session
    from .deadline import Deadline
    from .payload import Answer, Payload

LOST_CONTEXT = ("compact", "clear")
REFRESH = 50.0  # seconds for the witnesses of memories, in a process of their own
LEDGER_DAYS = 14  # of the ledger's files, one for each day
KEEP_DAYS = 30  # of a session's files after their last change
FORKED = "fork"  # another session goes on with the context of one; its transcript is not there yet
CONTINUED = ("resume", FORKED)
EXPLORERS = frozenset(
    ("explore", "plan", "memory-knowledge-keeper")
)  # agents that change nothing
SEARCH = "This project has a memory of decisions, runbooks and more: `memories search WORDS` finds what it says."


def run_start(payload: Payload, session: Session, deadline: Deadline) -> Answer:
    """The brief and what else a new session should know. A session that lost its context counts as new."""
    if session.project is None:
        return answer(payload.host, "session-start", _order(payload, session)), None
    shown = session.shown
    shown.started = shown.started or now()
    if payload.source not in ("compact", *CONTINUED):
        for store in session.projects:  # not `stores`, which are read once: the brief brings those of other worktrees
            replaced.forget(store.home)
    if payload.source in LOST_CONTEXT:
        shown.forget()
    elif payload.source in CONTINUED and not payload.host.start_lasts:
        shown.lose_brief()
    given = shown.brief_whole is not None
    if _goes_on(payload) and not given and not shown.brief_due:
        given = shown.learn(payload.transcript) or payload.source == FORKED
    shown.store()
    if given:
        return "", None
    text, after = brief_for(session, deadline, host=payload.host)
    parts = [part for part in (text, _order(payload, session)) if part]
    return answer(payload.host, "session-start", "\n".join(parts)), after


def run_subagent(payload: Payload, session: Session, deadline: Deadline) -> Answer:
    """The brief for an agent that starts with a context of its own; nothing is kept of it.

    One that only looks around gets the rules in force, and how to search.
    """
    name = payload.raw.get("agent_type")
    looks = isinstance(name, str) and name.rpartition(":")[2].lower() in EXPLORERS
    if session.project is None:
        return "", None
    text, _ = brief_for(session, deadline, lines=False, rules=looks, host=payload.host)
    return answer(payload.host, "subagent-start", text), None


def _goes_on(payload: Payload) -> bool:
    """Whether the context of another start is there again."""
    return payload.source in CONTINUED and payload.host.start_lasts


def _order(payload: Payload, session: Session) -> str:
    """The standing order to save; "" where nothing is to be saved."""
    begun = session.project is not None
    root = session.base if begun else future_root(payload.cwd)
    if (
        not root
        or (session.is_off if begun else usage.is_off(root))
        or session.only_reads
        or _goes_on(payload)
    ):
        return ""
    return standing(
        session.config, payload.host.how_to_save(own_program.command()), begun
    )


def brief_for(
    session: Session,
    deadline: Deadline,
    *,
    lines: bool = True,
    rules: bool = False,
    host: Host = UNKNOWN,
) -> Answer:
    """(the brief, which counts as given from now on, with lines on inbox and damaged files; what to do afterwards)."""
    from ..brief.collect import brief_of

    if session.is_off or session.config.get("session.brief") == "off":
        return "", None
    session.refresh()
    opened = brief_of(session, deadline.for_index(), rules=rules, host=host)
    if opened is None:
        return "", None
    brief, shown = opened.brief, session.shown
    if brief.text:
        shown.brief, shown.brief_whole, shown.brief_due = (
            brief.lines,
            brief.whole,
            False,
        )
    said = brief.text or (SEARCH if rules else "")
    parts = [said] if said else []
    parts += notices(opened.store, opened.invalid) if lines else []
    return "\n".join(parts), lambda: _after(session, opened, deadline.started)


def notices(store: Store, invalid: int) -> list[str]:
    """A line for candidates that wait in the inbox, and one for files that cannot be read."""
    from ..core.counted import counted

    out = []
    waiting = inbox_files.count_candidates(store.home)
    if waiting:
        memories = counted(waiting, "memory waits", "memories wait")
        out.append(f"{memories} for review: /memory:review, or `memories review list`.")
    if invalid:
        damaged = counted(invalid, "file cannot", "files cannot")
        out.append(
            f"Memory store: {damaged} be read; `memories list --problems` names them."
        )
    return out


def _after(session: Session, opened: ProjectBrief, started: float) -> None:
    """Records what was shown, and removes state that is out of date."""
    opened.asked.keep()
    if opened.brief.text:
        brief = opened.brief
        session.shown.store()
        if brief.kept:
            rows.keep(opened.store.home, brief.kept)
        shown, left_out = len(brief.entries), len(brief.left_out)
        ledger.note(
            "brief",
            session,
            started,
            shown=shown,
            left_out=left_out,
            characters=len(brief.text),
        )
    # a start of many documents reads their heads alone
    left = [
        store for store in session.stores if store.kind.documents or not opened.indexed
    ]
    if left:
        from ..index import sweep

        sweep.after_answer(left, due=not opened.indexed)
    if not detached(lambda: _renew(session)):
        _prune()
    if session.config.get("share.refresh"):
        for store in session.projects:
            _sync(store.home)


def _sync(home: str) -> None:
    """Has the program that mirrors a team's server for a project run again, once an hour."""
    program = mirrors.due_program(home)
    words = [program, "sync", "--root", home]
    if program:
        detached(lambda: os.execv(program, words))  # noqa: S606  the user ran it before


def _renew(session: Session) -> None:
    """Fetches shared stores, looks through the files that memories speak of, and removes old state."""
    _prune()
    if session.config.get(SHARES):
        from ..upkeep import shares

        shares.refresh_due()
    witnesses.refresh(session.stores, time.monotonic() + REFRESH)


def _prune() -> None:
    from ..triage import (
        progress as progresses,
    )  # not at the top: an answer needs no triage

    remove_older(ledger.KIND, LEDGER_DAYS, time.time())
    for kind in (sessions.KIND, progresses.KIND, seen.FILE.kind, rows.KEPT.kind):
        remove_older(kind, KEEP_DAYS, time.time())
