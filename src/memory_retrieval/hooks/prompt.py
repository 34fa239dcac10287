"""The prompt hook: a payload in, the host's block or nothing out. What the person types is never touched."""

from __future__ import annotations

import time

from ..index.refresh import SWEEP_LIMIT
from ..retrieve.pipeline import Request, open_request, run_stages
from ..retrieve.render import render
from ..state import ledger, usage
from ..state.shown import remember_shown
from ..transcript.turns import NOT_TYPED
from .payload import answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..core.model import Hit
    from ..retrieve.pipeline import Retrieval
    from .payload import Payload
    from .runner import Watch

INDEX_SHARE = 0.6  # of the deadline may go into bringing the index up to date


def run(payload: Payload, watch: Watch) -> tuple[str, Callable[[], None] | None]:
    """(text for standard output, what to do after it was written)."""
    if not payload.prompt.strip() or is_command(payload.prompt) or payload.prompt.startswith(NOT_TYPED):
        return "", None
    trace = open_request(
        Request(payload.prompt, cwd=payload.cwd, mode="auto", transcript=payload.transcript, session=payload.session)
    )
    if not trace.stores:
        return "", None
    if trace.config.warnings:
        watch.log(trace.config.warnings[0])
    watch.set(trace.config.get("retrieval.deadline_ms") / 1000)
    trace.request.deadline = watch.left(INDEX_SHARE)
    run_stages(trace)
    text, shown = render(trace.chosen)
    return answer(payload.host, "prompt", text), lambda: _after(trace, payload, watch.started, shown)


def is_command(prompt: str) -> bool:
    """A slash command such as `/memory:search jwt`: the host answers it, nothing is injected. `/etc/hosts` is none."""
    word = prompt.lstrip().split(None, 1)[0] if prompt.strip() else ""
    return word.startswith("/") and len(word) > 1 and all(c.isalnum() or c in ":_-" for c in word[1:])


def _after(trace: Retrieval, payload: Payload, started: float, injected: list[Hit]) -> None:
    """Notes what was injected, then looks at the files that a large store's prompt did not."""
    root = trace.stores[0].root
    if injected and payload.session:
        shown = dict(trace.request.shown)
        shown.update({hit.memory.path: hit.memory.digest for hit in injected})
        remember_shown(payload.session, root, shown)
    used: list[str] = []
    if trace.config.get("feedback.enabled") and (injected or trace.request.shown):
        counts = usage.load(root)
        unread = [path for path in trace.request.shown if not counts.used.get(path)]
        used = usage.read_since(payload.transcript, unread)
        usage.note(root, [hit.memory.path for hit in injected], used)
    if trace.query is None:
        return
    entry = {
        "at": int(time.time()),
        "session": payload.session,
        "root": root,
        "ms": round((time.monotonic() - started) * 1000, 1),
        "injected": [[hit.memory.path, round(hit.score, 3)] for hit in injected],
        "complete": trace.complete,
    }
    if used:
        entry["used"] = used  # what was given earlier in this session and read since
    if trace.config.get("logging.enabled"):
        entry["prompt"] = payload.prompt[:2000]
    ledger.record(entry)
    if trace.total > SWEEP_LIMIT or not trace.complete:
        from ..index import sweep

        sweep.after_answer(trace.stores)
