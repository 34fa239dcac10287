"""The start and end of a session: what was injected before a compaction may be injected again, and a pointer to open work.

A start says one line for open next actions, one for waiting candidates, one for problems; mostly nothing.
"""

from __future__ import annotations

import time

from ..core import config
from ..core.clock import DAY
from ..core.sanitize import one_line
from ..state import inbox_files, ledger, shown, switch
from ..store.scope import find_project
from .payload import answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..core.model import Memory, Store
    from .payload import Payload
    from .runner import Watch

LOST_CONTEXT = ("compact", "resume", "clear")
FRESH = 7 * DAY  # seconds; an older summary is no longer where work left off
INDEX_SHARE = 0.6  # of the deadline may go into the index; it makes the first prompt quick
SETTING = "session_start"


def run_start(payload: Payload, watch: Watch) -> tuple[str, Callable[[], None] | None]:
    """The pointer on a fresh start; forgets what the session had been given when its context is no longer there."""
    store = find_project(payload.cwd)
    if store is None:
        return "", None
    if payload.source in LOST_CONTEXT:
        if payload.session:
            shown.forget(payload.session, store.root)
        return "", None
    text = (
        ""
        if switch.is_off(store.root) or _setting(store) == "off"
        else pointer(store, watch.left(INDEX_SHARE), payload.session)
    )
    return answer(payload.host, "session-start", text), lambda: _prune(store)


def run_end(payload: Payload, watch: Watch) -> tuple[str, Callable[[], None] | None]:
    """Nothing is owed at the end of a session; the file of what it was given goes."""
    store = find_project(payload.cwd)
    if store is not None and payload.session:
        shown.forget(payload.session, store.root)
    return "", None


def pointer(store: Store, deadline: float, session_id: str = "") -> str:
    """What a new session should know; "" when there is nothing."""
    summary, problems = _look(store, deadline)
    lines = []
    if summary is not None:
        from ..core.model import Hit
        from ..retrieve.render import render

        memory, number = summary
        block, _ = render([Hit(memory=memory, store=store, score=1.0)])
        lines.append(
            block
            + "\nThe last session left %s; read it when work goes on."
            % _count(number, "next action open", "next actions open")
        )
        if session_id and block:
            shown.remember_shown(session_id, store.root, {memory.path: memory.digest})
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


def _look(store: Store, deadline: float) -> tuple[tuple[Memory, int] | None, int]:
    """((the newest fresh session summary, its open next actions), files that are no records)."""
    from ..core.errors import IndexUnavailable
    from ..index import database, refresh

    try:
        db = database.open_index(store)
    except IndexUnavailable:
        return None, 0
    try:
        refresh.refresh(db, store, deadline)
        row = db.execute(
            "select path from doc where kind = 'session_summary' and status = 'active' and superseded_by is null and problem is null"
            " and updated > ? order by updated desc, path desc limit 1",
            (config.now() - FRESH,),
        ).fetchone()
        problems = db.execute("select count(*) from doc where problem is not null").fetchone()[0]
    finally:
        db.close()
    return (_with_actions(store, row[0]) if row else None), problems


def _with_actions(store: Store, path: str) -> tuple[Memory, int] | None:
    from ..store.reader import read_record

    memory, raw, _ = read_record(store.root, path, "session_summary")
    if memory is None or not raw:
        return None
    number = sum(1 for action in raw["content"].get("next_actions") or [] if one_line(action))
    return (memory, number) if number else None


def _prune(store: Store) -> None:
    from ..store.settings import load_config
    from ..triage import progress

    now = time.time()
    ledger.prune(now, load_config(store).get("logging.retention_days"))
    shown.prune(now)
    progress.prune(now)


def _setting(store: Store) -> Any:
    from ..store.settings import load_config

    return load_config(store).get(SETTING)


def _count(number: int, one: str, many: str) -> str:
    return "%d %s" % (number, one if number == 1 else many)
