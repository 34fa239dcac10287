"""The values of triage: a message as the rules see it, evidence, findings, and the work that a session holds."""

from __future__ import annotations

from .prose import terms, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ..transcript.values import Event

SHOWN_TEXT = 2000  # characters of a piece of evidence in the JSON form of a finding


class Message:
    """A message of the user or the assistant, without code, quotations and pasted text.

    at       index of its event; `number` is its index among the messages
    written  the message as it stands in the transcript
    low      its text, case-folded and with plain quotes
    size     words
    terms    the words that two messages may have in common
    asks     it is a question; `made_up`: the work is on a text, a sample or a game, not on the project
    """

    __slots__ = ("asks", "at", "digest", "low", "made_up", "number", "role", "size", "terms", "text", "written")

    def __init__(
        self, at: int, number: int, event: Event, text: str, low: str, *, asks: bool = False, made_up: bool = False
    ) -> None:
        self.at, self.number, self.role, self.digest, self.written = at, number, event.kind, event.digest, event.text
        self.text, self.low, self.size, self.terms = text, low, words(low), terms(low)
        self.asks, self.made_up = asks, made_up


class TriageEvidence:
    """A message that holds something worth keeping.

    score    0 to 1, rounded to three digits
    pattern  the passages that matched
    until    index of the last event that counts for it
    """

    __slots__ = ("category", "message", "pattern", "score", "until")

    def __init__(self, category: str, score: float, pattern: Iterable[str], message: Message, until: int = 0) -> None:
        self.category, self.pattern, self.message = category, list(pattern), message
        self.score = round(min(1.0, max(0.0, score)), 3)
        self.until = max(until, message.at)

    @property
    def text(self) -> str:
        """The message as it was written, code spans included."""
        return self.message.written

    def __repr__(self) -> str:
        return "%s %.2f %r %r" % (self.category, self.score, self.pattern, self.text[:80])


class TriageFinding:
    """A category worth saving, with its score and its evidence, best first."""

    __slots__ = ("category", "evidence", "score")

    def __init__(self, category: str, score: float, evidence: Iterable[TriageEvidence]) -> None:
        self.category, self.score, self.evidence = category, score, tuple(evidence)

    def as_dict(self) -> dict[str, Any]:
        shown = [{"text": e.text[:SHOWN_TEXT], "pattern": ", ".join(e.pattern)} for e in self.evidence]
        return {"category": self.category, "score": round(self.score, 3), "evidence": shown}


class Activity:
    """Counts of work, which add up over the parts of a session.

    files   the files changed: names, or hashes of names for the parts triaged before
    passes  checks that passed after a change
    """

    __slots__ = ("changes", "files", "passes", "tools")

    def __init__(self, tools: int = 0, files: Iterable[str | int] = (), passes: int = 0, changes: int = 0) -> None:
        self.tools, self.files, self.passes, self.changes = tools, frozenset(files), passes, changes

    def add(self, other: Activity) -> Activity:
        return Activity(
            self.tools + other.tools, self.files | other.files, self.passes + other.passes, self.changes + other.changes
        )


class SessionScan:
    """The result of triage.

    findings   categories with new evidence, in the order of CATEGORIES
    forbidden  the user wants nothing kept
    work       what was done in the new part of the session
    """

    __slots__ = ("findings", "forbidden", "work")

    def __init__(
        self, findings: Iterable[TriageFinding] = (), *, forbidden: bool = False, work: Activity | None = None
    ) -> None:
        self.findings, self.forbidden, self.work = list(findings), forbidden, work or Activity()
