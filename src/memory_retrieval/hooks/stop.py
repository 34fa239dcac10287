"""The hooks at the end of a turn and before a compaction: is there anything worth keeping, and where did work stop?

Stop reads what is new since it last ran. In mode `ask` it requests a save at most MAX_ASKS times a session; in
mode `inbox` it files candidates. Before a compaction nothing can be asked, since an answer would stop it: findings go
into the inbox. Where the session stopped is kept after the answer was written, for the next session's brief.
"""

from __future__ import annotations

import os
import time

from ..core import config as settings
from ..core.paths import REPOSITORY
from ..core.repository import repository_root
from ..core.shell import quote
from ..state import left_off, switch
from ..state.triage_progress import prune
from ..transcript.events import recent_events
from ..triage import request
from ..triage.progress import load_progress, text_hash
from ..triage.triage import triage_events
from ..triage.values import Activity, TriageFinding
from .payload import request as shaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..core.config import Config
    from ..state.session import Session
    from ..transcript.values import Event
    from ..triage.progress import TriageProgress
    from .payload import Payload

FIRST = "This project has no memory yet: ask the user before the first save, which creates one."
FIRST_ASKED = (
    "This project has no memory yet, so the first save asks the user. If it is refused, do not try again; tell them "
    "that `memories init` creates one."
)
MAX_ASKS = 2  # requests to save in a session
LOOKING = 0.5  # seconds that the index may take before a request; it is fresh after any prompt


def run_stop(payload: Payload, session: Session, deadline: Any = None) -> tuple[str, Callable[[], None] | None]:
    """At the end of a turn: a request to the agent in the host's shape, or nothing."""
    turn = None if _continued(payload) else _open_turn(payload, session)
    if turn is None:
        return "", None
    if turn.mode == "inbox":
        return "", _file_findings(turn)
    return _ask(turn) if payload.host.request("") is not None else ("", None)


def run_pre_compact(payload: Payload, session: Session, deadline: Any = None) -> tuple[str, Callable[[], None] | None]:
    """Before a compaction: files what is new in the inbox; never says anything.

    Where the host does not start the session anew afterwards, what it was given is forgotten here, and the next prompt
    brings the brief.
    """
    if not payload.host.start_after_compaction and session.project is not None:
        session.shown.forget()
        session.shown.brief_due = True
        session.shown.store()
    turn = _open_turn(payload, session)
    return "", _file_findings(turn) if turn is not None else None


class _Turn:
    """What there is to look at. `mode` is "ask" or "inbox"; `root` the project, or the repository of a first save."""

    __slots__ = ("config", "events", "first", "mode", "payload", "progress", "root")

    def __init__(self, payload: Payload, root: str, config: Config, progress: TriageProgress, first: bool) -> None:
        self.payload, self.root, self.config, self.progress = payload, root, config, progress
        self.first = first  # no memory was saved here yet
        self.mode = config.get("triage.mode")
        self.events: list[Event] = []  # what was read of the transcript


def _open_turn(payload: Payload, session: Session) -> _Turn | None:
    """None where triage is off, outside a repository, without private state, and where the user wants nothing kept."""
    project, config = session.project, session.config
    root = project.root if project is not None else _repository(payload.cwd)
    if not config.get("triage.enabled") or config.get("triage.mode") == "off" or not root or switch.is_off(root):
        return None
    progress = load_progress(payload.session or payload.transcript, root)
    if progress is None or progress.forbidden:
        return None
    return _Turn(payload, root, config, progress, project is None)


def _ask(turn: _Turn) -> tuple[str, Callable[[], None] | None]:
    """A request to save the findings, within the session's limit."""
    progress = turn.progress
    if progress.asks >= MAX_ASKS:
        return "", lambda: _look_only(turn)
    findings = request.choose(_scan(turn))
    text = ""
    if findings:
        stored = _stored(turn, findings)
        note = (FIRST_ASKED if turn.payload.host.asks_first_save else FIRST) if turn.first else ""
        text = request.render(findings, _command(), turn.payload.host, turn.payload.session, stored, note)
    if text:
        progress.asks += 1
        _remember(progress, findings)
    if not progress.store():  # asking without remembering would be asking again
        return "", None
    return shaped(turn.payload.host, text), lambda: _after(turn, bool(text))


def _stored(turn: _Turn, findings: list[TriageFinding]) -> dict[str, tuple[str, str]]:
    """{evidence: (id, title) of the record that it may concern}, so that the agent updates instead of repeating."""
    from ..core.errors import MemoryRetrievalError
    from ..save.related import known_already
    from ..save.writable import existing_store

    try:
        store = existing_store(root=turn.root)
        asked = [(finding.evidence[0].text, finding.category) for finding in findings]
        return {text: (memory.id, memory.title) for text, memory in known_already(store, asked, LOOKING).items()}
    except (MemoryRetrievalError, OSError):
        return {}  # the request is whole without it


def _look_only(turn: _Turn) -> None:
    """Once all requests were made: only where the session stopped."""
    _scan(turn)
    if turn.progress.store():
        _keep_left_off(turn)


def _after(turn: _Turn, asked: bool) -> None:
    _keep_left_off(turn)
    if asked:
        prune(time.time())


def _keep_left_off(turn: _Turn) -> None:
    """Keeps where the session stopped, without secrets; nothing when the user wants nothing kept."""
    session = turn.payload.session
    if turn.progress.forbidden:
        left_off.drop(turn.root, session)
        return
    if not session or not turn.events:
        return
    from ..core import git
    from ..save.redact import READ, redact_tree, shortened
    from ..triage import left_off as drafting

    drafting.follow_up(turn.root, session, turn.events)
    earlier = left_off.read(turn.root, session)
    kept, _ = redact_tree(drafting.left_off(turn.events, turn.root, earlier, lambda text: shortened(text, READ)))
    if kept:
        now = settings.now()
        source = {"session": session, "host": turn.payload.host.name, "transcript": turn.payload.transcript}
        times = {"started": earlier.get("started", now), "at": now}
        left_off.write(turn.root, session, {**kept, **source, **times, "branch": git.branch_of(turn.root)})


def _file_findings(turn: _Turn) -> Callable[[], None]:
    """What is left to do after the answer: file the findings as candidates."""
    findings = _scan(turn)
    _remember(turn.progress, findings)
    return lambda: _finish(turn, findings)


def _scan(turn: _Turn) -> list[TriageFinding]:
    """New findings; brings the progress up to date but does not store it."""
    progress, config = turn.progress, turn.config
    seen = set(progress.seen)
    events = turn.events = recent_events(
        turn.payload.transcript, turn.payload.host.transcript(), config.get("triage.max_messages"), seen
    )
    scan = triage_events(events, config, seen, progress.work)
    work = scan.work.add(progress.work)
    files = [name if isinstance(name, int) else text_hash(name) for name in work.files]
    progress.forbidden = scan.forbidden
    progress.work = Activity(work.tools, files, work.passes, work.changes)
    progress.seen += [event.digest for event in events if event.spoken and event.digest not in seen]
    findings = []
    for finding in scan.findings:
        evidence = [piece for piece in finding.evidence if text_hash(piece.text) not in progress.asked]
        if evidence and not (finding.category == "session_summary" and SUMMARY in progress.asked):
            findings.append(TriageFinding(finding.category, finding.score, evidence))
    return findings


SUMMARY = text_hash("session_summary")  # asked about once a session


def _remember(progress: TriageProgress, findings: list[TriageFinding]) -> None:
    for finding in findings:
        progress.asked += [text_hash(evidence.text) for evidence in finding.evidence]
        if finding.category == "session_summary":
            progress.asked.append(SUMMARY)


def _finish(turn: _Turn, findings: list[TriageFinding]) -> None:
    """Files the findings, then stores the progress: a candidate filed twice counts once, a forgotten one is lost."""
    if findings:
        from ..save.inbox import add_candidate
        from ..save.redact import READ, shortened
        from ..triage.draft import draft

        for finding in findings:
            evidence = [{"text": e.text, "pattern": ", ".join(e.pattern)} for e in finding.evidence]
            session = turn.payload.session
            record = draft(finding.category, [{"text": shortened(evidence[0]["text"], READ)}])
            if session:
                record["source"] = {"session": session, "agent": turn.payload.host.name}
            add_candidate(turn.root, finding.category, evidence, record, session)
    turn.progress.store()
    _keep_left_off(turn)


def _continued(payload: Payload) -> bool:
    """Whether this turn exists because a hook asked for it."""
    return any(payload.raw.get(key) for key in payload.host.fields["continued"])


def _repository(cwd: str) -> str:
    """The git repository in which a first save would create its store; "" outside one and in the home folder."""
    if not cwd or not os.path.isdir(cwd):
        return ""
    root = repository_root(os.path.realpath(cwd)) or ""
    home = os.path.realpath(settings.home()) if settings.home() else ""
    return "" if root == home else root


def _command() -> str:
    """How the agent's shell starts our command: by its name where that is certain to be ours, else by its path."""
    ours = os.path.join(REPOSITORY, "bin", "memories")
    plugin = settings.environ("CLAUDE_PLUGIN_ROOT")
    for folder in settings.environ("PATH").split(os.pathsep):
        path = os.path.join(folder, "memories")
        if folder and os.path.lexists(path):
            if os.path.realpath(path) == ours:
                return "memories"
            break
    else:
        if plugin and os.path.realpath(os.path.join(plugin, "bin", "memories")) == ours:
            return "memories"  # the host puts the plugin's bin folder on the path of its shell
    if not os.path.exists(ours):
        return "memories"  # installed as a package
    return quote(ours)
