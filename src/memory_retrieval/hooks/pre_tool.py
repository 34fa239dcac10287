"""Before a tool call: refuses direct writes into a store, and points to memories of the file that it will change."""

from __future__ import annotations

import os
import time

from ..state import shown, switch
from ..store.scope import find_project
from . import guard
from .payload import answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .deadline import Deadline
    from .payload import Payload

INDEX_SHARE = 0.6  # of the time limit that bringing the index up to date may take
MAX_FILES = 20  # of one call that are considered
READERS = frozenset(["read_file"])  # what precedes a change, in hosts that are answered after the call


def run(payload: Payload, deadline: Deadline) -> tuple[str, Callable[[], None] | None]:
    """The refusal of a direct write into a store, or pointers to memories of the file, once a session, or nothing."""
    refusal = guard.decide(payload.raw, payload.host)
    if refusal or not payload.host.tool_context:
        return refusal, None
    return _pointers(payload, deadline, "pre-tool", guard.targets(payload.raw, payload.host))


def run_after(payload: Payload, deadline: Deadline) -> tuple[str, Callable[[], None] | None]:
    """The same pointers after a file was read or changed, for hosts that take no context before a tool call."""
    return _pointers(payload, deadline, "after-tool", guard.targets(payload.raw, payload.host, READERS))


def _pointers(
    payload: Payload, deadline: Deadline, event: str, paths: list[str]
) -> tuple[str, Callable[[], None] | None]:
    files = [os.path.join(payload.cwd or os.curdir, path) for path in paths[:MAX_FILES]]
    store = find_project(payload.cwd) if files else None
    if store is None or switch.is_off(store.root):
        return "", None
    from ..brief.by_file import ADVICE, memories_for
    from ..retrieve.render import render

    root = store.root
    given = shown.shown_before(payload.session, root)
    block, kept = render(memories_for(store, files, given, deadline.left(INDEX_SHARE)))
    if not block:
        return "", None
    names = ", ".join(['"%s"' % _quoted(os.path.basename(path)) for path in files[:3]])
    given.update({hit.memory.path: hit.memory.digest for hit in kept})
    text = block + "\n" + ADVICE % names

    def after() -> None:
        shown.remember_shown(payload.session, root, given)
        _record(payload.session, root, [hit.memory.path for hit in kept], len(text), deadline.started)

    return answer(payload.host, event, text), after


def _record(session: str, root: str, paths: list[str], characters: int, started: float) -> None:
    from ..state import ledger  # not at the top: most calls are answered with nothing

    ledger.record(
        {
            "event": "file",
            "at": int(time.time()),
            "session": session,
            "root": root,
            "ms": round((time.monotonic() - started) * 1000, 1),
            "paths": paths,
            "characters": characters,
        }
    )


def _quoted(name: str) -> str:
    """A file's name for the space between quotation marks: it cannot end them."""
    from ..core.sanitize import escape, one_line

    return escape(one_line(name, 80)).replace('"', "&quot;")
