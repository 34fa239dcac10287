"""What a score is made of, for people: the contributions of the signals in groups, each with a sentence.

A score is a chance. Chances do not add up, but their log-odds do: what the groups add, one after the other, is the
log-odds of the score.
"""

from __future__ import annotations

from ..core.categories import SESSION
from ..core.model import Value
from ..core.sanitize import one_line
from ..core.stem import stem
from ..core.tokens import scan
from .relevance import log_odds, sigmoid
from .signals import KIND, LEAD, MEANING, RAREST, RECORD, SIGNALS, START, WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Evidence, Hit
    from .trace import Trace

GROUPS = {START: ["bias"]}
for _name, (_group, _) in SIGNALS.items():
    GROUPS.setdefault(_group, []).append(_name)
GROUPS[RECORD].append("scope")
"""The signals of `signals.py` in each group; `bias` is the model's own, `scope` what it loses in another store."""

SHOWN_WORDS = 6
NEARNESS = (
    (3.0, "much closer to the prompt than the other memories"),
    (1.5, "closer than most"),
    (0.5, "slightly closer than average"),
    (-6.0, "no closer than average"),
)
"""(standard deviations above the average, words), the nearest first."""
OFTEN = ((0.5, "often"), (0.2, "sometimes"), (0.05, "seldom"), (0.0, "hardly ever"))
LEADS = {
    (True, True): "best by words and by meaning",
    (True, False): "best by words; another memory is closer in meaning",
    (False, True): "best by meaning; another memory has more of the words",
    (
        False,
        False,
    ): "another memory has more of the words, and one is closer in meaning",
}
"""{(by words, by meaning): words}."""


class Part(Value):
    """What one group adds to the log-odds of a score, and the sentence that says why."""

    log_odds: float
    name: str
    text: str


def contributions(hit: Hit, trace: Trace) -> dict[str, float]:
    """What each weighted signal adds to the log-odds of the score; together they are its sum."""
    relevance = trace.relevance
    exact = {"bias": relevance.bias}
    for name, weight in relevance.weights.items():
        exact[name] = weight * hit.signals.get(name, 0.0)
    factor = hit.store.kind.weight
    if factor != 1.0:
        total = sum(exact.values())
        exact["scope"] = log_odds(factor * sigmoid(total)) - total
    rounded = {name: round(value, 5) for name, value in exact.items()}
    return {name: value for name, value in rounded.items() if value or name == "bias"}


def parts(hit: Hit, trace: Trace) -> list[Part]:
    """The groups that add something, in order; their numbers have two decimals and add up to those of `total`."""
    given = contributions(hit, trace)
    out, before = [], 0.0
    for name, signals in GROUPS.items():
        after = before + sum([given.get(signal, 0.0) for signal in signals])
        value = round(
            round(after, 2) - round(before, 2), 2
        )  # rounded as a sum, so that no error is added up
        before = after
        if value:
            out.append(
                Part(name=name, log_odds=value, text=SENTENCES[name](hit, trace))
            )
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
        word += " (found as " + _whole(evidence.matched, hit) + ")"
    return word + " in " + ", ".join(evidence.fields)


def _whole(root: str, hit: Hit) -> str:
    """The word of the title, the tags or the aliases that has this stem; the stem where only the body has it."""
    memory = hit.memory
    for text in (memory.title, *memory.tags, *memory.aliases):
        for word, _ in scan(text):
            if stem(word) == root:
                return one_line(word, 40)
    return one_line(root, 40) + "..."


def _words(hit: Hit, trace: Trace) -> str:
    return words(hit) or "none"


def _rarest(hit: Hit, trace: Trace) -> str:
    weights = trace.query.terms if trace.query else {}
    by_rarity = sorted(hit.evidence, key=lambda e: -e.idf * weights.get(e.term, 1.0))
    return (
        ", ".join([one_line(evidence.term, 40) for evidence in by_rarity[:2]]) or "none"
    )


def _meaning(hit: Hit, trace: Trace) -> str:
    return _worded(6 * hit.signals.get("cosine_z", 0.0), NEARNESS)


def _lead(hit: Hit, trace: Trace) -> str:
    by_words, by_meaning = [
        hit.signals.get(name, 0.0) > 0 for name in ("bm25_lead", "cosine_lead")
    ]
    return LEADS[by_words, by_meaning]


def _kind(hit: Hit, trace: Trace) -> str:
    often = _worded(sigmoid(trace.kind or 0.0), OFTEN)
    return f"prompts like this one {often} need the project's memory"


def _record(hit: Hit, trace: Trace) -> str:
    session = "a session summary" if hit.memory.category == SESSION else ""
    return ", ".join(filter(None, (session, hit.store.kind.source)))


def _worded(value: float, steps: tuple[tuple[float, str], ...]) -> str:
    """The words of the first step that a value reaches."""
    return next(words for least, words in steps if value >= least)


SENTENCES = {
    START: lambda hit, trace: "most memories are not relevant to a prompt",
    WORDS: _words,
    RAREST: _rarest,
    MEANING: _meaning,
    LEAD: _lead,
    KIND: _kind,
    RECORD: _record,
}
