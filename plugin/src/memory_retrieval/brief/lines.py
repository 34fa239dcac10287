"""What the text of a memory gives for its line in a brief: its title, and the sentences of a rule that bind."""

from __future__ import annotations

import re

from ..core.categories import BY_KEY
from ..core.instructions import READ, spoken, spoken_title
from ..core.tokens import STOP_WORDS, tokenize
from .binding import sentences, strength
from .values import FIRST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..core.model import Memory

MAX_RULE = 300  # characters of a rule's sentence
MAX_QUOTED = 420  # of several of them
SHORT_TITLE, SHORT_RULE = 60, 120  # of their first clauses, where room is short
LEAST = 20  # of a clause
MEANT = 2  # the strength from which a clause binds
CLAUSE = re.compile("[,;:–—](?= )|[、，；：]| [(]")
LONG = 100  # characters of a title that may be the cut beginning of a sentence, as `note` makes it
VAGUE = 3  # words of a title that says little
IMPORT, WRITTEN = "import:", ("import:adr",)  # by whom a record was saved


def worked_out(memory: Memory, record: dict[str, Any]) -> tuple[Any, ...]:
    """The first fields of rows.Told, by what a record says."""
    by = record.get("source")
    agent = str(by.get("agent")) if isinstance(by, dict) else ""
    imported = agent.startswith(IMPORT) and agent not in WRITTEN
    found, title = _texts(memory, record.get("content"))
    quoted = quotes(found, title) if found else ()
    short = clause(title, SHORT_TITLE)
    return imported, [*quoted], short, title, len(tokenize(title)) <= VAGUE


def _texts(memory: Memory, content: Any) -> tuple[tuple[str, ...], str]:
    """(the sentences of what is to be obeyed, what stands for the title)."""
    title, known = spoken_title(memory.title), BY_KEY.get(memory.kind)
    quoted = memory.kind in FIRST
    if known is None or not isinstance(content, dict):
        return (), title
    if not quoted and len(memory.title) < LONG:
        return (), title
    said = content.get(known.says[0])
    found = sentences(spoken(said, READ)) if isinstance(said, str) else []
    if found and found[0].startswith(title.rstrip(".…")):
        title = clause(found.pop(0), MAX_RULE)
    told = tuple([sentence.replace('"', "'") for sentence in found])
    return told if quoted else (), title


def quotes(found: tuple[str, ...], title: str) -> tuple[str, ...]:
    """Of the sentences of a rule those that bind, but for what the title says: a clause, one, two where they fit, all.

    Where none binds it is the first.
    """
    known, binds = {*tokenize(title), *STOP_WORDS}, strength(title)
    strong = {sentence: strength(sentence) for sentence in found}
    best: list[str] = []
    for sentence in sorted(strong, key=lambda sentence: -strong[sentence]):
        if len(best) < 2 and (
            (strong[sentence] and not binds) or not known.issuperset(tokenize(sentence))
        ):
            best.append(sentence)
    if not best:
        return ()
    both = " ".join(
        [
            clause(sentence, MAX_RULE)
            for sentence in strong
            if sentence in best and strong[sentence]
        ]
    )
    one, whole = clause(best[0], MAX_RULE), " ".join(found)
    both = both if len(one) < len(both) <= MAX_QUOTED else one
    return core(one), one, both, whole if len(whole) <= MAX_QUOTED else both


def core(sentence: str) -> str:
    """Its first clauses where they bind, else those from the first that does."""
    short = clause(sentence, SHORT_RULE)
    for mark in CLAUSE.finditer(sentence):
        rest = sentence[mark.end() :].strip()
        if strength(short) < MEANT <= strength(CLAUSE.split(rest, maxsplit=1)[0]):
            return "…" + clause(rest, SHORT_RULE)
    return short


def clause(text: str, limit: int) -> str:
    """A text of at most `limit` characters: the whole, or else as many of its clauses, or its words."""
    if len(text) <= limit:
        return text
    ends = [end.start() for end in CLAUSE.finditer(text, LEAST, limit - 1)]
    head = (
        text[: ends[-1]]
        if ends
        else text[: limit - 1].rpartition(" ")[0] or text[: limit - 1]
    )
    return head.rstrip(" ,;:") + "…"
