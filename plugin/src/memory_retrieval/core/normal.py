"""Unicode normalisation in linear time; nothing else in the package calls `unicodedata.normalize`.

Sorting the marks of one letter takes time that grows with the square of their number, in C and without a chance to
interrupt it: a record with 100,000 marks in a row would stop every prompt for 20 seconds.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    Form = Literal["NFC", "NFD", "NFKC", "NFKD"]

MAX_MARKS = 30  # in a row; Unicode's limit for streams (UAX #15, stream-safe text format), above any written language
STEP = 13  # every run of so many marks holds a character at a multiple of it; two marks come of one at most: 26 < 30
_MARKS = "\u0f73\u0f75\u0f81\uff9e\uff9f"  # class 0, but normalised to marks


def normalize(form: Form, text: str) -> str:
    """`unicodedata.normalize`, without the marks of a run that are beyond MAX_MARKS. Idempotent."""
    if text.isascii():
        return text
    from unicodedata import (
        combining,
    )  # not at the top: most prompts are ASCII, and it loads a library
    from unicodedata import normalize as plain

    for char in text[::STEP]:
        if char > "\u02ff" and (combining(char) or char in _MARKS):
            return _shortened(plain(form, _shortened(text)))
    return plain(form, text)


def category(char: str) -> str:
    """`unicodedata.category`, loaded when the first character is asked for."""
    from unicodedata import category as of

    return of(char)


def _shortened(text: str) -> str:
    """`text` with the first MAX_MARKS marks of each run."""
    from unicodedata import combining

    out, run = [], 0
    for char in text:
        if char > "\u02ff" and (combining(char) or char in _MARKS):
            run += 1
            if run > MAX_MARKS:
                continue
        else:
            run = 0
        out.append(char)
    return "".join(out)
