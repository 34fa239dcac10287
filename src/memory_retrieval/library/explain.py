"""Why a prompt was given certain memories, or none."""

from __future__ import annotations

from ..brief.collect import given_by, open_brief
from ..retrieve.explain import as_json
from ..retrieve.pipeline import retrieve
from ..retrieve.trace import Request
from ..store.scope import require_store
from . import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..retrieve.trace import Trace


def why(prompt: str, root: str = "", *, memory: str = "", transcript: str = "") -> dict[str, Any]:
    """What the prompt hook decides for a prompt, and on what evidence: tokens, scores, signals, threshold, reasons.

    memory      id or path: only this candidate
    transcript  path of the conversation before the prompt

    `off` says why the hook is silent at every prompt; then nothing is injected, and the rest is what it would find.
    `shortlist` holds the titles that a session would get after the brief of now, `shortlist_reason` why these or none.
    The keys are those of `memories why --format json`. StoreError when there is no store.
    """
    prompt = plain.text("prompt", prompt)
    brief = given_by(open_brief(".", root))
    request = Request(prompt, cwd=".", root=root, mode="auto", transcript=transcript, despite_off=True, brief=brief)
    trace = retrieve(request)
    require_store(trace.stores)
    return explained(trace, memory)


def explained(trace: Trace, memory: str = "") -> dict[str, Any]:
    """A trace as JSON; `memory` (id or path) selects one candidate."""
    value = as_json(trace)
    if memory:
        value["candidates"] = [c for c in value["candidates"] if memory in (c["id"], c["path"])]
    return value
