"""Memories that name a failure: which words of a command's output they share, and how much these words tell.

A word tells more the fewer passages of this store have it, and the rarer it is in any text. Lines that speak of a
failure count apart from the others and from the command. Knows no categories and sets no threshold:
`retrieve/failure.py` judges.
"""

from __future__ import annotations

from ..core.model import Value
from ..core.stem import stem
from ..core.tokens import STOP_WORDS
from . import search, semantic, similar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..core.model import Memory
    from ..core.output import Output
    from .semantic import TermTable

MAX_TERMS = 200  # distinct terms that are looked up
LEADING, NEAR = 8, 4  # memories that are compared: by words, and by meaning
KNOWN = 100.0  # scale of a word of middling rarity in the term table
UNKNOWN, NUMBER = (
    1.7,
    1.0,
)  # rarity of a word that the table does not have, and of a number of three digits and more
COMMON = 0.3  # rarity of words that tell nothing


class Shared(Value):
    """A memory that shares words with an output.

    telling  the weight of those in lines that speak of a failure
    beside   the weight of those in the other lines alone
    typed    the weight of those in the command
    cosine   of the telling lines and the memory; 0 without vectors
    """

    memory: Memory
    telling: float
    beside: float
    typed: float
    cosine: float


def rarity(word: str, table: TermTable | None) -> float:
    """How rare a word is in any text, 0 for one that tells nothing."""
    if word in STOP_WORDS:
        return 0.0
    if word.isdigit():
        return NUMBER - COMMON
    row = table.scale(word) if table else 0
    return max(0.0, (row / KNOWN if row else UNKNOWN) - COMMON)


def find_failures(
    db: Any, table: TermTable | None, output: Output
) -> tuple[list[Shared], bytes | None]:
    """The memories that share most with an output, and the vector of its telling lines."""
    total = max(1, search.count(db, "passages"))
    telling, beside, typed = (
        terms_of(lines, table)
        for lines in (output.telling, output.beside, [output.typed])
    )
    terms = dict(list({**typed, **beside, **telling}.items())[-MAX_TERMS:])
    shared, counts = similar.look_up(db, terms, total)
    weight = {term: terms[term] * similar.idf(counts[term], total) for term in terms}
    beside = {term: 0.0 for term in beside if term not in telling}
    sums: dict[int, list[float]] = {}
    for doc, had in shared.items():
        sums[doc] = [
            sum([weight[term] for term in had if term in part])
            for part in (telling, beside, typed)
        ]
    vector = table.embed(output.text) if table else None
    best = sorted(sums, key=lambda doc: (-sum(sums[doc]), doc))[:LEADING]
    found = []
    for row in search.rows_of(db, {*best, *similar.nearest(db, vector)[:NEAR]}):
        cosine = semantic.cosine(vector, row[18]) if vector and row[18] else 0.0
        telling_sum, beside_sum, typed_sum = sums.get(row[0], [0.0, 0.0, 0.0])
        memory = search.memory_of(row)
        found.append(Shared(memory, telling_sum, beside_sum, typed_sum, cosine))
    return found, vector


def terms_of(lines: list[list[str]], table: TermTable | None) -> dict[str, float]:
    """{stem: how rare its word is} of the words that tell something."""
    weights = {word: rarity(word, table) for line in lines for word in line}
    return {stem(word): weight for word, weight in weights.items() if weight > COMMON}
