"""The prompt hook: answers a payload with a block of memories or with nothing. It never changes the prompt."""

from __future__ import annotations

import time

from ..core import environment
from ..index.refresh import SWEEP_LIMIT, is_swept
from ..retrieve.pipeline import retrieve
from ..retrieve.render import render, render_shortlist
from ..retrieve.trace import Request
from ..state import ledger, usage
from ..state.log import log_line
from ..transcript.values import NOT_TYPED
from .payload import answer

DEADLINE_MS = 1000.0  # the hook is silent when it has passed
TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Hit
    from ..retrieve.trace import Trace
    from ..state.session import Session
    from .deadline import Deadline
    from .payload import Answer, Payload


def run(payload: Payload, session: Session, deadline: Deadline) -> Answer:
    """(the text for standard output, what to do after it was written)."""
    prompt = payload.prompt
    if (
        not prompt.strip()
        or is_command(prompt)
        or prompt.startswith(NOT_TYPED)
        or not session.stores
    ):
        return "", None
    deadline.set(environment.number("MEMORIES_DEADLINE_MS", DEADLINE_MS) / 1000)
    brief, after_brief = "", None
    if not payload.host.start_after_compaction and session.shown.brief_due:
        from .session import brief_for

        brief, after_brief = brief_for(
            session, deadline, lines=False, host=payload.host
        )
    request = Request(
        payload.prompt,
        mode="auto",
        transcript=payload.transcript,
        deadline=deadline.for_index(),
        host=payload.host.name,
    )
    trace = retrieve(session, request)
    shown = session.shown
    first = not (shown.injected or session.only_reads)
    text, injected = render(trace.chosen, first=first)
    titles, listed = render_shortlist(trace.shortlist)

    def after() -> None:
        if session.config.warnings:
            from ..save.failures import log_failure

            log_failure(deadline.event, session.config.warnings[0])
        _after(trace, session, payload, deadline, injected, listed, len(titles))
        if after_brief is not None:
            after_brief()

    said = "\n".join(filter(None, (brief, text, titles)))
    return answer(payload.host, "prompt", said), after


def is_command(prompt: str) -> bool:
    """Whether a prompt is a slash command like `/memory:search jwt`, which the host answers; `/etc/hosts` is not."""
    word = prompt.split(None, 1)[0] if prompt.strip() else ""
    return (
        word.startswith("/")
        and len(word) > 1
        and all(c.isalnum() or c in ":_-" for c in word[1:])
    )


def _after(
    trace: Trace,
    session: Session,
    payload: Payload,
    deadline: Deadline,
    injected: list[Hit],
    listed: list[Hit],
    characters: int,
) -> None:
    """Records what was injected, then brings the index up to date with files that the prompt had no time for."""
    shown = session.shown
    if session.id:
        shown.started, shown.news = shown.started or environment.now(), []
        shown.inject(injected)
        shown.listed = shown.listed + [hit.memory.path for hit in listed]
    paths = list(dict.fromkeys([*trace.shown, *shown.brief, *shown.listed]))
    used = shown.note_read(usage.read_since(payload.transcript, paths))
    usage.note(session.top, [hit.memory.path for hit in injected], used, session.usage)
    shown.store()
    if trace.query is None:
        return
    entry = {
        "at": int(time.time()),
        "session": payload.session,
        "root": session.base,
        "ms": round((time.monotonic() - deadline.started) * 1000, 1),
        "injected": [[hit.memory.path, round(hit.score, 3)] for hit in injected],
        "complete": trace.complete,
    }
    if listed:
        entry["shortlist"] = [hit.memory.path for hit in listed]
        entry["shortlist_characters"] = characters
    if used:
        entry["used"] = (
            used  # given earlier in this session, and opened by the agent since
        )
    if trace.config.get("logging.enabled"):
        from ..redact.redact import (
            shortened,
        )  # few users log, and this takes longer than the search

        entry["prompt"] = shortened(payload.prompt, 2000)
    ledger.record(entry)
    if trace.unread:
        log_line(deadline.event, f"not answered: {trace.unread}")
    late = trace.total > SWEEP_LIMIT and not all(map(is_swept, trace.stores))
    if late or not trace.complete:
        from ..index import sweep

        sweep.after_answer(trace.stores, due=not trace.complete)
