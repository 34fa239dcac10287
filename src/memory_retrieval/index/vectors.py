"""The texts of a memory that are embedded, and the layout of its vectors in the index."""

from __future__ import annotations

from ..core.tokens import STOP_WORDS
from . import semantic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Memory

SIGN_BYTES = 32  # 256 sign bits a memory
MAX_HEADER_WORDS = 48  # of one memory: 1.5 KB in the index


def document_text(memory: Memory) -> str:
    """Title, aliases, tags and body; of a long record the first `semantic.MAX_CHARS` characters count."""
    return ". ".join([memory.title, *memory.aliases, " ".join(memory.tags), memory.body])


def header_signs(memory: Memory, table: semantic.TermTable) -> bytes:
    """The sign bits of the distinct words of title, aliases and tags, one after the other."""
    text = ". ".join([memory.title, *memory.aliases, " ".join(memory.tags)])
    signs: list[bytes] = []
    for word in dict.fromkeys(semantic.split_words(text)):
        if len(word) > 1 and word.lower() not in STOP_WORDS and len(signs) < MAX_HEADER_WORDS:
            vector = table.embed(word)
            if vector is not None:
                signs.append(sign_bytes(vector))
    return b"".join(signs)


def sign_bytes(vector: bytes) -> bytes:
    """The sign bits of a vector as the index keeps them."""
    return semantic.sign_bits(vector).to_bytes(SIGN_BYTES, "little")


def scan(blocks: list[tuple[int, bytes]], query: bytes) -> list[tuple[int, int]]:
    """(Hamming distance, doc) of every memory with a vector; `blocks` are rows of the table `signature`."""
    wanted, size, count = semantic.sign_bits(query), SIGN_BYTES, semantic.bit_count
    empty, from_bytes, found = bytes(size), int.from_bytes, []
    for block, bits in blocks:
        first = block * 1024
        for at in range(0, len(bits), size):
            row = bits[at : at + size]
            if row != empty:
                found.append((count(wanted ^ from_bytes(row, "little")), first + at // size))
    return found
