"""An alias is a promise: a prompt that holds one, and names no file, brings the one memory that has it."""

from __future__ import annotations

from ..core import holds
from ..core.tokens import PROMPT_VERBS, STOP_WORDS, is_common, scan, tokenize
from .signals import TITLED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Hit, Query

SAID = 2  # words with a subject in an alias that is only a part of the prompt
NAME = 4  # letters of a name in code that says something by itself


def promised(hits: list[Hit], query: Query, now: int) -> dict[tuple[str, str], str]:
    """{(root of the store, id): the alias or title} of the hits that hold and that the prompt names in whole.

    The prompt is that alias or title, or holds an alias of several words, or one that is a name in code. A phrase
    that two memories have names neither, and one that any prompt could hold (`is_common`) names nothing.
    """
    if query.enriched or _names_file(query.text):
        return {}
    tokens = tokenize(query.text)
    asked, lowered = " %s " % " ".join(tokens), query.text.lower()
    found: dict[str, tuple[str, str, str]] = {}
    for hit in hits:
        if holds.holds(hit.memory, now) and any(not TITLED.isdisjoint(evidence.fields) for evidence in hit.evidence):
            for phrase in dict.fromkeys([hit.memory.title, *hit.memory.aliases]):
                words = phrase.lower().split(None, 1)
                if words and words[0] in lowered and _is_named(phrase, asked, query, phrase is hit.memory.title):
                    wanted = " ".join(tokenize(phrase))
                    other = found.get(wanted)
                    mine = (hit.store.home, hit.memory.id, phrase)
                    found[wanted] = mine if other is None or other[:2] == mine[:2] else ("", "", "")
    return {(root, name): phrase for root, name, phrase in found.values() if name}


def _is_named(phrase: str, asked: str, query: Query, is_title: bool) -> bool:
    """Whether the tokens of the prompt, with a space around each, hold a phrase that says something by itself."""
    scanned = scan(phrase)
    said = [t for t, joined in scanned if not joined and t not in STOP_WORDS and t not in PROMPT_VERBS]
    named = " %s " % " ".join([token for token, _ in scanned])
    if named not in asked or is_common(phrase):
        return False
    if is_title or named == asked:
        return named == asked
    return len(said) >= SAID or (len(said[-1]) >= NAME and scanned[-1][0] in query.symbols)


def _names_file(text: str) -> bool:
    """Whether a word of the text is a path or the name of a file."""
    words = [word.strip(".,:;!?()\"'`") for word in text.split()]
    return any("/" in word or ("." in word and not word[0].isdigit()) for word in words)
