"""Write the table: rotate, quantise to 16 levels a dimension, lay out as `memory_retrieval.index.semantic` reads it."""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

import numpy as np

from memory_retrieval.index.semantic import BUCKETS, HEADER, MAGIC, VERSION

# The 16 levels that lose least of normally distributed numbers (Lloyd-Max), in standard deviations.
LEVELS = np.array([0.1284, 0.3881, 0.6568, 0.9424, 1.2562, 1.6181, 2.0690, 2.7326])
LEVEL_UNIT = 46  # of the signed byte that stands for one standard deviation; the largest level becomes 126
ROTATIONS = 30  # rounds until the sign bits have settled


def balance(rows: np.ndarray, texts: np.ndarray, seed: int) -> np.ndarray:
    """The rows turned so that texts' signs say most about them (ITQ); a turn changes no cosine.

    `texts`: (n, dims) vectors of length 1 of a sample of texts.
    """
    turn = np.linalg.qr(
        np.random.default_rng(seed).standard_normal((rows.shape[1],) * 2)
    )[0]
    for _ in range(ROTATIONS):
        u, _, v = np.linalg.svd(np.sign(texts @ turn).T @ texts)
        turn = (u @ v).T
    return (rows @ turn).astype(np.float32)


def quantise(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Codes (rows, dims) of 0..15, scales (rows,) of 1..255 and the 16 signed levels they count in."""
    levels = np.concatenate([-LEVELS[::-1], LEVELS])
    spread = np.sqrt((rows**2).mean(1))
    unit = spread.max() / 255
    scales = np.clip(np.rint(spread / unit), 1, 255)
    steps = rows / (scales * unit)[:, None]
    borders = (levels[1:] + levels[:-1]) / 2
    codes = np.digitize(steps, borders)
    return (
        codes.astype(np.uint8),
        scales.astype(np.uint8),
        np.rint(levels * LEVEL_UNIT).astype(np.int8),
    )


def restore(codes: np.ndarray, scales: np.ndarray, levels: np.ndarray) -> np.ndarray:
    """What a reader of the file sums."""
    return levels[codes].astype(np.float32) * scales[:, None]


def write_table(path: Path, terms: list[str], rows: np.ndarray) -> None:
    codes, scales, levels = quantise(rows)
    hashes = np.array([crc32(term.encode()) for term in terms], dtype=np.uint32)
    if len(set(hashes.tolist())) < len(terms):
        raise ValueError("two terms share a CRC-32: leave one out")
    order = np.argsort(hashes)
    hashes, codes, scales = hashes[order], codes[order], scales[order]
    half = rows.shape[1] // 2
    offsets = np.searchsorted(hashes >> 16, np.arange(BUCKETS + 1)).astype("<u4")
    body = b"".join(
        part.tobytes()
        for part in (
            offsets,
            (hashes & 0xFFFF).astype("<u2"),
            scales,
            codes[:, :half] | codes[:, half:] << 4,
        )
    )
    head = (
        MAGIC,
        VERSION,
        rows.shape[1],
        len(terms),
        BUCKETS,
        crc32(body),
        levels.tobytes(),
    )
    path.write_bytes(HEADER.pack(*head) + body)
