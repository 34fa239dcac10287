"""Finds word families in a message: which of them occur, and how many different ways.

The lists are data in `wordlists/`; a pattern is compiled when a rule first asks for it, since a Stop hook is a cold process.
"""

from __future__ import annotations

import re

from .wordlists.english import WORDS as ENGLISH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

LANGUAGES = {"de": "german", "fr": "french", "es": "spanish", "pt": "portuguese", "ko": "korean", "ja": "japanese"}
WIDE = ("ko", "ja")  # written without spaces between the words


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
    found = text.split()
    best, most = "en", 0
    for name, common in _names().items():
        count = sum(1 for word in found if word in common)
        if count > most:
            best, most = name, count
    english = sum(1 for word in found if word in _ENGLISH_NAMES)
    return best if most > english and (most > 1 or not text.isascii()) else "en"


_ENGLISH_TEXT = (
    "the is it and to of in that for on you we this with are be have not i do so if at can a what my no me as"
)
_ENGLISH_NAMES = frozenset(_ENGLISH_TEXT.split())


class Lexicon:
    """The families of English and of the other languages of a session."""

    def __init__(self, others: Iterable[str] = ()) -> None:
        self.others = tuple(others)
        self.is_wide = any(name in WIDE for name in self.others)
        self._patterns: dict[str, re.Pattern[str]] = {}

    def find(self, family: str, text: str) -> list[str]:
        """The different passages of a family in folded text, in order of appearance."""
        found: list[str] = []
        for match in self._pattern(family).finditer(text):
            passage = match.group(0).strip(" ,.;:!")
            if passage and passage not in found:
                found.append(passage)
        return found

    def has(self, family: str, text: str) -> bool:
        return self._pattern(family).search(text) is not None

    def _pattern(self, family: str) -> re.Pattern[str]:
        pattern = self._patterns.get(family)
        if pattern is None:
            pattern = self._patterns[family] = re.compile(self._source(family))
        return pattern

    def _source(self, family: str) -> str:
        narrow: list[str] = list(ENGLISH[family])
        wide: list[str] = []
        for name in self.others:
            (wide if name in WIDE else narrow).extend(_words(name)[family])
        bounded = [alternative for alternative in narrow if not alternative.startswith(("(?:^|", "^"))]
        anchored = [alternative for alternative in narrow if alternative.startswith(("(?:^|", "^"))]
        parts = [r"(?<!\w)(?:%s)(?:(?<=\s)|(?!\w))" % "|".join(bounded)] if bounded else []
        parts += [r"(?:%s)(?:(?<=\s)|(?!\w))" % "|".join(anchored)] if anchored else []
        return "|".join(parts + wide)


def _words(name: str) -> dict[str, tuple[str, ...]]:
    """The families of a language; its list is imported only when the language is spoken."""
    module = __import__(__package__ + ".wordlists." + LANGUAGES[name], fromlist=["WORDS"])  # importlib would cost more
    words: dict[str, tuple[str, ...]] = module.WORDS
    return words


def _names() -> dict[str, frozenset[str]]:
    if not _NAMES:
        from .wordlists import french, german, portuguese, spanish

        for name, module in (("de", german), ("fr", french), ("es", spanish), ("pt", portuguese)):
            _NAMES[name] = frozenset(module.NAMES.split())
    return _NAMES


_NAMES: dict[str, frozenset[str]] = {}
