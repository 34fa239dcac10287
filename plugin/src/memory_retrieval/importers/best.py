"""The best of what was said in past sessions: each fact once, without what was changed later, the best first.

Two statements are about the same thing when they share words that are rare in the sessions. Knows no files or hosts.
"""

from __future__ import annotations

import re
from math import log

from ..core.model import Value
from ..core.sanitize import cut
from ..core.stem import stems
from ..redact.redact import redact
from ..triage.prose import sentences
from ..triage.utterance import MAX_QUOTE, REVOKES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

MOST, FEWEST = (
    20,
    10,
)  # candidates of a review; fewer than FEWEST only where the rest hardly reaches a threshold
HARDLY = 0.5  # of a threshold
RARE = 0.07  # share of the statements with a word that says what they are about,
FEW, MANY = 3, 50  # at least and at most
SAME = 0.5  # share of the rare words of the shorter one that two statements with the same meaning have in common
ONE_MATTER = 1.2  # rare words, each less the more often it occurs, that a later change shares with what it changes
TAKES_OVER = 0.8  # share of the score of what it changed that a change takes over
CHANGE = re.compile(
    r"\b(?:now|no longer|no more|not any ?more|any ?more|instead|back to|changed?|from now on|switch\w*|moved?|"
    r"drop|dropped|off the|finally|jetzt|nicht mehr|statt(?:dessen)?|ab sofort|"
    r"maintenant|désormais|finalement|au lieu|ne \w+ plus|ahora|ya no|en vez|finalmente)\b|"
    r"もう|代わり|现在|不再|改|이제|더 이상|대신",
    re.I,
)
"""Words with which people say that something is different from before."""


class Statement(Value):
    """A message of a past session.

    category, score  where it may be worth keeping, and how likely it is by the rules of triage; else "" and 0
    text, whole      what states it, and the whole message
    before           what it answers
    withdraws        it sounds as if it took something back
    when, at         when it was said, and its place among those of the same time
    threshold        of its category
    origin           where it was said, for the person; `source` the same for the record
    """

    text: str
    whole: str
    by_user: bool
    asks: bool
    withdraws: bool
    when: float
    at: int
    before: str = ""
    category: str = ""
    score: float = 0.0
    threshold: float = 1.0
    origin: str = ""
    source: dict[str, Any] = {}

    @property
    def changes(self) -> bool:
        """Whether it sounds as if the user made something different from before."""
        return (
            self.by_user
            and not self.asks
            and (self.revokes or bool(CHANGE.search(self.whole)))
        )

    @property
    def revokes(self) -> bool:
        """Whether it only takes something back."""
        return self.withdraws or (not self.worthy and bool(REVOKES.search(self.whole)))

    @property
    def worthy(self) -> bool:
        """Whether it may be worth keeping."""
        return bool(self.category) and self.score >= HARDLY * self.threshold


def best(statements: Iterable[Statement]) -> list[Statement]:
    """Up to MOST candidates, best first."""
    said = sorted(statements, key=lambda statement: (statement.when, statement.at))
    words = _Words(said)
    current: dict[int, Statement] = {}
    for number, statement in enumerate(said):
        near = words.near(number, current)
        if statement.changes:
            settled = [
                old
                for old in near
                if current[old].by_user and words.matter(old, number) >= ONE_MATTER
            ]
            if settled:
                old = max(settled, key=lambda old: words.matter(old, number))
                gone = current.pop(old)
                if not statement.revokes:
                    statement = _in_place_of(
                        gone, statement.replace(text=_changing(statement.whole))
                    )
        if not statement.worthy:
            continue
        same = [old for old in near if old in current and words.same(old, number)]
        if any(current[old].by_user > statement.by_user for old in same):
            continue  # the agent repeats what it was told
        for old in same:
            statement = _in_place_of(current.pop(old), statement)
        current[number] = statement
    return _ranked(list(current.values()))


def _in_place_of(old: Statement, new: Statement) -> Statement:
    """A later statement about the same thing as an earlier one, as likely to be worth keeping."""
    if TAKES_OVER * old.score <= new.score:
        return new
    return new.replace(
        score=TAKES_OVER * old.score, category=old.category, threshold=old.threshold
    )


def _changing(text: str) -> str:
    """What follows from where it says that something is different; secrets are removed before the text is cut."""
    parts = sentences(redact(text)[0])
    at = next((n for n, part in enumerate(parts) if CHANGE.search(part)), 0)
    return cut(" ".join(parts[at:]), MAX_QUOTE)


def _ranked(found: list[Statement]) -> list[Statement]:
    """The likeliest first, those of equal chance from the newest; what hardly reaches its threshold only up to FEWEST."""
    out: list[Statement] = []
    for one in sorted(found, key=lambda s: (s.score, s.by_user, s.when), reverse=True):
        if one.score >= one.threshold or len(out) < FEWEST:
            out.append(one)
    return out[:MOST]


class _Words:
    """The rare words of each statement, by its number, and what each of them weighs."""

    def __init__(self, said: list[Statement]) -> None:
        texts = [stems(statement.whole) for statement in said]
        counts: dict[str, int] = {}
        for text in texts:
            for word in text:
                counts[word] = counts.get(word, 0) + 1
        whole = log(1 + len(said))
        most = min(MANY, max(FEW, RARE * len(said)))
        self._weight = {
            word: log(1 + len(said) / n) / whole
            for word, n in counts.items()
            if n <= most
        }
        self._rare = [text & self._weight.keys() for text in texts]
        self._having: dict[str, list[int]] = {}
        for number, rare in enumerate(self._rare):
            for word in rare:
                self._having.setdefault(word, []).append(number)

    def near(self, number: int, among: dict[int, Any]) -> list[int]:
        """Which earlier statements share a rare word with one, the newest first."""
        found = {other for word in self._rare[number] for other in self._having[word]}
        return sorted(
            [other for other in found if other < number and other in among],
            reverse=True,
        )

    def matter(self, first: int, second: int) -> float:
        """How much two statements are about the same thing: about the number of the rarest words that they share."""
        return sum(
            [self._weight[word] for word in self._rare[first] & self._rare[second]]
        )

    def same(self, first: int, second: int) -> bool:
        """Whether the second says what the first says."""
        shared = self.matter(first, second)
        less = min(self.matter(first, first), self.matter(second, second))
        return shared >= ONE_MATTER and shared >= SAME * less
