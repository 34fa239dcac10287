"""A prompt and its conversation to a query: which words count, and how much.

Earlier turns are added, with decay, only when the prompt itself says too little; otherwise they would drown it.
"""

from __future__ import annotations

from ..core.model import Query
from ..core.tokens import PROMPT_VERBS, STOP_WORDS, scan
from . import routine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..transcript.values import Turns

LEANS = 1  # content words up to which a prompt leans on what was said before
POINTS = 2  # the same for one with a word that points back: "fix it the same way"
POINTING = frozenset("it that this those these them same again too one other others both there so such".split())
THANKS = frozenset("thanks thank thx danke merci gracias great nice perfect cool good awesome lgtm".split())
MANY_LINES = 12  # from which a prompt is taken for a pasted log
SHAPE = 28  # first characters of a line, digits aside, by which lines of a log are alike
ALIKE = 2  # of alike lines that are read
DECAY = (0.7, 0.45, 0.3, 0.2)  # weight of a word of the last turn, the one before, ...
ANSWER_WEIGHT = 0.3  # a word of the end of the last answer
VERB_WEIGHT = 0.3  # a verb by which work is ordered
HEAD, TAIL = 12_000, 12_000  # characters of a very long prompt that are read: what is asked stands first or last
MAX_CONTEXT_TERMS = 40
_NO_DIGITS = {ord(digit): "#" for digit in "0123456789"}


def build_query(prompt: str, turns: Turns | None = None) -> Query:
    """The query of a prompt; with `turns`, enriched from them when the prompt `leans` on them."""
    text = condensed(prompt)
    text = text if len(text) <= HEAD + TAIL else text[:HEAD] + "\n" + text[-TAIL:]
    terms: dict[str, float] = {}
    joined: set[str] = set()
    dropped: list[str] = []
    for token, is_joined in scan(text):
        if token in STOP_WORDS:
            if token not in dropped:
                dropped.append(token)
        elif token not in terms:
            terms[token] = VERB_WEIGHT if token in PROMPT_VERBS else 1.0
            if is_joined:
                joined.add(token)
    content = sum(1 for token, weight in terms.items() if weight == 1.0 and token not in joined)
    context, enriched = "", turns is not None and bool(turns.users or turns.answer) and leans(text, content)
    if enriched and turns is not None:
        context = _enrich(terms, joined, turns)
    return Query(
        text=text, terms=terms, joined=frozenset(joined), dropped=tuple(dropped), enriched=enriched, context=context
    )


def leans(text: str, content: int) -> bool:
    """Whether a prompt with so many content words means something said before: "do it", "and that error again?".

    Thanks and orders about the work at hand do not, and neither does a question that stands on its own.
    """
    words = [word for word in [word.strip(".,:;!?()\"'`").lower() for word in text.split()] if word]
    if len(words) > 20 or routine.routine(words) >= routine.CERTAIN or any(word in THANKS for word in words[:2]):
        return False
    return content <= (POINTS if any(word in POINTING for word in words) else LEANS)


def condensed(prompt: str) -> str:
    """A pasted log with only the first lines of each shape, so that the one line that matters is not drowned."""
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


def _enrich(terms: dict[str, float], joined: set[str], turns: Turns) -> str:
    """Adds the words of earlier turns to `terms`; returns the text of the user's turns."""
    typed = [text[:4000] for text in turns.users]
    parts = [(text, DECAY[min(i, len(DECAY) - 1)]) for i, text in enumerate(typed)]
    if turns.answer:
        parts.append((turns.answer[-800:], ANSWER_WEIGHT))
    added = 0
    for text, weight in parts:
        for token, is_joined in scan(text):
            if token in STOP_WORDS or token in PROMPT_VERBS or token in terms or added >= MAX_CONTEXT_TERMS:
                continue
            terms[token] = weight
            added += 1
            if is_joined:
                joined.add(token)
    return "\n".join(typed)
