"""After a command failed: points to the memory that names this failure, once a session, or says nothing."""

from __future__ import annotations

from .payload import answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..state.session import Session
    from .deadline import Deadline
    from .payload import Answer, Payload

ADVICE = "This memory names the failure of your last command. Read it before you try again, unless you have."


def run(payload: Payload, session: Session, deadline: Deadline) -> Answer:
    """(the text for standard output, what to do after it was written)."""
    output, given = payload.raw.get("error"), payload.raw.get("tool_input")
    command = given.get("command") if isinstance(given, dict) else ""
    if (
        not isinstance(output, str)
        or payload.raw.get("is_interrupt")
        or not session.projects
        or session.is_off
    ):
        return "", None
    from ..retrieve.failure import failure_named
    from ..retrieve.render import render

    shown = session.shown
    said = command if isinstance(command, str) else "", payload.host.printed(output)
    known, until = {*shown.injected, *session.usage.muted}, deadline.for_index()
    hits = (failure_named(store, *said, known, until) for store in session.projects)
    hit = next(filter(None, hits), None)
    if hit is None or not session.config.get(f"categories.{hit.memory.kind}.enabled"):
        return "", None
    block, kept = render([hit], first=not shown.injected, changed=shown.changed)
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

    return answer(payload.host, "tool-failed", text), after
