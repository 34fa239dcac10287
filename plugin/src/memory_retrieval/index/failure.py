"""Memories that name a failure: which words of a command's output they share, and how much these words tell.

A word tells more the fewer passages of this store have it, and the rarer it is in any text. Lines that speak of a
failure count apart from the others. Knows no categories and sets no threshold: `retrieve/failure.py` judges.
"""

from __future__ import annotations

from ..core.model import Value
from ..core.stem import stem
from ..core.tokens import STOP_WORDS, scan
from . import search, similar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..core.model import Memory
    from .semantic import TermTable

MAX_LINES = 60  # distinct lines of an output that are looked at, the last, and MAX_LINE characters of each
MAX_LINE = 400
MAX_TERMS = 200  # distinct terms that are looked up
LEADING = 5  # memories that are compared
KNOWN = 100.0  # scale of a word of middling rarity in the term table
UNKNOWN, NUMBER = (
    1.7,
    1.0,
)  # rarity of a word that the table does not have, and of a number of three digits and more
COMMON = 0.3  # rarity of words that tell nothing
FAILING = (
    "error exception fail fatal panic refus denied timeout timed time-out cannot can't could unable undefined abort "
    "invalid killed found missing reject violat conflict corrupt exceed such unknown warn unexpected broken differ "
    "mismatch lost out max too not"
).split()
"""What a line that speaks of a failure contains."""


class Shared(Value):
    """A memory that shares words with an output.

    telling  the weight of those in lines that speak of a failure
    beside   the weight of those in the other lines alone
    """

    memory: Memory
    telling: float
    beside: float


class Output(Value):
    """What a command printed, as it is compared: words without paths, file names and short numbers.

    telling  the lines that speak of a failure; all where none does
    beside   the other lines
    """

    telling: list[list[str]]
    beside: list[list[str]]


def read_output(text: str, command: str) -> Output:
    """The last distinct lines of an output, and the command, which tells nothing of the failure."""
    lines: dict[str, tuple[list[str], bool]] = {}
    for line in reversed(text.splitlines()):
        said = words(line[:MAX_LINE])
        lower = line.lower()
        lines.setdefault(" ".join(said), (said, any(mark in lower for mark in FAILING)))
        if len(lines) > MAX_LINES:
            break
    lines.pop("", None)
    telling = [said for said, fails in lines.values() if fails]
    beside = [said for said, fails in lines.values() if not fails]
    typed = [words(command[:MAX_LINE])]
    return Output(telling, beside + typed) if telling else Output(beside, typed)


def words(line: str) -> list[str]:
    """The words of a line in lower case, without what differs between two runs: paths, file names, short numbers."""
    kept = " ".join([word for word in line.split() if not _is_place(word)])
    tokens = [token for token, joined in scan(kept) if not joined]
    return [token for token in tokens if len(token) > 2 or not token.isdigit()]


def _is_place(word: str) -> bool:
    """Whether a word is a path, or a file name with a line number or without."""
    name, dot, ending = word.strip("\"'`()[]<>,;:").partition(":")[0].rpartition(".")
    return "/" in word or bool(
        dot and name and len(ending) <= 4 and ending.isalpha() and ending.islower()
    )


def rarity(word: str, table: TermTable | None) -> float:
    """How rare a word is in any text, 0 for one that tells nothing."""
    if word in STOP_WORDS:
        return 0.0
    if word.isdigit():
        return NUMBER - COMMON
    row = table.scale(word) if table else 0
    return max(0.0, (row / KNOWN if row else UNKNOWN) - COMMON)


def find_failures(db: Any, table: TermTable | None, output: Output) -> list[Shared]:
    """The LEADING memories that share most with the lines that speak of a failure, best first."""
    total = max(1, search.count(db, "passages"))
    telling, beside = _terms(output.telling, table), _terms(output.beside, table)
    terms = dict(list({**beside, **telling}.items())[-MAX_TERMS:])
    shared, counts = similar.look_up(db, terms, total)
    weight = {term: terms[term] * similar.idf(counts[term], total) for term in terms}
    sums: dict[int, list[float]] = {}
    for doc, found in shared.items():
        sums[doc] = [0.0, 0.0]
        for term in found:
            sums[doc][term not in telling] += weight[term]
    best = sorted(sums, key=lambda doc: (-sums[doc][0], doc))[:LEADING]
    rows = search.rows_of(db, best)
    return sorted(
        [Shared(search.memory_of(row), *sums[row[0]]) for row in rows],
        key=lambda one: -one.telling,
    )


def _terms(lines: list[list[str]], table: TermTable | None) -> dict[str, float]:
    """{stem: how rare its word is}."""
    weights = {word: rarity(word, table) for line in lines for word in line}
    return {stem(word): weight for word, weight in weights.items() if weight > COMMON}
