"""Builds the query from a prompt and its conversation: the terms and their weights.

Earlier turns are added, with decay, only when the prompt itself says too little; otherwise they would outweigh it.
"""

from __future__ import annotations

from ..core.model import Query
from ..core.tokens import (
    PROMPT_VERBS,
    STOP_WORDS,
    VERB_WEIGHT,
    foreign_stop_words,
    scan,
)
from . import kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..transcript.values import Turns

NEEDY = -1.4  # log-odds by kind.py from which a prompt that names no subject is taken for a question or a task
MOST_WORDS = 20  # of a prompt that depends on earlier turns
LEANS = 1  # content words up to which a prompt depends on earlier turns
POINTS = 2  # the same for a prompt with a word that refers back: "fix it the same way"
POINTING = frozenset(
    "it that this those these them same again too one other others both there so such".split()
)
MANY_LINES = 12  # above which a prompt is taken for a pasted log
SHAPE = 28  # first characters of a line, digits masked, that make its shape
ALIKE = 2  # lines of one shape that are kept
DECAY = (
    0.7,
    0.45,
    0.3,
    0.2,
)  # weight of a term of the last turn, the one before, and so on
ANSWER_WEIGHT = 0.3  # of a term from the end of the last answer
HEAD, TAIL = (
    12_000,
    12_000,
)  # characters of a very long prompt that are read: the question is first or last
MAX_CONTEXT_TERMS = 40
MARKS = ".,:;!?()[]{}<>\"'`*"
CAPITALS = 4  # letters of a word in capitals that is no common abbreviation
_NO_DIGITS = {ord(digit): "#" for digit in "0123456789"}


def build_query(prompt: str, turns: Turns | None = None) -> Query:
    """The query of a prompt, enriched from `turns` when the prompt `leans` on them."""
    text = condensed(prompt)
    if len(text) > HEAD + TAIL:
        text = text[:HEAD] + "\n" + text[-TAIL:]
    scanned = scan(text)
    foreign = foreign_stop_words(list(dict.fromkeys([token for token, _ in scanned])))
    terms: dict[str, float] = {}
    joined: set[str] = set()
    dropped: dict[str, None] = {}
    for token, is_joined in scanned:
        if token in STOP_WORDS or token in foreign:
            dropped[token] = None
        elif token not in terms:
            terms[token] = VERB_WEIGHT if token in PROMPT_VERBS else 1.0
            if is_joined:
                joined.add(token)
    plain = [token for token in terms if token not in joined]
    context = None
    if turns is not None and leans(text, sum(terms[token] == 1.0 for token in plain)):
        context = _enrich(terms, joined, turns)
    return Query(
        text=text,
        terms=terms,
        joined=frozenset(joined),
        dropped=tuple(dropped),
        enriched=context is not None,
        context=context or "",
        said=" ".join(plain) if foreign else text,
        symbols=_symbols(text) & terms.keys(),
    )


def leans(text: str, content: int) -> bool:
    """Whether a prompt with `content` content words refers to earlier turns: "do it", "and that error again?".

    Longer prompts do not, nor those that name a subject or need no memory of any kind: "thanks", "commit this".
    """
    words = [word.strip(".,:;!?()\"'`").lower() for word in text.split()]
    most = LEANS if POINTING.isdisjoint(words) else POINTS
    if content > most or len(list(filter(None, words))) > MOST_WORDS:
        return False
    return kind.log_odds(text) >= NEEDY


def condensed(prompt: str) -> str:
    """The prompt; of a pasted log only the first lines of each shape, so that the line that matters counts."""
    lines = prompt.split("\n")
    if len(lines) <= MANY_LINES:
        return prompt
    seen: dict[str, int] = {}
    kept: list[str] = []
    for line in lines:
        shape = line.strip()[:SHAPE].translate(_NO_DIGITS)
        seen[shape] = seen.get(shape, 0) + 1
        if seen[shape] <= ALIKE:
            kept.append(line)
    return "\n".join(kept)


def _symbols(text: str) -> frozenset[str]:
    """The tokens of identifiers, error codes and versions, each in its whole form: EW_SOCKET, fooBar, E1234, v2.1."""
    found = set()
    for word in filter(_is_symbol, [word.strip(MARKS) for word in text.split()]):
        found.update([token for token, _ in scan(word)[-1:]])
    return frozenset(found)


def _is_symbol(word: str) -> bool:
    """Whether a word is written as a name in code; figures with a unit and paths are not."""
    if not (word[:1].isalpha() and word[1:] and word.isascii()) or "/" in word:
        return False
    if word.isupper() and len(word) >= CAPITALS:
        return True
    cased = word[1:].islower() or word[1:].isupper()  # as in a sentence, or all of it
    return "_" in word or not cased or any(map(str.isdigit, word))


def _enrich(terms: dict[str, float], joined: set[str], turns: Turns) -> str | None:
    """Adds the terms of earlier turns to `terms` and `joined`; returns the user's texts; None without turns."""
    if not turns.users and not turns.answer:
        return None
    typed = [user[:4000] for user in turns.users]
    parts = [*zip(typed, DECAY), *[(user, DECAY[-1]) for user in typed[len(DECAY) :]]]
    if turns.answer:
        parts.append((turns.answer[-800:], ANSWER_WEIGHT))
    added = 0
    for part, weight in parts:
        for token, is_joined in scan(part):
            if (
                token in STOP_WORDS
                or token in PROMPT_VERBS
                or token in terms
                or added >= MAX_CONTEXT_TERMS
            ):
                continue
            terms[token] = weight
            added += 1
            if is_joined:
                joined.add(token)
    return "\n".join(typed)
