"""An alias is a promise: a prompt that holds one, and names no file, brings the one memory that has it."""

from __future__ import annotations

from ..core import holds
from ..core.model import Value
from ..core.stem import stem
from ..core.tokens import is_common, tokenize
from .signals import TITLED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Evidence, Hit, Query

BEGINNING = 4  # letters of a phrase that the prompt has to hold: to cut every phrase into words takes too long
NEITHER = (("", ""), "")  # in place of the memory for a phrase that two have


def promised(hits: list[Hit], query: Query, now: int) -> dict[tuple[str, str], str]:
    """{(root of the store, id): the alias or title} of the hits that hold and that the prompt names in whole.

    The prompt is that alias or title, or holds the alias and names no file. The words of a longer alias count in each
    of their forms, and a misspelled word as what it was taken for. A phrase that two memories have names neither, and
    one that any prompt could hold (`is_common`) names nothing.
    """
    meant = {
        e.term: e.matched for hit in hits for e in hit.evidence if _is_misspelled(e)
    }
    tokens = [meant.get(token, token) for token in tokenize(query.text)]
    prompt = _Prompt(
        whole=_wanted(query.text),
        held=""
        if _names_file(query.text)
        else " " + " ".join(tokens) + " " + _stems(tokens),
        lowered=" ".join([query.text.lower(), *meant.values()]),
    )
    found: dict[str, tuple[tuple[str, str], str]] = {}
    for hit in hits:
        if not holds.holds(hit.memory, now) or not _is_titled(hit):
            continue
        for phrase in dict.fromkeys([hit.memory.title, *hit.memory.aliases]):
            wanted = prompt.names(phrase, phrase is hit.memory.title)
            if not wanted:
                continue
            other = found.setdefault(wanted, (hit.key, phrase))
            found[wanted] = (hit.key, phrase) if other[0] == hit.key else NEITHER
    return dict(named for named in found.values() if named is not NEITHER)


class _Prompt(Value):
    """A prompt as phrases are looked for in it.

    whole    as `_wanted` has it
    held     its words and their stems, in which a phrase can stand; "" where it names a file
    lowered  in lower case, with what its misspelled words were taken for
    """

    whole: str
    held: str
    lowered: str

    def names(self, phrase: str, is_title: bool) -> str:
        """The phrase as `_wanted` has it, where the prompt names it; else ""."""
        words = phrase.lower().split()
        if not words or words[0][:BEGINNING] not in self.lowered:
            return ""
        wanted = _wanted(phrase)
        if wanted != self.whole and (is_title or wanted not in self.held):
            return ""
        if is_common(phrase) or (
            min(map(len, words)) < 2 and phrase.lower() not in self.lowered
        ):
            return ""
        return wanted


def _is_titled(hit: Hit) -> bool:
    """Whether a word of the prompt stands in the title or an alias."""
    return any(not TITLED.isdisjoint(evidence.fields) for evidence in hit.evidence)


def _wanted(phrase: str) -> str:
    """The stems of a phrase between underscores; one word as it is, and a name in code joined, between spaces."""
    tokens = tokenize(phrase)
    if tokens and "".join(tokens[:-1]) in ("", tokens[-1]):
        return f" {tokens[-1]} "
    return _stems(tokens)


def _stems(tokens: list[str]) -> str:
    return "_" + "_".join(map(stem, tokens)) + "_"


def _is_misspelled(evidence: Evidence) -> bool:
    """Whether a word of the prompt was taken for another one of about its length, and not for a longer form of it."""
    added = len(stem(evidence.term)) - len(evidence.matched)
    return evidence.matched != "" and abs(added) < 2


def _names_file(text: str) -> bool:
    """Whether a word of the text is a path or the name of a file."""
    words = [word.strip(".,:;!?()\"'`") for word in text.split()]
    return any("/" in word or ("." in word and not word[0].isdigit()) for word in words)
