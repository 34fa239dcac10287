"""The memory that names the failure which a command's output tells of, when one surely does.

The chances are those of a choice between the memories and none: each has a weighted sum of signals, none has 0. The
weights are fitted by lab/training/fit_failures.py; docs/maintainers/how-it-works.md has the figures. A symptom that
stands in the output word for word needs no chance.
"""

from __future__ import annotations

import os
import time
from binascii import a2b_base64
from math import exp, log

from ..core import environment, holds
from ..core.errors import IndexUnavailable
from ..core.model import Hit
from ..core.output import only_shows, read_output, words
from ..index import semantic
from ..index.failure import terms_of
from ..index.fts5 import Fts5Index
from ..store.reader import content_texts, record_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from ..core.model import Memory, Store
    from ..core.output import Output
    from ..index.failure import Shared
    from ..index.semantic import TermTable

WEIGHTS = (1.64, 0.75, 0.81, 3.04, 7.44, -1.9, 2.56, 4.2, -9.55)
"""Of words in telling lines, in others and in the command, of the share of its symptoms' words, of the cosine, of another
category than that of failures; of a command that ended well, of the kind of failure, and a constant."""
SURE = 0.75
KIND = (
    "+On58N754cn4/uAGJu854/Qi2RL24fUWHgPm8P8m7OvqEB4aKgTbGRCoBfbz0e38E/gXxA/k+Sn4DOMM"
    "J+EOCArh5OvfE/cB6A/9+eIeAAf1HgHwKfj6Ax3V7fkWJfTYCv76LAAYBAUP/hYM8fro/c8p6BIJ2d4u"
    "D+0K+Q362xT86wYX++kF++Yp5un68vjl8OP/9tkKBQUIBv7/JAgr1P4R///88BoT9/Id8QgT9/HqBxfE"
    "FOP/4PMUJtsW7fcEHAcHByz1//Xl8BAdPQ4KBiz89/Tn6eTaAiHj/e0u0voGI+Pj/fjkEg7vMef/5ukU"
    "ABAQBOkK/vLs/N4d+u0B9g=="
)
"""The vector that points from the failures of any day to those that runbooks are written for."""
NAMING = "runbook"  # the category of memories that name failures
FEWEST = 4  # words of a symptom that always brings its memory
LITERAL = 2.0  # instead of a share
FOLDERS = "apps crates libs modules packages services".split()
"""Folders whose parts have names that the project gave them."""


def failure_named(
    store: Store,
    command: str,
    output: str,
    well: bool,
    given: Collection[str],
    deadline: float,
) -> Hit | None:
    """The memory of a store that names the failure which a command's output tells of; None when none surely does,
    and without FTS5.

    well      whether the command ended well
    given     paths that are left out
    deadline  on the monotonic clock, until which the index is brought up to date
    """
    if well and only_shows(command):
        return None
    read = read_output(output, command, well, own_names(store.home))
    try:
        with Fts5Index(store) as index:
            index.refresh(deadline)
            shared, vector = index.failures(read)
            now = environment.now()
            found = [one for one in shared if holds.holds(one.memory, now)]
            shares = [share(store, one.memory, read, index.table) for one in found]
    except IndexUnavailable:
        return None
    chances = judge(read, found, shares, vector)
    score, at = max(zip(chances, range(len(found))), default=(0.0, 0))
    if score < SURE or found[at].memory.path in given:
        return None
    return Hit(found[at].memory, store, score)


def judge(
    output: Output, found: list[Shared], shares: list[float], vector: bytes | None
) -> list[float]:
    """For each memory the chance that it names the failure. `shares` as `share` gives them."""
    if shares.count(LITERAL) == 1 or not output.telling:
        return [float(shares.count(LITERAL) == 1 and one == LITERAL) for one in shares]
    kind = semantic.cosine(vector, a2b_base64(KIND)) if vector else 0.0
    odds = []
    for one, part in zip(found, shares):
        values = signals(output, one, part, kind)
        odds.append(
            exp(sum([weight * value for weight, value in zip(WEIGHTS, values)]))
        )
    return [one / (1 + sum(odds)) for one in odds]


def signals(output: Output, shared: Shared, part: float, kind: float) -> list[float]:
    """What speaks for a memory, in the order of WEIGHTS."""
    logs = [log(1 + one) for one in (shared.telling, shared.beside, shared.typed)]
    other = float(shared.memory.category != NAMING)
    return [*logs, min(1.0, part), shared.cosine, other, float(output.well), kind, 1.0]


def share(
    store: Store, memory: Memory, output: Output, table: TermTable | None
) -> float:
    """The share of a record's symptoms' words, by weight, that telling lines have; LITERAL where a line has a whole one."""
    content = (record_of(store.root, memory.path) or {}).get("content")
    stated: Any = content.get("symptoms") if isinstance(content, dict) else None
    symptoms = content_texts(stated)
    lines = [_padded(line) for line in output.telling + output.beside]
    for text in symptoms:
        for part in [text, *text.split("`")[1::2]]:
            said = words(part)
            whole = _padded(said)
            if len(said) >= FEWEST and any(whole in line for line in lines):
                return LITERAL
    weights = terms_of([words(text) for text in symptoms], table)
    telling = terms_of(output.telling, table)
    found = sum([weight for term, weight in weights.items() if term in telling])
    return found / (sum(weights.values()) or 1.0)


def own_names(home: str) -> set[str]:
    """The words of a project's own names: of its folder, and of its parts."""
    names = [os.path.basename(home)]
    for folder in FOLDERS:
        try:
            names += os.listdir(os.path.join(home, folder))
        except OSError:
            continue
    return set(words(" ".join(names)))


def _padded(said: list[str]) -> str:
    return " ".join(["", *said, ""])
