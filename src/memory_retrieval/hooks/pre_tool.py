"""Before a tool call: refuses direct writes into a store, and points to memories of the file that it will change."""

from __future__ import annotations

import os
import time

from . import guard, open_memory
from .payload import answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..state.session import Session
    from .deadline import Deadline
    from .payload import Payload

MAX_FILES = 20  # of one call that are considered
READERS = frozenset(["read_file"])  # what precedes a change, in hosts that are answered after the call


def run(payload: Payload, session: Session, deadline: Deadline) -> tuple[str, Callable[[], None] | None]:
    """The refusal of a direct write into a store, or pointers to memories of the file, once a session, or nothing."""
    said = guard.decide(payload.raw, payload.host) or open_memory.run(payload, session)
    if said or not payload.host.tool_context:
        return said, None
    return _pointers(payload, session, deadline, "pre-tool", guard.targets(payload.raw, payload.host))


def run_after(payload: Payload, session: Session, deadline: Deadline) -> tuple[str, Callable[[], None] | None]:
    """The same pointers after a file was read or changed, for hosts that take no context before a tool call."""
    return _pointers(payload, session, deadline, "after-tool", guard.targets(payload.raw, payload.host, READERS))


def _pointers(
    payload: Payload, session: Session, deadline: Deadline, event: str, paths: list[str]
) -> tuple[str, Callable[[], None] | None]:
    files = [os.path.join(payload.cwd or os.curdir, path) for path in paths[:MAX_FILES]]
    if not files or not session.projects or session.is_off:
        return "", None
    from ..brief.by_file import ADVICE, memories_for
    from ..retrieve.render import render

    shown = session.shown
    hits = memories_for(session.projects, files, shown.injected, deadline.for_index())
    block, kept = render(hits, first=not shown.injected, changed=shown.changed)
    if not block:
        return "", None
    names = ", ".join(['"%s"' % _quoted(os.path.basename(path)) for path in files[:3]])
    shown.injected = {**shown.injected, **{hit.memory.path: hit.memory.digest for hit in kept}}
    text = block + "\n" + ADVICE % names

    def after() -> None:
        shown.store()
        _record(session, [hit.memory.path for hit in kept], len(text), deadline.started)

    return answer(payload.host, event, text), after


def _record(session: Session, paths: list[str], characters: int, started: float) -> None:
    from ..state import ledger  # not at the top: most calls are answered with nothing

    ledger.record(
        {
            "event": "file",
            "at": int(time.time()),
            "session": session.id,
            "root": session.base,
            "ms": round((time.monotonic() - started) * 1000, 1),
            "paths": paths,
            "characters": characters,
        }
    )


def _quoted(name: str) -> str:
    """A file's name for the space between quotation marks: it cannot end them."""
    from ..core.sanitize import escape, one_line

    return escape(one_line(name, 80)).replace('"', "&quot;")
