"""The memory that names the failure of a command, when one surely does.

The chance is a logistic function of what the output shares with a memory, and of the lead over the next one. Fitted to
outputs of failed commands that two readers wrote for six stores; docs/maintainers/how-it-works.md has the figures.
"""

from __future__ import annotations

import time
from math import exp, log

from ..core import environment, holds
from ..core.errors import IndexUnavailable
from ..core.model import Hit
from ..index.failure import rarity, read_output, words
from ..index.fts5 import Fts5Index
from ..store.reader import content_texts, record_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from ..core.model import Memory, Store
    from ..index.failure import Output, Shared
    from ..index.semantic import TermTable

WEIGHTS = (
    1.80,
    1.21,
    2.06,
    1.62,
)  # of words in telling lines, of other words, of the lead in words and in a run
BIAS = -8.24
SURE = 0.5
MAX_PART = 400  # characters of a part of a record that are compared


def failure_named(
    store: Store, command: str, output: str, given: Collection[str], deadline: float
) -> Hit | None:
    """The memory of a store that names the failure which a command's output tells of; None when none surely does,
    and without FTS5.

    given     paths that are left out
    deadline  on the monotonic clock, until which the index is brought up to date
    """
    read = read_output(output, command)
    try:
        with Fts5Index(store) as index:
            index.refresh(deadline)
            found = [
                one
                for one in index.failures(read)
                if holds.holds(one.memory, environment.now())
            ]
            chances = judge(
                found, [run(store, one.memory, read, index.table) for one in found]
            )
    except IndexUnavailable:
        return None
    score, at = max(zip(chances, range(len(found))), default=(0.0, 0))
    if score < SURE or found[at].memory.path in given:
        return None
    return Hit(found[at].memory, store, score)


def judge(found: list[Shared], runs: list[float]) -> list[float]:
    """For each memory the chance that it names the failure. `runs` as `run` gives them."""
    chances = []
    telling, lengths = (
        [_log(one.telling) for one in found],
        [_log(length) for length in runs],
    )
    for at, one in enumerate(found):
        leads = [
            values[at] - max([0.0, *values[:at], *values[at + 1 :]])
            for values in (telling, lengths)
        ]
        signals = telling[at], _log(one.beside), *leads
        total = sum([weight * signal for weight, signal in zip(WEIGHTS, signals)])
        chances.append(1 / (1 + exp(-BIAS - total)))
    return chances


def run(store: Store, memory: Memory, output: Output, table: TermTable | None) -> float:
    """The weight of the longest run of words that a record and a telling line of the output have in common."""
    record = record_of(store.root, memory.path) or {}
    texts = [
        memory.title,
        *memory.aliases,
        *content_texts(record.get("content", record)),
    ]
    longest = 0.0
    for part in "\n".join(texts).replace(". ", "\n").splitlines():
        said = words(part[:MAX_PART])
        longest = max([longest, *[_run(said, line, table) for line in output.telling]])
    return longest


def _run(part: list[str], line: list[str], table: TermTable | None) -> float:
    if len(set(part) & set(line)) < 2:
        return 0.0
    best = 0.0
    before: dict[int, float] = {}
    for word in part:
        now = {}
        for at, other in enumerate(line):
            if other == word:
                now[at] = before.get(at - 1, 0.0) + rarity(word, table)
                best = max(best, now[at]) if at - 1 in before else best
        before = now
    return best


def _log(value: float) -> float:
    return log(1 + value)
