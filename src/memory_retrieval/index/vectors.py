"""The texts of a memory that are embedded, and the layout of its vectors in the index."""

from __future__ import annotations

from . import semantic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Memory

SIGN_BYTES = 32  # 256 sign bits a memory
MIN_SEGMENT, MAX_SEGMENT = 20, 600  # characters
MAX_SEGMENTS = 12  # of one memory: 3 KB in the index


def document_text(memory: Memory) -> str:
    """Title, aliases, tags and body; of a long record the first `semantic.MAX_CHARS` characters count."""
    return ". ".join([memory.title, *memory.aliases, " ".join(memory.tags), memory.body])


def segment_texts(memory: Memory) -> list[str]:
    """The sentences or list items of a memory, each after its title: a question is often about one of them."""
    found = [line for line in memory.body.split("\n") if len(line) >= MIN_SEGMENT]
    return [memory.title + ". " + line[:MAX_SEGMENT] for line in found[:MAX_SEGMENTS]]


def closest(query: bytes, segments: bytes, cosine: float) -> float:
    """The largest cosine of the query with a segment; without segments `cosine`, that of the whole memory."""
    size = len(query)
    found = [semantic.cosine(query, segments[at : at + size]) for at in range(0, len(segments), size)]
    return max(found) if found else cosine


def sign_bytes(vector: bytes) -> bytes:
    """The sign bits of a vector as the index keeps them."""
    return semantic.sign_bits(vector).to_bytes(SIGN_BYTES, "little")


def scan(blocks: list[tuple[int, bytes]], query: bytes) -> list[tuple[int, int]]:
    """(Hamming distance, doc) of every memory with a vector; `blocks` are rows of the table `signature`."""
    wanted, size, count = semantic.sign_bits(query), SIGN_BYTES, semantic.hamming
    empty, from_bytes, found = bytes(size), int.from_bytes, []
    for block, bits in blocks:
        first = block * 1024
        for at in range(0, len(bits), size):
            row = bits[at : at + size]
            if row != empty:
                found.append((count(wanted, from_bytes(row, "little")), first + at // size))
    return found
