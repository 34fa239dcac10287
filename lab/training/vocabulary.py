"""Which terms get a row: the model's word pieces, then whole words and phrases that the training texts use often.

Words are split by the product's own `semantic.py`, so that training and use agree.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from zlib import crc32

from pairs import Pair

from memory_retrieval.index.semantic import split_identifier, split_words, word_rows

MIN_WORD_TEXTS = 8  # pairs a whole word must occur in
MIN_PHRASE_TEXTS = 12
MIN_SOURCES = 3  # a term of fewer repositories is a name of theirs
MIN_ASSOCIATION = (
    2.0  # log2 of how much oftener the two words of a phrase meet than by chance
)
_STOP = """
a an and any are as at be been being but by can could did do does each for from had has have he her his how i if in
into is it its may me more most my no nor not of on or our she should so some such than that the their them then there
these they this those to us was we were what when where which who why will with would you your
"""
STOP = frozenset(_STOP.split())


def read_pieces(model: Path) -> list[str]:
    """The pieces of `vocab.txt` in letters and digits of the Latin script; the model was trained on English."""
    lines = (model / "vocab.txt").read_text(encoding="utf-8").splitlines()
    return [piece for piece in lines if _is_plain(piece.removeprefix("##"))]


def choose_terms(
    pieces: list[str], pairs: list[Pair], words: int, phrases: int
) -> list[str]:
    """All pieces, the `words` most widespread whole words beside them, and the `phrases` most telling word pairs."""
    known = set(pieces)
    frequency, sources = _count(
        pairs, lambda text: (raw.lower() for raw in split_words(text))
    )
    fresh = [
        w
        for w in frequency
        if w not in known
        and _is_word(w)
        and frequency[w] >= MIN_WORD_TEXTS
        and sources[w] >= MIN_SOURCES
    ]
    fresh = sorted(fresh, key=lambda w: (-_spread(frequency[w], sources[w]), w))
    fresh = fresh[:words]
    known.update(fresh)
    together, spread = _count(
        pairs, lambda text: _neighbours(text, lambda term: 1 if term in known else -1)
    )
    total = 2 * len(pairs)
    telling = [
        phrase
        for phrase, n in together.items()
        if n >= MIN_PHRASE_TEXTS
        and spread[phrase] >= MIN_SOURCES
        and math.log2(
            n * total / math.prod(max(frequency[w], n) for w in phrase.split())
        )
        >= MIN_ASSOCIATION
    ]
    telling = sorted(telling, key=lambda p: (-_spread(together[p], spread[p]), p))[
        :phrases
    ]
    return _one_a_hash([*pieces, *fresh, *telling])


class Splitter:
    """`rows(text)`: the numbers of a text's terms, as `TermTable.embed` sums them."""

    def __init__(self, terms: list[str]) -> None:
        self._numbers = {term: i for i, term in enumerate(terms)}
        self._seen: dict[str, tuple[list[int], str, str]] = {}

    def find(self, term: str) -> int:
        return self._numbers.get(term, -1)

    def rows(self, text: str) -> list[int]:
        out: list[int] = []
        previous = ""
        for raw in split_words(text):
            known = self._seen.get(raw)
            if known is None:
                words = split_identifier(raw, self.find)
                known = self._seen[raw] = (
                    word_rows(words, self.find),
                    words[0],
                    words[-1],
                )
            out += known[0]
            phrase = self._numbers.get(f"{previous} {known[1]}")
            if phrase is not None:
                out.append(phrase)
            previous = known[2]
        return out


def _one_a_hash(terms: list[str]) -> list[str]:
    """The table knows terms by their CRC-32: of two with the same one the first stays."""
    kept: dict[int, str] = {}
    for term in terms:
        kept.setdefault(crc32(term.encode()), term)
    return list(kept.values())


def _count(
    pairs: list[Pair], split: Callable[[str], Iterable[str]]
) -> tuple[Counter[str], Counter[str]]:
    """In how many texts and in how many sources each term occurs."""
    texts: Counter[str] = Counter()
    held: set[tuple[str, str]] = set()
    for pair in pairs:
        for text in (pair.heading, pair.section):
            terms = set(split(text))
            texts.update(terms)
            held.update((term, pair.source) for term in terms)
    return texts, Counter(term for term, _ in held)


def _neighbours(text: str, find: Callable[[str], int]) -> Iterable[str]:
    words = [word for raw in split_words(text) for word in split_identifier(raw, find)]
    for a, b in pairwise(words):
        if a not in STOP and b not in STOP and a != b and _is_word(a) and _is_word(b):
            yield f"{a} {b}"


def _spread(texts: int, sources: int) -> float:
    return math.log(texts) + 2 * math.log(sources)


def _is_word(word: str) -> bool:
    return (
        2 <= len(word) <= 24
        and word.isascii()
        and not word.isdigit()
        and sum(map(str.isdigit, word)) <= len(word) / 2
    )


def _is_plain(piece: str) -> bool:
    return piece.isalnum() and max(piece) < "\u0180"
