"""The training texts: (heading, section) pairs with the source each comes from.

Reads the pairs file (gzip, JSON lines `{"q", "d", "r"}`) and fixes the order in which a run takes them.
"""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

MAX_WORDS = 90  # about 128 word pieces, what the teacher reads; teacher and student see the same text


class Pair(NamedTuple):
    heading: str
    section: str
    source: str


def load_pairs(path: Path) -> list[Pair]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [
            Pair(row["q"], _cut(row["d"]), row["r"]) for row in map(json.loads, lines)
        ]


def in_rounds(pairs: list[Pair], per_source: int) -> list[Pair]:
    """At most `per_source` pairs a source, one of each source a round: a longer run begins with the shorter one's."""
    by_source: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        by_source[pair.source].append(pair)
    sources = [by_source[name] for name in sorted(by_source)]
    return [rows[k] for k in range(per_source) for rows in sources if k < len(rows)]


def _cut(text: str) -> str:
    return " ".join(text.split()[:MAX_WORDS])
