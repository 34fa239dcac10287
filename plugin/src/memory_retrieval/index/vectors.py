"""The texts of a memory that are embedded, and the layout of its vectors in the index."""

from __future__ import annotations

from _operator import add

from . import semantic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Memory

SIGN_BYTES = 32  # 256 sign bits a memory
_BYTES = bytes(range(256))
_ONES = bytes([bin(byte).count("1") for byte in range(256)])


def document_text(memory: Memory) -> str:
    """Title, aliases, tags and body; of a long record the first `semantic.MAX_CHARS` characters count."""
    return ". ".join(
        [memory.title, *memory.aliases, " ".join(memory.tags), memory.body]
    )


def sign_bytes(vector: bytes) -> bytes:
    """The sign bits of a vector as the index keeps them."""
    return semantic.sign_bits(vector).to_bytes(SIGN_BYTES, "little")


def scan(blocks: list[tuple[int, bytes]], query: bytes) -> list[tuple[int, int]]:
    """(Hamming distance, doc) of every memory with a vector; `blocks` are rows of the table `signature`."""
    wanted, size, from_bytes = sign_bytes(query), SIGN_BYTES, int.from_bytes
    every, of_empty, found = (
        from_bytes(_BYTES, "little"),
        sum(wanted.translate(_ONES)),
        [],
    )
    # For each of the query's bytes, in how many bits every byte differs from it.
    tables = [
        (every ^ from_bytes(bytes([b]) * 256, "little"))
        .to_bytes(256, "little")
        .translate(_ONES)
        for b in wanted
    ]
    for block, bits in blocks:
        first, rows = block * 1024, -(-len(bits.rstrip(b"\0")) // size)
        bits = bits[: rows * size]
        columns = [bits[at::size].translate(table) for at, table in enumerate(tables)]
        most = sum(
            [from_bytes(column, "little") for column in columns[1:]]
        )  # a byte holds 31 * 8, but not 32 * 8
        distances = list(map(add, most.to_bytes(rows, "little"), columns[0]))
        pairs = list(zip(distances, range(first, first + rows)))
        for at in range(rows - 1, -1, -1) if bytes(size) in bits else ():
            if distances[at] == of_empty and not any(bits[at * size : (at + 1) * size]):
                del pairs[at]  # no memory
        found += pairs
    return found
