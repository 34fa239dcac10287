"""How much a passage sounds like a statement worth keeping: a rule, a decision, or the like, in any of five languages.

A passage has three families of features: its words, the signs of its words, and the pieces of its words. A sign stands
for what words of several languages have in common: "must" and "müssen" are one, a number is another. Each line of
signs.txt has the words of one sign, `_` for the spaces of a phrase. Signs bring together what was learnt in several
languages, pieces of words bring together endings and misspelt words. A feature's CRC-32 is its row in statements.bin, a
signed byte a row. A score is the sum of each family's rows by the square root of their number, times SCALE.
lab/training/fit_states.py writes the table.
"""

from __future__ import annotations

import os
import re
from math import sqrt
from zlib import crc32

from ..core.reading import read_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

FOLDER = os.path.dirname(os.path.abspath(__file__))
ROWS = 1 << 19
SCALE = 1 / 32
MOST = 3.0  # the highest score, and the lowest below zero
MAX_FILE = 65_536  # bytes of signs.txt
TOKEN = re.compile(r"[^\W_]+|[?!:,…\"«„“]")
NUMBER, OTHER = "#", "_"
SHORT = 3  # characters of a piece; each also counts with the next one
FIRST = 3  # words that also count by standing first
FIRST_SIGN = 0xE000  # a private character for each line: no text has them
_SIGNS: list[tuple[dict[str, str], list[tuple[str, str]]]] = []
_COLUMN: list[Sequence[int]] = []


def score(passage: str) -> float:
    """How much a passage sounds like a statement, -MOST to MOST; 0 without words. OSError when a file is missing."""
    if not _COLUMN:
        path = os.path.join(FOLDER, "statements.bin")
        _COLUMN.append(memoryview(read_regular(path, ROWS, links=True)).cast("b"))
    total = 0.0
    for rows in families(passage):
        if rows:
            total += sum(map(_COLUMN[0].__getitem__, rows)) / sqrt(len(rows))
    return max(-MOST, min(MOST, total * SCALE))


def families(passage: str) -> list[set[int]]:
    """The rows of a passage's words, signs and pieces of words."""
    tokens = TOKEN.findall(passage.casefold())
    named = (_of_words(tokens), _of_signs(_signs(tokens)), _of_pieces(tokens))
    return [{crc32(name.encode()) % ROWS for name in names} for names in named]


def _of_words(tokens: list[str]) -> list[str]:
    """Words, those that stand first, and pairs of neighbours; a number counts as one."""
    words = ["1" if token.isdigit() else token for token in tokens]
    pairs = zip(["^", *words], [*words, "$"])  # noqa: B905  Python 3.9
    first = ["^" + word for word in words[:FIRST]]
    return [*words, *first, *map(" ".join, pairs)]


def _of_pieces(tokens: list[str]) -> list[str]:
    """Each run of SHORT characters, and of one more, of a word and the spaces around it."""
    pieces = []
    for token in tokens:
        word = f" {token} "
        for start in range(len(word) - SHORT + 1):
            pieces.append(word[start : start + SHORT])
            pieces.append(word[start : start + SHORT + 1])
    return pieces


def _of_signs(signs: list[str]) -> list[str]:
    """Signs alone, after each other, three in a row, the first ones, and any two."""
    telling = [sign for sign in signs if sign != OTHER]
    framed = ["^", *signs, "$"]
    kinds = sorted(set(telling))
    return [
        *telling,
        *map("".join, zip(["^", *telling], [*telling, "$"])),
        *map("".join, zip(framed, framed[1:], framed[2:])),
        *["^" + "".join(signs[:count]) for count in (1, 2, 3)],
        *[f"{a}&{b}" for at, a in enumerate(kinds) for b in kinds[at + 1 :]],
    ]


def _signs(tokens: list[str]) -> list[str]:
    """The sign of each word and of each mark; OTHER for words without one."""
    single, phrases = _table()
    plain = f" {' '.join(tokens)} "
    for phrase, sign in phrases:
        plain = plain.replace(phrase, sign)
    return [single.get(word) or _of_shape(word) for word in plain.split()]


def _of_shape(word: str) -> str:
    if word.isdigit():
        return NUMBER
    return OTHER if word[0].isalnum() else word


def _table() -> tuple[dict[str, str], list[tuple[str, str]]]:
    """({word: its sign}, [(phrase, its sign)] with the longest first)."""
    if not _SIGNS:
        single, phrases = {}, []
        path = os.path.join(FOLDER, "signs.txt")
        text = read_regular(path, MAX_FILE, links=True).decode("utf-8")
        for at, line in enumerate(text.splitlines()):
            sign = chr(FIRST_SIGN + at)
            for entry in line.split():
                if "_" in entry:
                    phrases.append((f" {entry.replace('_', ' ')} ", f" {sign} "))
                else:
                    single[entry] = sign
        phrases.sort(key=lambda pair: -len(pair[0]))
        _SIGNS.append((single, phrases))
    return _SIGNS[0]
