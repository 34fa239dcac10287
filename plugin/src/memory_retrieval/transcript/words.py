"""A text as hashed words, and what the fitted table says of it: how much it sounds like each kind of utterance or step.

A text's features are its words, beginnings of long words, pairs of neighbours, and which words stand first and last;
scripts without spaces give characters and pairs of them. A feature's CRC-32 is its row in the table, and the kinds are
its columns. A score is the sum of a column over the rows by the square root of their number: about the log-odds.
lab/training/fit_triage.py writes the table.
"""

from __future__ import annotations

import os
from math import sqrt
from zlib import crc32

from ..core.reading import read_regular
from .columns import COLUMNS, ROWS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "words.bin")
MAX_TABLE = 4_194_304  # bytes
LONG = 6  # letters above which a word also counts by its beginning, which languages with endings need
BEGINNING = 5
FIRST = 3  # words that also count by standing first
MAX_WORD = 24
MAX_WIDE = 400  # characters of a run without spaces
MOST = 3.0  # the highest score, and the lowest below zero

_SPACED: dict[int, str | None] = {i: " " for i in range(128) if not chr(i).isalnum()}
_SPACED.update(
    {ord(c): " " for c in "«»„“”‚…–—·、。，；：「」『』（）！¿¡\u00a0\u3000"}
)
_SPACED.update({ord(c): f" {c} " for c in "?/$%"})
_SPACED.update({ord("？"): " ? ", ord("'"): None, ord("’"): None, ord("`"): None})


def rows(text: str) -> list[int]:
    """The rows of a text's features, in order; a feature that occurs twice counts twice."""
    names: list[str] = []
    before = "^"
    first = FIRST
    for word in text.casefold().translate(_SPACED).split():
        for piece in _pieces(word) if word[0] >= "\u0e00" else (_plain(word),):
            names.append(piece)
            names.append(f"{before} {piece}")
            if len(piece) > LONG:
                names.append(piece[:BEGINNING] + "-")
            if first:
                names.append(f"^{piece}")
                first -= 1
            before = piece
    if names:
        names.append(f"{before} $")
    return [crc32(name.encode("utf-8", "replace")) % ROWS for name in names]


def _pieces(word: str) -> list[str]:
    """A word of Korean as its beginning and the rest; other scripts without spaces by character."""
    if "\uac00" <= word[0] <= "\ud7a3":
        return [word[:2], word[2:MAX_WORD]] if len(word) > 2 else [word]
    return list(word[:MAX_WIDE])


def _plain(word: str) -> str:
    """A word; of a number only whether it is nothing, as in `0 failed`."""
    if word.isdigit():
        return "1" if word.strip("0") else "0"
    return word[:MAX_WORD]


class WordTable:
    """The columns of the table, each ROWS signed bytes, with their scales and biases."""

    def __init__(self, data: bytes) -> None:
        """ValueError when it is not the table that columns.py belongs to."""
        if len(data) != ROWS * len(COLUMNS):
            has, needs = len(data), ROWS * len(COLUMNS)
            raise ValueError(f"{TABLE} has {has} bytes, not {needs}")
        view = memoryview(data).cast("b")
        self._columns = {
            name: (view[i * ROWS : (i + 1) * ROWS], scale, bias)
            for i, (name, (scale, bias)) in enumerate(COLUMNS.items())
        }

    def score(self, kind: str, rows: Sequence[int]) -> float:
        """How much a text sounds like a kind, -MOST to MOST; 0 without words."""
        if not rows:
            return 0.0
        column, scale, bias = self._columns[kind]
        return max(
            -MOST,
            min(
                MOST,
                sum(map(column.__getitem__, rows)) * scale / sqrt(len(rows)) + bias,
            ),
        )


def load() -> WordTable:
    """The shipped table. OSError or ValueError when it is missing or foreign."""
    return WordTable(read_regular(TABLE, MAX_TABLE, links=True))
