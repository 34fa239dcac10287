"""The hooks of the write path: at the end of a turn, before a compaction, and before a tool writes.

Stop reads what is new since its last look and asks the agent at most `triage.max_asks` times a session, or files candidates
(mode `inbox`). Before a compaction nothing can be asked - an answer would stop it - so what was found goes into the inbox.
"""

from __future__ import annotations

import os

from ..core import config as settings
from ..core import jsontext
from ..core.paths import REPOSITORY
from ..state import shown, switch
from ..store.scope import find_project, repository_root
from ..store.settings import load_config
from ..transcript.events import recent_events
from ..triage import request
from ..triage.progress import mark, prune, recall
from ..triage.triage import Look

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..core.config import Config
    from ..triage.progress import Memory
    from ..triage.triage import Finding
    from .payload import Payload

Answer = "tuple[str, Callable[[], None] | None]"
PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-")


def run_stop(payload: Payload, watch: Any = None) -> tuple[str, Callable[[], None] | None]:
    """At the end of a turn: a request to the agent in the host's shape, or nothing."""
    if _continued(payload.raw):
        return "", None
    return _triage(payload, asking=payload.host in SHAPES)


def run_pre_compact(payload: Payload, watch: Any = None) -> tuple[str, Callable[[], None] | None]:
    """Before a compaction: files what is new in the inbox; never says anything.

    Gemini sends no start of a session afterwards, so what it had been given is forgotten here.
    """
    if payload.host == "gemini" and payload.session:
        store = find_project(payload.cwd)
        if store is not None:
            shown.forget(payload.session, store.root)
    return _triage(payload, asking=False, compacting=True)


def run_pre_tool(payload: Payload, watch: Any = None) -> tuple[str, Callable[[], None] | None]:
    """Before a tool call: the refusal of a direct write into the store, or nothing."""
    from .guard import decide

    return decide(payload.raw, payload.host), None


def _triage(payload: Payload, asking: bool, compacting: bool = False) -> tuple[str, Callable[[], None] | None]:
    project = find_project(payload.cwd)
    config = load_config(project)
    mode = config.get("triage.mode") if config.get("triage.enabled") else "off"
    root = project.root if project is not None else _repository(payload.cwd)
    if mode == "off" or not root or switch.is_off(root) or (mode == "ask" and not asking and not compacting):
        return "", None
    memory = recall(payload.session or payload.transcript, root)
    if (
        memory is None
        or memory.forbidden
        or (mode == "ask" and not compacting and memory.asks >= config.get("triage.max_asks"))
    ):
        return "", None
    findings = _look(payload.transcript, memory, config)
    if mode == "inbox" or compacting:
        _remember(memory, findings)
        return "", lambda: _finish(memory, findings, root, payload.session)
    findings = request.choose(findings)
    text = request.render(findings, _command()) if findings else ""
    if text:
        memory.asks += 1
        _remember(memory, findings)
    if not memory.store():  # asking without remembering would be asking again
        return "", None
    import time

    return _shape(payload.host, text), (lambda: prune(time.time())) if text else None


def _look(transcript: str, memory: Memory, config: Config) -> list[Finding]:
    """New findings; brings the session's memory up to date but does not store it."""
    seen = set(memory.seen)
    events = recent_events(transcript, config.get("triage.max_messages"), seen)
    look = Look(events, seen, memory.work)
    memory.forbidden = look.forbidden
    work = look.work.add(memory.work)
    work.files = {name if isinstance(name, int) else mark(name) for name in work.files}
    findings = look.findings(config)
    memory.work = work
    memory.seen += [event.digest for event in events if event.spoken and event.digest not in seen]
    fresh = []
    for finding in findings:
        finding.evidence = [e for e in finding.evidence if mark(e.text) not in memory.asked]
        if finding.evidence and not (finding.category == "session_summary" and SUMMARY in memory.asked):
            fresh.append(finding)
    return fresh


SUMMARY = mark("session_summary")  # asked about once a session


def _remember(memory: Memory, findings: list[Finding]) -> None:
    for finding in findings:
        memory.asked += [mark(evidence.text) for evidence in finding.evidence]
        if finding.category == "session_summary":
            memory.asked.append(SUMMARY)


def _finish(memory: Memory, findings: list[Finding], root: str, session: str) -> None:
    """Files the findings, then remembers them: a candidate filed twice is one, one forgotten would be lost."""
    if findings:
        from ..save.inbox import add_candidate
        from ..triage.draft import draft

        for finding in findings:
            evidence = finding.as_dict()["evidence"]
            add_candidate(root, finding.category, evidence, draft(finding.category, evidence), session)
    memory.store()


def _continued(raw: dict[str, Any]) -> bool:
    """Whether this turn exists because a hook asked for it."""
    return any(raw.get(key) for key in ("stop_hook_active", "stopHookActive", "loop_count"))


def _repository(cwd: str) -> str:
    """The git repository a first save would make its store in; "" outside one and in the home folder."""
    if not cwd or not os.path.isdir(cwd):
        return ""
    root = repository_root(os.path.realpath(cwd)) or ""
    home = os.path.realpath(settings.home()) if settings.home() else ""
    return "" if root == home else root


def _command() -> str:
    """How the agent's shell starts our command: by its name where that is ours for certain, else by its path."""
    ours = os.path.join(REPOSITORY, "bin", "memories")
    plugin = settings.environ("CLAUDE_PLUGIN_ROOT")
    for folder in settings.environ("PATH").split(os.pathsep):
        path = os.path.join(folder, "memories")
        if folder and os.path.lexists(path):
            if os.path.realpath(path) == ours:
                return "memories"
            break
    else:
        if plugin and os.path.realpath(plugin) == REPOSITORY:
            return "memories"  # the host puts the plugin's bin folder on the path of its shell
    if not os.path.exists(ours):
        return "memories"  # installed as a package
    return ours if set(ours) <= PLAIN else "'" + ours.replace("'", "'\"'\"'") + "'"


def _shape(host: str, text: str) -> str:
    """The request as the host takes it; "" for no text."""
    return jsontext.dumps(SHAPES[host](text)) + "\n" if text else ""


SHAPES: dict[str, Callable[[str], dict[str, Any]]] = {
    "claude": lambda text: {"decision": "block", "reason": text},
    "codex": lambda text: {"decision": "block", "reason": text},
    "gemini": lambda text: {"decision": "deny", "reason": text},
    "cursor": lambda text: {"followup_message": text},
    "vscode": lambda text: {"hookSpecificOutput": {"hookEventName": "Stop", "decision": "block", "reason": text}},
}
"""`block` and not the softer `additionalContext`: every client knows it, older ones too, and Codex refuses unknown keys."""
