"""Keyword scoring: whole points for words of the prompt in title, tags, category description and body.

It is the kill switch (`match_strategy: title_tags`), the fallback where SQLite lacks FTS5, and a baseline. It reads the
files and keeps nothing. Its points are those of an earlier memory plugin, so that switching back brings known results.
"""

from __future__ import annotations

from ..core.clock import DAY, believed
from ..core.model import Evidence
from ..core.tokens import PROMPT_VERBS, STOP_WORDS, scan, tokenize
from ..store.reader import read_store
from .candidate import Candidate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..core.model import Memory, Store

TITLE, TAG, PREFIX = 2, 3, 1  # points for one word
DESCRIPTION_CAP = 2  # points at most from the description of the category
BODY_CAP = 3  # points at most from the body
RECENT_DAYS = 30  # since the last update, for one more point
MIN_PREFIX = 4  # characters of a word that counts as the prefix of another


class KeywordIndex:
    """Scores the memories of one store straight from the files."""

    def __init__(
        self, store: Store, descriptions: Mapping[str, str] | None = None
    ) -> None:
        self.store = store
        self._descriptions = {
            key: words(text) for key, text in (descriptions or {}).items()
        }
        self.total = 0
        self._by_id: dict[str, Memory] = {}
        self._identifiers: dict[str, list[str]] = {}

    def candidates(self, query: str, now: int) -> list[Candidate]:
        """Every memory of any status that has points; these are its `lexical` score."""
        asked = words(query)
        self._identifiers = identifiers(query)
        self.total, self._by_id = 0, {}
        found = []
        for _, memory, _ in read_store(self.store):
            if memory is None:
                continue
            self.total += 1
            self._by_id.setdefault(memory.id, memory)
            points, evidence = self._points(asked, memory, now)
            if points:
                found.append(
                    Candidate(memory, self.store, float(points), evidence=evidence)
                )
        return found

    def by_ids(self, ids: list[str]) -> list[Memory]:
        """The memories with these ids, as the last scoring read them."""
        return [self._by_id[id] for id in ids if id in self._by_id]

    def _points(
        self, asked: set[str], memory: Memory, now: int
    ) -> tuple[int, list[Evidence]]:
        tags = {tag.lower() for tag in memory.tags} | words(" ".join(memory.tags))
        title = words(memory.title)
        whole = {
            part
            for joined, parts in self._identifiers.items()
            if joined in title or joined in tags
            for part in parts
        }
        points, evidence = entry_points(asked - whole, title, tags)
        if (
            points
        ):  # a description alone finds nothing: it is the same for a whole category
            points += description_points(
                asked, self._descriptions.get(memory.category, set())
            )
        for term in sorted(asked & words(memory.body))[:BODY_CAP]:
            points += 1
            evidence.append(Evidence(term, 1.0, 1.0, ("body",)))
        updated = believed(memory.updated, now)
        if points and updated is not None and (now - updated) // DAY <= RECENT_DAYS:
            points += 1
        return points, evidence


def words(text: str) -> set[str]:
    """The distinct tokens of a text without stop words and the verbs of prompts."""
    return {
        token
        for token in tokenize(text)
        if token not in STOP_WORDS and token not in PROMPT_VERBS
    }


def identifiers(text: str) -> dict[str, list[str]]:
    """{joined form: its parts} of the identifiers in a text. Where that matches, its parts do not count too."""
    found: dict[str, list[str]] = {}
    before: list[str] = []
    for token, joined in scan(text):
        if joined:
            parts = [part for part in before if part in token and part != token]
            found[token] = parts
        else:
            before = [*before[-5:], token]
    return found


def entry_points(
    asked: set[str], title: set[str], tags: set[str], both: bool = True
) -> tuple[int, list[Evidence]]:
    """(points, evidence) for title and tags: 2 and 3 for a whole word, 1 for a word that is the prefix of another.

    both  a word of title or tags may be the prefix of one that is asked for, too
    """
    points, evidence = 0, []
    targets = title | tags
    for term in sorted(asked & targets):
        share = TITLE * (term in title) + TAG * (term in tags)
        fields = ("title",) * (term in title) + ("tags",) * (term in tags)
        evidence.append(Evidence(term, float(share), 1.0, fields))
        points += share
    for term in sorted(asked - targets):
        if any(
            _begins(term, target) or (both and _begins(target, term))
            for target in targets
        ):
            evidence.append(Evidence(term, float(PREFIX), 1.0, ("prefix",)))
            points += PREFIX
    return points, evidence


def description_points(asked: set[str], description: set[str]) -> int:
    """1 for a word, 0.5 for a prefix of MIN_PREFIX characters; the sum rounded half up, at most DESCRIPTION_CAP."""
    points = 0.5
    for word in asked:
        if word in description:
            points += 1
        elif any(_begins(word, other) for other in description):
            points += 0.5
    return min(DESCRIPTION_CAP, int(points))


def _begins(prefix: str, word: str) -> bool:
    return len(prefix) >= MIN_PREFIX and word.startswith(prefix)
