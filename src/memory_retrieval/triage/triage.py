"""Decides which categories of memory a session holds something for. Rules only: no model, no store, no network.

`triage_events` reads as the whole flow; the rules are in triage_rules.py and triage_activity.py, the words in wordlists/.
"""

from __future__ import annotations

from ..core.model import CATEGORIES
from ..transcript.events import TELLING, USE, read_events
from .activity import Activity, activity_of, session_summary
from .rules import find_evidence
from .session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from ..core.config import Config
    from ..transcript.events import Event
    from .rules import Evidence

MAX_EVIDENCE = 3  # pieces of evidence shown for a category


class Finding:
    """A category with its score and its evidence, best first."""

    __slots__ = ("category", "evidence", "score")

    def __init__(self, category: str, score: float, evidence: list[Evidence]) -> None:
        self.category, self.score, self.evidence = category, score, evidence

    def as_dict(self) -> dict[str, Any]:
        shown = [{"text": " ".join(e.text.split())[:400], "pattern": ", ".join(e.pattern)} for e in self.evidence]
        return {"category": self.category, "score": round(self.score, 3), "evidence": shown}


def triage_file(path: str, config: Config) -> list[Finding]:
    """What a whole transcript holds. OSError when it cannot be read."""
    return triage_events(read_events(path), config)


def triage_events(events: list[Event], config: Config) -> list[Finding]:
    """The categories worth saving, in the order of CATEGORIES."""
    return Look(events).findings(config)


class Look:
    """One look at a session. `forbidden`: the user wants nothing kept; `work`: what was done since the last look.

    old      digests of messages that were triaged before: they are context, never evidence
    earlier  the work done before these events
    """

    def __init__(self, events: list[Event], old: Collection[int] = (), earlier: Activity | None = None) -> None:
        self.old: Collection[int] = old
        self.forbidden: bool = False
        self.session: Session | None = None
        fresh = [
            at for at, event in enumerate(events) if event.spoken and event.digest in old and len(event.text) >= TELLING
        ]
        self._start = fresh[-1] if fresh else -1
        if any(event.kind == USE for event in events) or (earlier is not None and earlier.tools):
            self.session = Session(events)
            self.forbidden = self.session.forbidden() is not None
        self.work = activity_of(self.session, self._start) if self.session else Activity()
        self._total = self.work.add(earlier) if earlier is not None else self.work

    def findings(self, config: Config) -> list[Finding]:
        """The categories with new evidence over their threshold."""
        session = self.session
        if session is None or self.forbidden or not config.get("triage.enabled"):
            return []
        found = [e for e in find_evidence(session, self.old) if not _known(session, e, self.old)]
        summary = session_summary(session, self._total)
        if summary is not None and not _known(session, summary, self.old):
            found.append(summary)
        return [f for f in (_finding(category, found, config) for category in CATEGORIES) if f is not None]


def _known(session: Session, evidence: Evidence, old: Collection[int]) -> bool:
    """Whether everything that counts for a piece of evidence was there at the last look."""
    return bool(old) and all(
        m.digest in old for m in session.messages[evidence.message.number :] if m.at <= evidence.until
    )


def _finding(category: str, found: list[Evidence], config: Config) -> Finding | None:
    if not config.get("categories.%s.enabled" % category):
        return None
    threshold = config.get("triage.thresholds." + category)
    kept = sorted(
        (e for e in found if e.category == category and e.score >= threshold), key=lambda e: (-e.score, e.until)
    )
    return Finding(category, kept[0].score, kept[:MAX_EVIDENCE]) if kept else None
