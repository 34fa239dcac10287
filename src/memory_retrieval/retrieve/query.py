"""A prompt and its conversation to a query: which words count, and how much.

Earlier turns are added, with decay, only when the prompt itself says too little; otherwise they would drown it.
"""

from ..core.model import Query
from ..core.tokens import PROMPT_VERBS, STOP_WORDS, scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..store.transcript import Turns

ENOUGH = 3  # content words; with fewer the prompt leans on what was said before
DECAY = (0.7, 0.45, 0.3, 0.2)  # weight of a word of the last turn, the one before, ...
ANSWER_WEIGHT = 0.3  # a word of the end of the last answer
VERB_WEIGHT = 0.3  # a verb by which work is ordered
HEAD, TAIL = 12_000, 12_000  # characters of a very long prompt that are read: what is asked stands first or last
MAX_CONTEXT_TERMS = 40


def build_query(prompt, turns=None):
    # type: (str, Turns | None) -> Query
    """The query of a prompt; with `turns`, enriched from them when the prompt has at most ENOUGH content words."""
    text = prompt if len(prompt) <= HEAD + TAIL else prompt[:HEAD] + "\n" + prompt[-TAIL:]
    terms, joined, dropped = {}, set(), []  # type: dict[str, float], set[str], list[str]
    for token, is_joined in scan(text):
        if token in STOP_WORDS:
            if token not in dropped:
                dropped.append(token)
        elif token not in terms:
            terms[token] = VERB_WEIGHT if token in PROMPT_VERBS else 1.0
            if is_joined:
                joined.add(token)
    content = sum(1 for token, weight in terms.items() if weight == 1.0 and token not in joined)
    context = ""
    if content <= ENOUGH and turns is not None and (turns.users or turns.answer):
        context = _enrich(terms, joined, turns)
    enriched = content <= ENOUGH and turns is not None and bool(turns.users or turns.answer)
    return Query(text=text, terms=terms, joined=frozenset(joined), dropped=tuple(dropped), enriched=enriched, context=context)


def _enrich(terms, joined, turns):
    # type: (dict[str, float], set[str], Turns) -> str
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
