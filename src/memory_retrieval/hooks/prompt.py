"""The prompt hook: answers a payload with a block of memories or with nothing. It never changes the prompt."""

from __future__ import annotations

import time

from ..index.refresh import SWEEP_LIMIT
from ..retrieve.pipeline import retrieve
from ..retrieve.render import render, render_shortlist
from ..retrieve.sources import open_sources
from ..retrieve.trace import Request
from ..state import ledger, shown, usage
from ..transcript.values import NOT_TYPED
from .payload import answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..core.model import Hit
    from ..retrieve.trace import Trace
    from .deadline import Deadline
    from .payload import Payload

INDEX_SHARE = 0.6  # of the time limit that bringing the index up to date may take


def run(payload: Payload, deadline: Deadline) -> tuple[str, Callable[[], None] | None]:
    """(the text for standard output, what to do after it was written)."""
    if not payload.prompt.strip() or is_command(payload.prompt) or payload.prompt.startswith(NOT_TYPED):
        return "", None
    sources = open_sources(payload.cwd)
    if not sources.stores:
        return "", None
    deadline.set(sources.config.get("retrieval.deadline_ms") / 1000)
    request = Request(
        payload.prompt,
        cwd=payload.cwd,
        mode="auto",
        transcript=payload.transcript,
        session=payload.session,
        deadline=deadline.left(INDEX_SHARE),
        host=payload.host.name,
    )
    shown.hold()
    trace = retrieve(request, sources=sources)
    text, injected = render(trace.chosen)
    titles, listed = render_shortlist(trace.shortlist)
    brief, after_brief = "", None
    if not payload.host.start_after_compaction and shown.is_brief_due(payload.session, trace.stores[0].root):
        from .session import brief_for

        brief, after_brief = brief_for(payload, trace.stores[0], deadline, lines=False)

    def after() -> None:
        if sources.config.warnings:
            from ..save.failures import log_failure

            log_failure(deadline.event, sources.config.warnings[0])
        try:
            _after(trace, payload, deadline.started, injected, listed, len(titles))
            if after_brief is not None:
                after_brief()
        finally:
            shown.release()

    return answer(payload.host, "prompt", "\n".join([part for part in (brief, text, titles) if part])), after


def is_command(prompt: str) -> bool:
    """Whether a prompt is a slash command like `/memory:search jwt`, which the host answers; `/etc/hosts` is none."""
    word = prompt.lstrip().split(None, 1)[0] if prompt.strip() else ""
    return word.startswith("/") and len(word) > 1 and all(c.isalnum() or c in ":_-" for c in word[1:])


def _after(
    trace: Trace, payload: Payload, started: float, injected: list[Hit], listed: list[Hit], characters: int
) -> None:
    """Records what was injected, then brings the index up to date with files that the prompt had no time for."""
    root = trace.stores[0].root
    if injected and payload.session:
        digests = {hit.memory.path: hit.memory.digest for hit in injected}
        shown.remember_shown(payload.session, root, {**trace.shown, **digests})
    if listed and payload.session:
        shown.remember_listed(payload.session, root, [hit.memory.path for hit in listed])
    used: list[str] = []
    if trace.config.get("feedback.enabled"):
        used = _read_now(payload, root, list(trace.shown))
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
    if listed:
        entry["shortlist"] = [hit.memory.path for hit in listed]
        entry["shortlist_characters"] = characters
    if used:
        entry["used"] = used  # given earlier in this session, and opened by the agent since
    if trace.config.get("logging.enabled"):
        from ..save.redact import shortened  # few users log, and this takes longer than the search

        entry["prompt"] = shortened(payload.prompt, 2000)
    ledger.record(entry)
    if trace.total > SWEEP_LIMIT or not trace.complete:
        from ..index import sweep

        sweep.after_answer(trace.stores)


def _read_now(payload: Payload, root: str, pointed: list[str]) -> list[str]:
    """What the agent opened, for the first time in its session, of what the brief or a pointer had shown."""
    listed = shown.listed_before(payload.session, root)
    paths = list(dict.fromkeys(pointed + shown.brief_given(payload.session, root) + listed))
    opened = usage.read_since(payload.transcript, paths)
    return shown.note_read(payload.session, root, opened) if opened else []
