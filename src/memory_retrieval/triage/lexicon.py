"""Finds word families in a message: which of them occur, and in how many different passages.

The families are data in wordlists/, one file a language; english.txt explains their form. A file is read when its
language is spoken and a pattern compiled when a rule first asks for it, since a Stop hook is a cold process.
"""

from __future__ import annotations

import os
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "wordlists")
LANGUAGES = {"de": "german", "fr": "french", "es": "spanish", "pt": "portuguese", "ko": "korean", "ja": "japanese"}
WIDE = ("ko", "ja")  # written without spaces between the words
ANCHORED = ("(?:^|", "^")  # beginnings of alternatives that say themselves what may come before them

_common_words: dict[str, frozenset[str]] = {}


def language(text: str) -> str:
    """The language of a folded text by its script and its commonest words: de, fr, es, pt, ko, ja, else en."""
    kana = 0
    for char in text:
        if "\uac00" <= char <= "\ud7a3":
            return "ko"
        if "\u3040" <= char <= "\u30ff":
            kana += 1
    if kana > 2:
        return "ja"
    if not _common_words:
        for name, lines in read_families("common").items():
            _common_words[name] = frozenset(" ".join(lines).split())
    words = text.split()
    counts = {name: sum([word in common for word in words]) for name, common in _common_words.items()}
    best = max(counts, key=lambda name: counts[name])  # English comes first and wins a tie
    return best if counts[best] > 1 or not text.isascii() else "en"


class Lexicon:
    """The families of English and of the other languages of a session."""

    def __init__(self, others: Collection[str] = ()) -> None:
        self.is_wide = any(name in WIDE for name in others)
        self._english = read_families("english")
        self._others = [(name in WIDE, read_families(LANGUAGES[name])) for name in others]
        self._patterns: dict[str, re.Pattern[str]] = {}

    def find(self, family: str, text: str) -> list[str]:
        """The different passages of a family in folded text, in order of appearance."""
        passages: list[str] = []
        for match in self._pattern(family).finditer(text):
            passage = match.group(0).strip(" ,.;:!")
            if passage and passage not in passages:
                passages.append(passage)
        return passages

    def has(self, family: str, text: str) -> bool:
        return self._pattern(family).search(text) is not None

    def _pattern(self, family: str) -> re.Pattern[str]:
        pattern = self._patterns.get(family)
        if pattern is None:
            pattern = self._patterns[family] = re.compile(self._source(family))
        return pattern

    def _source(self, family: str) -> str:
        """Alternatives between word boundaries, but for those of languages without spaces."""
        narrow = list(self._english[family])
        wide: list[str] = []
        for is_wide, families in self._others:
            (wide if is_wide else narrow).extend(families[family])
        bounded = [alternative for alternative in narrow if not alternative.startswith(ANCHORED)]
        anchored = [alternative for alternative in narrow if alternative.startswith(ANCHORED)]
        parts = [r"(?<!\w)(?:%s)(?:(?<=\s)|(?!\w))" % "|".join(bounded)] if bounded else []
        parts += [r"(?:%s)(?:(?<=\s)|(?!\w))" % "|".join(anchored)] if anchored else []
        return "|".join(parts + wide)


def read_families(name: str) -> dict[str, list[str]]:
    """{family: lines} of a file in wordlists/, in its order; lines that are continued are joined."""
    with open(os.path.join(FOLDER, name + ".txt"), "rb") as file:
        lines = file.read().decode("utf-8").splitlines()
    families: dict[str, list[str]] = {}
    current: list[str] = []
    continued = False
    for line in lines:
        if line.startswith("  "):
            if continued:
                current[-1] += line[2:]
            else:
                current.append(line[2:])
            continued = line.endswith("|")
        elif line and not line.startswith("#"):
            current = families[line[:-1]] = []
    return families
