"""The start and the end of a session.

A start hands over the brief: where work stopped, the rules in force, a line for each memory; then the number of waiting
candidates and of unreadable files. It comes once in a session, and again when its context was lost.
"""

from __future__ import annotations

import time

from ..state import inbox_files, ledger, shown, switch, triage_progress
from ..state.folders import close_folders
from ..store.scope import find_project
from .payload import answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..brief.collect import ProjectBrief
    from ..core.config import Config
    from ..core.model import Store
    from .deadline import Deadline
    from .payload import Payload

LOST_CONTEXT = ("compact", "clear")
RESUMED = "resume"  # the context is there again, though injected memories may lie far back
INDEX_SHARE = 0.6  # of the time limit that the index may take, which makes the first prompt quick


def run_start(payload: Payload, deadline: Deadline) -> tuple[str, Callable[[], None] | None]:
    """The brief and what else a new session should know. A session that lost its context counts as new."""
    close_folders()
    store = find_project(payload.cwd)
    if store is None:
        return "", None
    given = shown.brief_given(payload.session, store.root)
    whole = shown.brief_is_whole(payload.session, store.root)
    if payload.source in (*LOST_CONTEXT, RESUMED):
        shown.forget(payload.session, store.root)
    if given and payload.source not in LOST_CONTEXT:
        shown.remember_brief(payload.session, store.root, given, whole)
        return "", None
    text, after = brief_for(payload, store, deadline)
    return answer(payload.host, "session-start", text), after


def run_subagent(payload: Payload, deadline: Deadline) -> tuple[str, Callable[[], None] | None]:
    """The brief for an agent that starts with a context of its own; nothing is kept of it."""
    store = find_project(payload.cwd)
    text = brief_for(payload, store, deadline, lines=False)[0] if store is not None else ""
    return answer(payload.host, "subagent-start", text), None


def run_end(payload: Payload, deadline: Deadline) -> tuple[str, Callable[[], None] | None]:
    """Says nothing; removes the file of what the session was given."""
    store = find_project(payload.cwd)
    if store is not None and payload.session:
        shown.end(payload.session, store.root)
    return "", None


def brief_for(
    payload: Payload, store: Store, deadline: Deadline, *, lines: bool = True
) -> tuple[str, Callable[[], None] | None]:
    """(the brief, with a line on the inbox and one on damaged files; what to do after it was written)."""
    from ..brief.collect import open_brief
    from ..store.settings import load_config

    if switch.is_off(store.root) or load_config(store).get("session.brief") == "off":
        return "", None
    opened = open_brief(payload.cwd, deadline=deadline.left(INDEX_SHARE))
    if opened is None:
        return "", None
    parts = [opened.brief.text] if opened.brief.text else []
    parts += notices(store, opened.invalid) if lines else []
    return "\n".join(parts), lambda: _after(payload, opened, deadline.started)


def notices(store: Store, invalid: int) -> list[str]:
    """A line for candidates that wait in the inbox, and one for files that cannot be read."""
    from ..core.counted import counted

    out = []
    waiting = inbox_files.count_candidates(store.root)
    if waiting:
        out.append(
            "Memory inbox: %s for review; /memory:review, or `memories inbox list`."
            % counted(waiting, "candidate waits", "candidates wait")
        )
    if invalid:
        out.append(
            "Memory store: %s be read; `memories list --problems` names them."
            % counted(invalid, "file cannot", "files cannot")
        )
    return out


def _after(payload: Payload, opened: ProjectBrief, started: float) -> None:
    """Records what was shown, and removes state that is out of date."""
    root, paths = opened.store.root, [entry.memory.path for entry in opened.brief.entries]
    if paths:
        shown.remember_brief(payload.session, root, paths, not opened.brief.left_out)
        ledger.record(
            {
                "event": "brief",
                "at": int(time.time()),
                "session": payload.session,
                "root": root,
                "ms": round((time.monotonic() - started) * 1000, 1),
                "shown": len(paths),
                "left_out": len(opened.brief.left_out),
                "characters": len(opened.brief.text),
            }
        )
    _prune(opened.config)


def _prune(config: Config) -> None:
    now = time.time()
    ledger.prune(now, config.get("logging.retention_days"))
    shown.prune(now)
    triage_progress.prune(now)
