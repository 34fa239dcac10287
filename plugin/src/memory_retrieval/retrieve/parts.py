"""What a score is made of, for people: the contributions of the signals in groups, each with a sentence.

A score is a chance. Chances do not add up, but their log-odds do: what the groups add, one after the other, is the
log-odds of the score.
"""

from __future__ import annotations

from math import log

from ..core.categories import SESSION
from ..core.model import Value
from ..core.sanitize import one_line
from ..core.stem import stem
from ..core.tokens import scan
from .relevance import sigmoid
from .signals import KIND, LEAD, MEANING, RAREST, RECORD, SIGNALS, START, WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Evidence, Hit
    from .trace import Trace

GROUPS = {START: ["bias"]}
GROUPS.update({group: [name for name in SIGNALS if SIGNALS[name][0] == group] for group, _ in SIGNALS.values()})
GROUPS[RECORD].append("scope")
"""The signals of `signals.py` in each group; `bias` is the model's own, `scope` what it loses in another store."""

SHOWN_WORDS = 6


class Part(Value):
    """What one group adds to the log-odds of a score, and the sentence that says why."""

    log_odds: float
    name: str
    text: str


def contributions(hit: Hit, trace: Trace) -> dict[str, float]:
    """What each weighted signal adds to the log-odds of the score; together they are its sum."""
    relevance = trace.relevance
    exact = {"bias": relevance.bias}
    exact.update({name: weight * hit.signals.get(name, 0.0) for name, weight in relevance.weights.items()})
    factor = hit.store.kind.weight
    if factor != 1.0:
        total = sum(exact.values())
        exact["scope"] = _log_odds(factor * sigmoid(total)) - total
    return {name: round(value, 5) for name, value in exact.items() if name == "bias" or round(value, 5)}


def parts(hit: Hit, trace: Trace) -> list[Part]:
    """The groups that add something, in order; their numbers have two decimals and add up to those of `total`."""
    given = contributions(hit, trace)
    out, before = [], 0.0
    for name, signals in GROUPS.items():
        after = before + sum([given.get(signal, 0.0) for signal in signals])
        value = round(round(after, 2) - round(before, 2), 2)  # rounded as a sum, so that no error is added up
        before = after
        if value:
            out.append(Part(name=name, log_odds=value, text=_sentence(name, hit, trace)))
    return out


def total(hit: Hit, trace: Trace) -> float:
    """The log-odds of the score, with two decimals."""
    return round(sum(contributions(hit, trace).values()), 2)


def words(hit: Hit) -> str:
    """The words in common and where they stand; of a word taken for another one, both."""
    return "; ".join([_word(evidence, hit) for evidence in hit.evidence[:SHOWN_WORDS]])


def _word(evidence: Evidence, hit: Hit) -> str:
    word = one_line(evidence.term, 40)
    if evidence.matched:
        word = f"{word} (found as {_whole(evidence.matched, hit)})"
    return "{} in {}".format(word, ", ".join(evidence.fields))


def _whole(root: str, hit: Hit) -> str:
    """The word of the title, the tags or the aliases that has this stem; the stem where only the body has it."""
    memory = hit.memory
    for text in (memory.title, *memory.tags, *memory.aliases):
        for word, _ in scan(text):
            if stem(word) == root:
                return one_line(word, 40)
    return one_line(root, 40) + "..."


def _sentence(name: str, hit: Hit, trace: Trace) -> str:
    return {
        START: _start,
        WORDS: _words,
        RAREST: _rarest,
        MEANING: _meaning,
        LEAD: _lead,
        KIND: _kind,
        RECORD: _record,
    }[name](hit, trace)


def _start(hit: Hit, trace: Trace) -> str:
    return "most memories are not relevant to a prompt"


def _words(hit: Hit, trace: Trace) -> str:
    return words(hit) or "none"


def _rarest(hit: Hit, trace: Trace) -> str:
    weights = trace.query.terms if trace.query else {}
    by_rarity = sorted(hit.evidence, key=lambda e: -e.idf * weights.get(e.term, 1.0))
    return ", ".join([one_line(e.term, 40) for e in by_rarity[:2]]) or "none"


def _meaning(hit: Hit, trace: Trace) -> str:
    nearness = 6 * hit.signals.get("cosine_z", 0.0)
    return (
        "much closer to the prompt than the other memories"
        if nearness >= 3
        else "closer than most"
        if nearness >= 1.5
        else "slightly closer than average"
        if nearness >= 0.5
        else "no closer than average"
    )


def _lead(hit: Hit, trace: Trace) -> str:
    by_words, by_meaning = hit.signals.get("bm25_lead", 0.0), hit.signals.get("cosine_lead", 0.0)
    if by_words > 0 and by_meaning > 0:
        return "best by words and by meaning"
    if by_words > 0:
        return "best by words; another memory is closer in meaning"
    if by_meaning > 0:
        return "best by meaning; another memory has more of the words"
    return "another memory has more of the words, and one is closer in meaning"


def _kind(hit: Hit, trace: Trace) -> str:
    chance = sigmoid(trace.kind or 0.0)
    often = (
        "often" if chance >= 0.5 else "sometimes" if chance >= 0.2 else "seldom" if chance >= 0.05 else "hardly ever"
    )
    return f"prompts like this one {often} need the project's memory"


def _record(hit: Hit, trace: Trace) -> str:
    session = "a session summary" if hit.memory.category == SESSION else ""
    return ", ".join([text for text in (session, hit.store.kind.source) if text])


def _log_odds(chance: float) -> float:
    return log(chance / (1 - chance))
