"""After a command failed: points to the memory that names this failure, once a session, or says nothing."""

from __future__ import annotations

from ..core import environment
from .call import Call
from .payload import answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..state.session import Session
    from .deadline import Deadline
    from .payload import Answer, Payload

DEADLINE_MS = 1000.0  # the hook is silent when it has passed
ADVICE = "This memory names the failure of your last command. Read it before you try again, unless you have."


def run(payload: Payload, session: Session, deadline: Deadline) -> Answer:
    """(the text for standard output, what to do after it was written)."""
    from ..store.reader import content_texts

    deadline.set(environment.number("MEMORIES_DEADLINE_MS", DEADLINE_MS) / 1000)
    error, failed = payload.raw.get("error"), "error" in payload.raw
    printed = "\n".join(content_texts(payload.first("output")))
    output = payload.host.printed(error) if isinstance(error, str) else printed
    if (
        not output
        or payload.raw.get("is_interrupt")
        or not session.projects
        or session.is_off
    ):
        return "", None
    from ..retrieve.failure import failure_named
    from ..retrieve.render import render

    shown = session.shown
    call = Call(payload.raw, payload.host).command, output, not failed
    known, until = {*shown.injected, *session.usage.muted}, deadline.for_index()
    hits = (failure_named(store, *call, known, until) for store in session.projects)
    hit = next(filter(None, hits), None)
    if hit is None or not session.config.get(f"categories.{hit.memory.kind}.enabled"):
        return "", None
    block, kept = render([hit], first=not shown.injected)
    shown.inject(kept)
    text = block + "\n" + ADVICE

    def after() -> None:
        from ..state import ledger

        shown.store()
        ledger.note(
            "failure",
            session,
            deadline.started,
            paths=[hit.memory.path],
            characters=len(text),
        )

    return answer(payload.host, "tool-failed" if failed else "after-tool", text), after
