"""An alias is a promise: a prompt that holds one, and names no file, brings the one memory that has it."""

from __future__ import annotations

from ..core import holds
from ..core.stem import stem
from ..core.tokens import is_common, tokenize
from .signals import TITLED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Evidence, Hit, Query

BEGINNING = 4  # letters of a phrase that the prompt has to hold: to cut every phrase into words takes too long


def promised(hits: list[Hit], query: Query, now: int) -> dict[tuple[str, str], str]:
    """{(root of the store, id): the alias or title} of the hits that hold and that the prompt names in whole.

    The prompt is that alias or title, or holds the alias and names no file. The words of a longer alias count in each
    of their forms, and a misspelled word as what it was taken for. A phrase that two memories have names neither, and
    one that any prompt could hold (`is_common`) names nothing.
    """
    meant = {e.term: e.matched for hit in hits for e in hit.evidence if _is_misspelled(e)}
    tokens = [meant.get(token, token) for token in tokenize(query.text)]
    held = "" if _names_file(query.text) else " {} _{}_".format(" ".join(tokens), "_".join(map(stem, tokens)))
    whole, lowered = _wanted(query.text), " ".join([query.text.lower(), *meant.values()])
    found: dict[str, tuple[str, str, str]] = {}
    for hit in hits:
        if holds.holds(hit.memory, now) and any(not TITLED.isdisjoint(evidence.fields) for evidence in hit.evidence):
            for phrase in dict.fromkeys([hit.memory.title, *hit.memory.aliases]):
                words = phrase.lower().split()
                if not words or words[0][:BEGINNING] not in lowered:
                    continue
                wanted = _wanted(phrase)
                if wanted != whole and (phrase is hit.memory.title or wanted not in held):
                    continue
                if not is_common(phrase) and (min(map(len, words)) > 1 or phrase.lower() in lowered):
                    other = found.get(wanted)
                    mine = (hit.store.home, hit.memory.id, phrase)
                    found[wanted] = mine if other is None or other[:2] == mine[:2] else ("", "", "")
    return {(root, name): phrase for root, name, phrase in found.values() if name}


def _wanted(phrase: str) -> str:
    """The stems of a phrase between underscores; one word as it is, and a name in code joined, between spaces."""
    tokens = tokenize(phrase)
    if tokens and "".join(tokens[:-1]) in ("", tokens[-1]):
        return f" {tokens[-1]} "
    return "_{}_".format("_".join(map(stem, tokens)))


def _is_misspelled(evidence: Evidence) -> bool:
    """Whether a word of the prompt was taken for another one of about its length, and not for a longer form of it."""
    return bool(evidence.matched) and abs(len(stem(evidence.term)) - len(evidence.matched)) < 2


def _names_file(text: str) -> bool:
    """Whether a word of the text is a path or the name of a file."""
    words = [word.strip(".,:;!?()\"'`") for word in text.split()]
    return any("/" in word or ("." in word and not word[0].isdigit()) for word in words)
