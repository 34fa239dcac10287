"""Decides for which categories of memory a session holds something. Rules only: no model, no store, no network.

`triage_events` reads as the whole flow. The rules are in rules.py and activity.py, their numbers in weights.py, their
words in wordlists/.
"""

from __future__ import annotations

from ..core.model import CATEGORIES
from ..transcript.events import is_seen, read_events
from ..transcript.values import USE
from .activity import activity_after, session_summary
from .rules import find_evidence
from .session import Session
from .values import Activity, SessionScan, TriageFinding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from ..core.config import Config
    from ..transcript.values import Event
    from .values import TriageEvidence

MAX_EVIDENCE = 3  # pieces of evidence shown for a category


def triage_file(path: str, config: Config) -> list[TriageFinding]:
    """What a whole transcript holds. OSError when it cannot be read."""
    return triage_events(read_events(path), config).findings


def triage_events(
    events: list[Event], config: Config, seen: Collection[int] = (), earlier: Activity | None = None
) -> SessionScan:
    """What a session holds. A session in which no tool was used holds nothing.

    seen     digests of messages triaged before: they are context, never evidence
    earlier  the work done before these events
    """
    earlier = earlier or Activity()
    if not earlier.tools and not any(event.kind == USE for event in events):
        return SessionScan()
    session = Session(events)
    seen_positions = [at for at, event in enumerate(events) if is_seen(event, seen)]
    work = activity_after(session, max(seen_positions, default=-1))
    if session.forbidden() is not None:
        return SessionScan(forbidden=True, work=work)
    if not config.get("triage.enabled"):
        return SessionScan(work=work)
    evidence = list(find_evidence(session, seen))
    summary = session_summary(session, work.add(earlier))
    if summary is not None:
        evidence.append(summary)
    evidence = [piece for piece in evidence if not _is_known(session, piece, seen)]
    findings = [_finding(category, evidence, config) for category in CATEGORIES]
    return SessionScan([finding for finding in findings if finding is not None], work=work)


def _is_known(session: Session, evidence: TriageEvidence, seen: Collection[int]) -> bool:
    """Whether all messages that count for a piece of evidence were triaged before."""
    following = session.messages[evidence.message.number :]
    return bool(seen) and all(message.digest in seen for message in following if message.at <= evidence.until)


def _finding(category: str, evidence: list[TriageEvidence], config: Config) -> TriageFinding | None:
    if not config.get("categories.%s.enabled" % category):
        return None
    threshold = config.get("triage.thresholds." + category)
    kept = [piece for piece in evidence if piece.category == category and piece.score >= threshold]
    kept.sort(key=lambda piece: (-piece.score, piece.until))
    return TriageFinding(category, kept[0].score, kept[:MAX_EVIDENCE]) if kept else None
