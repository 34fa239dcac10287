"""Late interaction: each word of the prompt is compared with the words of a memory's title, aliases and tags.

The score is the average of each prompt word's best similarity, as in ColBERT (Khattab and Zaharia 2020), here with the
static vectors of the term table. It depends on the prompt more than on the memory, so it is standardized over a sample
of the store.

A memory's word is known by its 256 signs alone. A prompt's word keeps two bits a dimension, sign and size (1 or 3), so
the dot product is 256 + 2 * large - 2 * (differing + 2 * differing and large). One count over three copies of signs,
the second and the third masked by the large dimensions, gives the last term.
"""

from __future__ import annotations

from _operator import mul

from . import semantic
from .vectors import SIGN_BYTES

LARGE = 1.35  # times the median size, from which a dimension counts 3 and not 1
READ_WORDS = 32  # distinct words of a prompt that are looked at
_DIGITS = b"01" + bytes(254)  # False and True as the digits of a binary number
COPIES = 1 | 1 << 8 * SIGN_BYTES | 1 << 16 * SIGN_BYTES  # a factor that repeats signs three times
PRIOR_MEAN, PRIOR_DEVIATION, PRIOR = 0.30, 0.055, 6.0  # what a small store is taken for, and its weight in memories


class PromptWords:
    """The words of a prompt that carry most: (weight, masked signs, mask, largest dot product, norm) each."""

    __slots__ = ("_seen", "_total", "_words")

    def __init__(self, text: str, table: semantic.TermTable, limit: int) -> None:
        words = []
        for word in list(dict.fromkeys(semantic.split_words(text)))[:READ_WORDS]:
            values = table.word_values(word)
            if values:
                words.append((sum(map(mul, values, values)) ** 0.5, values))
        words.sort(key=lambda pair: -pair[0])
        self._words = [(weight, *_two_bits(values)) for weight, values in words[:limit]]
        self._total = sum([word[0] for word in self._words])
        self._seen: dict[bytes, tuple[int, ...]] = {}  # signs of a memory's word: how far each word of the prompt is

    def __bool__(self) -> bool:
        return bool(self._words)

    def score(self, header: bytes) -> float:
        """The weighted average of the best similarities with the words of a header, -1 to 1; 0 without any."""
        ends = range(SIGN_BYTES, len(header) + 1, SIGN_BYTES)
        rows = [header[end - SIGN_BYTES : end] for end in ends]
        if not rows or not self._total:
            return 0.0
        seen, total = self._seen, 0.0
        found = [seen.get(row) or self._distances(row) for row in rows]
        for (weight, _, _, most, norm), least in zip(self._words, map(min, zip(*found))):
            total += weight * (most - 2 * least) / norm
        return float(total / self._total)

    def _distances(self, signs: bytes) -> tuple[int, ...]:
        """How far each word of the prompt is from a memory's word."""
        row, count = int.from_bytes(signs, "little") * COPIES, semantic.bit_count
        found = self._seen[signs] = tuple([count((row & mask) ^ own) for _, own, mask, _, _ in self._words])
        return found


def mean_and_deviation(scores: list[float]) -> tuple[float, float]:
    """(mean, standard deviation) of the scores of a sample, drawn towards the prior where it is small."""
    count = len(scores)
    weight = count + PRIOR
    mean = (sum(scores) + PRIOR * PRIOR_MEAN) / weight
    own = sum(scores) / count if count else 0.0
    variance = (sum([(s - own) ** 2 for s in scores]) + PRIOR * PRIOR_DEVIATION**2) / weight
    return mean, variance**0.5


def _two_bits(values: list[int]) -> tuple[int, int, int, float]:
    """(masked signs, mask, largest dot product, norm of it and a vector of signs) of a word's vector."""
    sizes = list(map(abs, values))
    least = sorted(sizes)[len(sizes) // 2] * LARGE
    large = int(bytes([size > least for size in sizes]).translate(_DIGITS), 2)
    signs = int(bytes([value < 0 for value in values]).translate(_DIGITS), 2)
    size, larger = len(values), semantic.bit_count(large)
    mask = (1 << size) - 1 | large << size | large << 2 * size
    return signs * COPIES & mask, mask, size + 2 * larger, float((size * (size + 8 * larger)) ** 0.5)
