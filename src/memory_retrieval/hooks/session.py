"""The start and the end of a session.

A start says where the last session left off, how many candidates wait in the inbox, and how many files cannot be read;
most starts say nothing. After a compaction everything may be injected again.
"""

from __future__ import annotations

import time

from ..core import config
from ..core.clock import DAY
from ..core.sanitize import one_line
from ..state import inbox_files, ledger, shown, switch, triage_progress
from ..store.scope import find_project
from .payload import answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..core.model import Memory, Store
    from .deadline import Deadline
    from .payload import Payload

LOST_CONTEXT = ("compact", "resume", "clear")
FRESH = 7 * DAY  # seconds; an older summary no longer says where work left off
INDEX_SHARE = 0.6  # of the time limit that the index may take, which makes the first prompt quick
SETTING = "session_start"


def run_start(payload: Payload, deadline: Deadline) -> tuple[str, Callable[[], None] | None]:
    """The pointer on a fresh start. A session that lost its context is treated as one that was given nothing."""
    store = find_project(payload.cwd)
    if store is None:
        return "", None
    if payload.source in LOST_CONTEXT:
        if payload.session:
            shown.forget(payload.session, store.root)
        return "", None
    silent = switch.is_off(store.root) or _settings(store).get(SETTING) == "off"
    text = "" if silent else pointer(store, deadline.left(INDEX_SHARE), payload.session)
    return answer(payload.host, "session-start", text), lambda: _prune(store)


def run_end(payload: Payload, deadline: Deadline) -> tuple[str, Callable[[], None] | None]:
    """Says nothing; removes the file of what the session was given."""
    store = find_project(payload.cwd)
    if store is not None and payload.session:
        shown.forget(payload.session, store.root)
    return "", None


def pointer(store: Store, deadline: float, session_id: str = "") -> str:
    """What a new session should know; "" when there is nothing. `deadline` is a time on the monotonic clock."""
    summary, problems = _read_index(store, deadline)
    lines = [_describe_summary(store, *summary, session_id)] if summary is not None else []
    waiting = inbox_files.count_candidates(store.root)
    if waiting:
        lines.append(
            "Memory inbox: %s for review; /memory:review, or `memories inbox list`."
            % _count(waiting, "candidate waits", "candidates wait")
        )
    if problems:
        lines.append(
            "Memory store: %s be read; `memories list --problems` names them."
            % _count(problems, "file cannot", "files cannot")
        )
    return "\n".join(lines)


def _read_index(store: Store, deadline: float) -> tuple[tuple[Memory, int] | None, int]:
    """((the newest recent session summary, its open next actions), files that are not valid records)."""
    from ..core.errors import IndexUnavailable
    from ..index import database, lookup, refresh

    try:
        db = database.open_index(store)
    except IndexUnavailable:
        return None, 0
    try:
        refresh.refresh(db, store, deadline)
        path = lookup.newest_summary(db, config.now() - FRESH)
        problems = lookup.count_problems(db)
    finally:
        db.close()
    return (_with_actions(store, path) if path else None), problems


def _with_actions(store: Store, path: str) -> tuple[Memory, int] | None:
    from ..store.reader import read_record

    memory, raw, _ = read_record(store.root, path, "session_summary")
    if memory is None or not raw:
        return None
    number = sum(1 for action in raw["content"].get("next_actions") or [] if one_line(action))
    return (memory, number) if number else None


def _describe_summary(store: Store, memory: Memory, number: int, session_id: str) -> str:
    """The block that points to a summary, which then counts as shown in this session."""
    from ..core.model import Hit
    from ..retrieve.render import render

    block, _ = render([Hit(memory=memory, store=store, score=1.0)])
    if session_id and block:
        shown.remember_shown(session_id, store.root, {memory.path: memory.digest})
    actions = _count(number, "next action open", "next actions open")
    return block + "\nThe last session left %s; read it when work goes on." % actions


def _prune(store: Store) -> None:
    now = time.time()
    ledger.prune(now, _settings(store).get("logging.retention_days"))
    shown.prune(now)
    triage_progress.prune(now)


def _settings(store: Store) -> Any:
    from ..store.settings import load_config

    return load_config(store)


def _count(number: int, one: str, many: str) -> str:
    return "%d %s" % (number, one if number == 1 else many)
