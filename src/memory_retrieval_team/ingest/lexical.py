"""BM25 as an inner product of sparse vectors with one dimension per stem.

A passage's vector holds the saturated, length-normalised frequency of each stem, a query's vector holds weight times
inverse document frequency. pgvector computes their inner product, the BM25 score, in one call per row. Robertson and
Zaragoza, "The Probabilistic Relevance Framework", 2009; field weights as in BM25F.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from zlib import crc32

from memory_retrieval.core.stem import stem
from memory_retrieval.core.tokens import tokenize
from memory_retrieval.index.fts5 import WEIGHTS
from memory_retrieval.index.ingest import _passages as passages

DIMS = (
    1 << 29
)  # pgvector allows a billion; a stem's dimension is its checksum, so that no table assigns numbers
K1, B = 1.2, 0.75  # as in bm25() of SQLite
AVERAGE = 170.0  # stems of a passage: of ten projects; fixed, so that a vector depends on its record alone
WEIGHED = 2  # the version of these numbers in a row; raise it with them, and the next ingest sends the records again
MAX_NONZERO = 16_000  # of a sparsevec
MAX_LEXEMES = 700_000  # bytes of all stems of a record: a tsvector is limited to 1 MB


class Words:
    """The stems of one record: `head` by field, `vectors` by passage, `terms` distinct and sorted."""

    __slots__ = ("head", "terms", "vectors")

    def __init__(
        self, title: str, tags: Sequence[str], aliases: Sequence[str], body: str
    ) -> None:
        header = title, " ".join(tags), " ".join(aliases)
        fields = list(map(_stems, header))
        self.head = "\n".join(" ".join(part) for part in fields)
        frequency: dict[str, float] = {}
        for weight, part in zip(WEIGHTS, fields, strict=False):
            for term in part:
                frequency[term] = frequency.get(term, 0.0) + weight
        length = sum(map(len, fields))
        texts = passages(_stems(body))
        self.vectors = [_vector(frequency, length, text.split()) for text in texts]
        self.terms = _distinct(frequency, self.vectors)


def dimension(term: str) -> int:
    """The dimension of a stem, 1 to DIMS."""
    return crc32(term.encode("utf-8", "replace")) % DIMS + 1


def sparse(values: Mapping[str, float]) -> str:
    """A sparsevec's text format; the values of stems that share a dimension are added."""
    found: dict[int, float] = {}
    for term, value in values.items():
        at = dimension(term)
        found[at] = found.get(at, 0.0) + value
    entries = sorted(found.items())[:MAX_NONZERO]
    filled = ",".join([f"{at}:{value:.4g}" for at, value in entries])
    return f"{{{filled}}}/{DIMS}"


def array(items: Iterable[str]) -> str:
    """An array's text format."""
    escaped = [item.replace("\\", "\\\\").replace('"', '\\"') for item in items]
    quoted = ",".join([f'"{item}"' for item in escaped])
    return f"{{{quoted}}}"


def _stems(text: str) -> list[str]:
    return [stem(token) for token in tokenize(text)]


def _vector(
    head: Mapping[str, float], head_length: int, body: list[str]
) -> dict[str, float]:
    """{stem: f * (k1 + 1) / (f + k1 * (1 - b + b * length / average))} of a passage, the record's head included."""
    frequency = dict(head)
    for term in body:
        frequency[term] = frequency.get(term, 0.0) + WEIGHTS[3]
    norm = K1 * (1 - B + B * (head_length + len(body)) / AVERAGE)
    return {term: f * (K1 + 1) / (f + norm) for term, f in frequency.items()}


def _distinct(
    head: Mapping[str, float], vectors: Sequence[Mapping[str, float]]
) -> list[str]:
    found = dict.fromkeys(head)
    for vector in vectors:
        found.update(dict.fromkeys(vector))
    kept, size = [], 0
    for term in found:
        size += len(term.encode("utf-8", "replace")) + 4
        if size > MAX_LEXEMES:
            break
        kept.append(term)
    return sorted(kept)
