"""The semantic tier: a shipped table of term vectors, and the embedding of text by it.

Standard library only, light to import, and read by mmap, because each prompt starts a new process. It knows texts and
vectors, not memories, stores or rankings. How the table is made: `lab/training/README.md`.

    text -> words -> rows of the table -> their sum -> scaled to length 1 -> one signed byte a dimension

Words are cut as the table was trained, by BERT's rules and without stemming, and not by `core/tokens.py`: another cut
would miss the table's rows.

The file (little-endian): the 40-byte header of `HEADER`; `offsets` u32[65537]; `tails` u16[rows]; `scales` u8[rows];
`codes` u8[rows][dims / 2]. A term's CRC-32 leads to its row: the upper half selects `offsets[h]:offsets[h + 1]`, where
`tails` holds the lower half. A dimension is the row's scale times one of 16 levels; the low four bits of
the code bytes hold the first half of the dimensions, the high four the second.
"""

from __future__ import annotations

import mmap
import os
import sys
from _operator import (
    mul,
)  # `operator` itself costs a source module more at each prompt, and so does `struct`
from _struct import Struct
from _struct import error as StructError  # type: ignore[attr-defined]
from zlib import crc32

from ..core.tokens import split_camel_case

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

HEADER = Struct(
    "<4sHHIII16s4x"
)  # magic, version, dims, rows, buckets, revision, 16 signed levels
MAGIC, VERSION, BUCKETS = b"MRTT", 1, 1 << 16
TABLE_PATH = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "data", "terms.bin"
)

LENGTH = 384.0  # a vector of length 1 in units of its bytes: 256 dimensions then spread over about +-25, rarely +-100
MAX_CHARS = 32768  # of a text that are embedded: keeps the sums below 2**32, and is more than any passage has
MAX_WORD = 100  # characters; BERT's tokenizer too calls a longer word unknown
CACHED_WORDS = 20000  # expanded words held while indexing, about 1 KB each
BIAS = 128  # makes a signed level an unsigned byte

_PUNCTUATION: dict[int, str | None] = {
    i: " " for i in range(128) if not chr(i).isalnum()
}
_PUNCTUATION.update(
    dict.fromkeys([*range(9), 11, 12, *range(14, 32), 127])
)  # controls are dropped, as in BERT
_BIASED = bytes(i ^ BIAS for i in range(256))
_SIGNS = bytes(
    49 if i > 127 else 48 for i in range(256)
)  # byte of a vector -> "1" below zero, else "0"


class TermTable:
    """An open table. Holds the file mapped until `close()`; make one with `open_table`. Not thread-safe (caches)."""

    def __init__(self, mapped: mmap.mmap) -> None:
        """Takes over a mapped file; ValueError or struct.error when it is no table of this version."""
        magic, version, dims, rows, buckets, revision, levels = HEADER.unpack_from(
            mapped
        )
        starts = _sections(dims, rows)
        if (magic, version, buckets, sys.byteorder) != (
            MAGIC,
            VERSION,
            BUCKETS,
            "little",
        ) or starts[-1] != len(mapped):
            raise ValueError("not a term table of this version")
        self.dims: int = dims
        self.rows: int = rows
        self.revision = f"{revision:08x}"  # changes with the table's content; vectors of two revisions do not compare
        self._file = mapped
        self._whole = whole = memoryview(mapped)
        self._offsets = whole[starts[0] : starts[1]].cast("I")
        self._tails = whole[starts[1] : starts[2]].cast("H")
        self._scales, self._codes = starts[2], starts[3]
        self._low = bytes(levels[i & 15] ^ BIAS for i in range(256))
        self._high = bytes(levels[i >> 4] ^ BIAS for i in range(256))
        self._words: dict[str, tuple[int, str, str]] = {}
        self._phrases: dict[str, int] = {}

    def close(self) -> None:
        """Releases the file; the table cannot be used any more."""
        for view in (self._offsets, self._tails, self._whole):
            view.release()
        self._file.close()

    def find(self, term: str) -> int:
        """The row of `term` (a lower-case word, `##piece`, or two words with a space between), or -1."""
        code = crc32(term.encode("utf-8", "replace"))
        tails, tail = self._tails, code & 0xFFFF
        for row in range(self._offsets[code >> 16], self._offsets[(code >> 16) + 1]):
            if tails[row] == tail:
                return row
        return -1

    def scale(self, word: str) -> int:
        """How much a lower-case word weighs in a sum, which grows with its rarity, 1 to 255; 0 for an unknown word."""
        row = self.find(word)
        return self._file[self._scales + row] if row >= 0 else 0

    def embed(self, text: str) -> bytes | None:
        """The text's vector: `dims` signed bytes of length `LENGTH`. None when no term of the text is in the table."""
        if len(self._words) > CACHED_WORDS or len(self._phrases) > 4 * CACHED_WORDS:
            self._words.clear()
            self._phrases.clear()
        words, phrases = self._words, self._phrases
        total, previous = 0, ""
        for raw in split_words(text):
            known = words.get(raw)
            if known is None:
                known = words[raw] = self._expand_word(raw)
            total += known[0]
            if previous:
                phrase = previous + " " + known[1]
                value = phrases.get(phrase)
                if value is None:
                    value = phrases[phrase] = self._expand(self.find(phrase))
                if value:
                    total += value
            previous = known[2]
        return self._normalise(total) if total else None

    def _expand_word(self, raw: str) -> tuple[int, str, str]:
        """The sum of a raw word's rows, and the first and last of the words it consists of."""
        words = split_identifier(raw, self.find)
        return sum(map(self._expand, word_rows(words, self.find))), words[0], words[-1]

    def _expand(self, row: int) -> int:
        """A row as one integer of 32-bit lanes: level + BIAS times scale for each dimension, and the scale on top."""
        if row < 0:
            return 0
        dims, half = self.dims, self.dims // 2
        start = self._codes + row * half
        packed = self._file[start : start + half]
        lanes = bytearray(4 * dims + 4)
        lanes[0 : 4 * half : 4] = packed.translate(self._low)
        lanes[4 * half : 4 * dims : 4] = packed.translate(self._high)
        lanes[4 * dims] = 1
        return int.from_bytes(lanes, "little") * self._file[self._scales + row]

    def _values(self, total: int) -> list[int]:
        lanes = (
            memoryview(total.to_bytes(4 * self.dims + 4, "little")).cast("I").tolist()
        )
        bias = BIAS * lanes.pop()
        return [lane - bias for lane in lanes]

    def _normalise(self, total: int) -> bytes | None:
        values = self._values(total)
        norm = sum(map(mul, values, values)) ** 0.5
        if not norm:
            return None
        factor = LENGTH / norm
        rounded = [int(value * factor + 512.5) - 512 for value in values]
        if max(rounded) > 127 or min(rounded) < -127:
            rounded = [max(-127, min(127, value)) for value in rounded]
        return bytes([value & 255 for value in rounded])


def open_table(path: str | None = None) -> TermTable | None:
    """The table at `path`, by default the shipped one. None when the file is missing, truncated or foreign."""
    try:
        with open(path or TABLE_PATH, "rb") as file:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (
        OSError,
        ValueError,
    ):  # ValueError: an empty file cannot be mapped, nor a path with a NUL be opened
        return None
    try:
        return TermTable(mapped)
    except (ValueError, StructError):
        mapped.close()
        return None


def sign_bits(vector: bytes) -> int:
    """The signs of a vector, one bit a dimension: what the binary scan compares."""
    return int(vector.translate(_SIGNS), 2)


def cosine(a: bytes, b: bytes) -> float:
    """The cosine of two vectors of `embed`, -1 to 1 within quantisation (about 0.002)."""
    return cosines(a, [b])[0]


def cosines(a: bytes, others: Sequence[bytes]) -> list[float]:
    """The cosine of one vector with each of the others."""
    numbers = memoryview(a).cast("b").tolist()
    offset, square = BIAS * sum(numbers), LENGTH * LENGTH
    return [
        (sum(map(mul, numbers, b.translate(_BIASED))) - offset) / square for b in others
    ]


def split_words(text: str) -> list[str]:
    """The words of a text in their own case, without accents: BERT's splitting without the punctuation.

    Compatibility forms are folded (NFKC), and each CJK character is a word.
    """
    if not text.isascii():
        text = _fold(text)
    return text.translate(_PUNCTUATION)[:MAX_CHARS].split()


def split_identifier(raw: str, find: Callable[[str], int]) -> list[str]:
    """A raw word in lower case; `getUserName` as its parts, unless the table knows it joined, like `GitHub`."""
    lower = raw.lower()
    if (
        raw[1:] == lower[1:]
        or raw.isupper()
        or find(lower) >= 0
        or (raw[-1] == "s" and raw[:-1].isupper())
    ):
        return [lower]
    return [part.lower() for part in split_camel_case(raw)]


def word_rows(words: Sequence[str], find: Callable[[str], int]) -> list[int]:
    """The rows of a run of lower-case words: each word's pieces, and the phrases of two neighbours."""
    rows: list[int] = []
    previous = ""
    for word in words:
        rows += _piece_rows(word, find)
        row = find(previous + " " + word) if previous else -1
        if row >= 0:
            rows.append(row)
        previous = word
    return rows


def _piece_rows(word: str, find: Callable[[str], int]) -> list[int]:
    """WordPiece: the longest known beginning, then the longest known `##` continuations; [] if a part is unknown."""
    rows: list[int] = []
    start, size = 0, len(word)
    if size > MAX_WORD:
        return rows
    while start < size:
        mark = "##" if start else ""
        for end in range(size, start, -1):
            row = find(mark + word[start:end])
            if row >= 0:
                rows.append(row)
                start = end
                break
        else:
            return []
    return rows


def _fold(text: str) -> str:
    """Folds compatibility forms and accents; punctuation becomes a space, an ideograph a word, controls are dropped."""
    import unicodedata  # here, because most prompts are ASCII and it loads a library

    from ..core.normal import normalize

    out = []
    for char in normalize("NFD", normalize("NFKC", text[: 2 * MAX_CHARS])):
        if char < "\x80":
            out.append(char)
            continue
        kind = unicodedata.category(char)
        if kind[0] in "PZ":
            out.append(" ")
        elif kind[0] != "C" and kind != "Mn":
            out.append(" " + char + " " if _is_ideograph(char) else char)
    return "".join(out)


def _is_ideograph(char: str) -> bool:
    """The characters that BERT takes for a word each: fewer scripts than `tokens.is_cjk` cuts into bigrams."""
    ideograph = "\u3400" <= char <= "\u4dbf" or "\u4e00" <= char <= "\u9fff"
    return (
        ideograph
        or "\uf900" <= char <= "\ufaff"
        or "\U00020000" <= char <= "\U0002fa1f"
    )


def _sections(dims: int, rows: int) -> list[int]:
    """The offsets of the file's four sections, and its length."""
    starts = [HEADER.size]
    for size in (4 * (BUCKETS + 1), 2 * rows, rows, rows * (dims // 2)):
        starts.append(starts[-1] + size)
    return starts
