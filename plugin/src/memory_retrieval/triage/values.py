"""The values of triage: evidence, findings, and the work that a session holds."""

from __future__ import annotations

from ..core.model import CATEGORIES, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from .utterance import Utterance

SHOWN_TEXT = 2000  # characters of a piece of evidence in the JSON form of a finding
MAX_EVIDENCE = 3  # pieces of evidence shown for a category


class TriageEvidence:
    """A message that holds something worth keeping.

    score    0 to 1, rounded to three digits
    pattern  the signals that speak for it most
    until    index of the last event that counts for it
    """

    def __init__(
        self,
        category: str,
        score: float,
        pattern: Iterable[str],
        message: Utterance,
        until: int = 0,
    ) -> None:
        self.category, self.pattern, self.message = category, list(pattern), message
        self.score = round(min(1.0, max(0.0, score)), 3)
        self.until = max(until, message.at)

    @property
    def text(self) -> str:
        """The message as it was written, code spans included."""
        return self.message.written

    @property
    def quote(self) -> str:
        """The sentences that count, as plain text on one line, at most MAX_QUOTE characters."""
        return self.clean_quote(str)

    def clean_quote(self, clean: Callable[[str], str]) -> str:
        """The same of a message that `clean` removes secrets from, before it is cut."""
        return self.message.quote(self.category, clean)


class TriageFinding:
    """A category worth saving, with its score and its evidence, best first."""

    def __init__(
        self, category: str, score: float, evidence: Iterable[TriageEvidence]
    ) -> None:
        self.category, self.score, self.evidence = category, score, tuple(evidence)

    def as_dict(self) -> dict[str, Any]:
        shown = [
            {"text": one.text[:SHOWN_TEXT], "pattern": ", ".join(one.pattern)}
            for one in self.evidence
        ]
        return {
            "category": self.category,
            "score": round(self.score, 3),
            "evidence": shown,
        }


class Activity(Value):
    """Counts of work, which add up over the parts of a session.

    files   the files changed: names, or hashes of names for the parts triaged before
    passes  checks that passed after a change
    """

    tools: int = 0
    files: frozenset[str | int] = frozenset()
    passes: int = 0
    changes: int = 0

    def add(self, other: Activity) -> Activity:
        return Activity(
            tools=self.tools + other.tools,
            files=self.files | other.files,
            passes=self.passes + other.passes,
            changes=self.changes + other.changes,
        )


class SessionScan(Value):
    """The result of triage.

    evidence   the messages over the threshold of a category, one category each, best first
    taken_back  messages that the user's next one revokes
    forbidden  the user wants nothing kept
    work       what was done in the new part of the session
    """

    evidence: list[TriageEvidence] = []
    forbidden: bool = False
    work: Activity = Activity()
    taken_back: list[str] = []

    @property
    def findings(self) -> list[TriageFinding]:
        """The evidence by category, in the order of CATEGORIES."""
        found = []
        for category in CATEGORIES:
            kept = [piece for piece in self.evidence if piece.category == category]
            if kept:
                found.append(
                    TriageFinding(category, kept[0].score, kept[:MAX_EVIDENCE])
                )
        return found
