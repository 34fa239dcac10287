"""Which messages of the user change a stored record in passing: "thirty days is too short, make it ninety".

A message is about a record when the two share rare words, or when the record was shown in the turn. It changes the
record when it gives a different value: a number with the same unit, another weekday, or words of the record next to a
phrase that replaces something ("instead of", "no longer"). The table of triage tells whether it sounds settled.
"""

from __future__ import annotations

from math import exp

from ..core import config, holds
from ..core.categories import BY_KEY, TABLE
from ..core.stem import stem
from ..core.tokens import PROMPT_VERBS, STOP_WORDS, fold, tokenize
from ..store.reader import read_record
from ..transcript import words
from ..transcript.values import USER
from .numerals import numbers
from .prose import sentences
from .utterance import MAX_PASSAGES, Utterance
from .values import TriageEvidence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator
    from typing import Any, Protocol

    from ..core.model import Memory
    from ..index.similar import Similar
    from ..transcript.values import Event
    from ..transcript.words import WordTable

    Numbers = list[tuple[int, frozenset[str]]]
    Told = tuple[set[str], Numbers]

    class Searched(Protocol):
        """A store of records with an index."""

        root: str

        def similar_to_each(self, asked: Iterable[tuple[str, str, str]], wait: float) -> Iterator[list[Similar]]: ...


REPLACES = fold(
    "instead|rather than|no longer|any more|anymore|no more|from now on|back to|off the|statt|stattdessen|nicht mehr|"
    "ab jetzt|ab sofort|ab heute|künftig|zurück zu|au lieu|plutôt que|désormais|dorénavant|à partir de|à la place|"
    "laisse tomber|en vez de|en lugar|ya no|a partir de|desde hoy|dejamos|em vez|ao invés|já não|não mais|em lugar|"
    "deixamos|invece|al posto|non più|d'ora in poi|da oggi|in plaats|niet meer|voortaan|terug naar|zamiast|już nie|"
    "od teraz|вместо|больше не|отныне|с этого момента|i stället|istället|i stedet|inte längre|ikke længere|"
    "från och med|fra nu|yerine|artık|bundan sonra|bundan böyle|これから|今後|今日から|ではなく|じゃなく|代わり|やめ|"
    "이제부터|앞으로|말고|대신|더 이상|从现在起|以后|改成|改为|而不是|不再|换成|代替"
)
CONTRASTS = fold(
    "not|now|since|nicht|kein|jetzt|plus|maintenant|ahora|agora|adesso|ora|nu|niet|geen|vanaf|teraz|теперь|а не|이제"
)
ONCE = fold(
    "once|this time|for today|heute einmal|diesmal|nur heute|ausnahmsweise|cette fois|exceptionnellement|por esta vez|"
    "solo hoy|questa volta|stavolta|desta vez|deze keer|eenmalig|tym razem|на этот раз|今回だけ|今日だけ|이번만|"
    "이번 주만|这次|这一次|bu sefer|denna gång|denne gang"
)
BESIDE = 30  # characters on either side of such a passage that may name what is replaced
SAID = ("decision", "preference", "constraint")  # kinds of utterance that decide something
CHANGEABLE = tuple([category.key for category in TABLE if category.key in SAID or category.withdrawn])
NEAREST = 3  # records that a message is compared with, beside those that were shown
MOST = 12  # messages of the user that are looked at, the last
LATER = 2  # messages of the user in which a change may be revoked
# Chosen on half of lab/eval/changes.jsonl, and on prompts that change nothing.
COVERAGE, COSINE, WITHOUT, APART = 15.7, 6.6, 5.1, 4.9  # how near a record is: a sum between -2 and 2 says enough
WEIGHTS = {
    "about": 0.5,
    "shown": 1.5,
    "settled": 1.2,
    "replaces": 2.6,
    "contrast": 1.0,
    "same_unit": 0.8,
    "old_value": 2.2,
    "edited": 0.8,
}
VALUES = ("replaces", "contrast", "same_unit", "old_value")  # without one of these there is no other value
LEAST = 3.0


class Change(TriageEvidence):
    """A message that changes a stored record; of that record's category.

    quote     the sentence that says it
    concerns  (ID, title) of the record
    """

    __slots__ = ("_quote", "concerns")

    def __init__(self, score: float, signals: dict[str, float], message: Utterance, quote: str, memory: Memory) -> None:
        super().__init__(memory.category, score, sorted(name for name in VALUES if signals[name]), message)
        self._quote, self.concerns = quote, (memory.id, memory.title)

    def clean_quote(self, clean: Callable[[str], str]) -> str:
        """The sentence, of a message that was clean before it was cut."""
        return clean(self._quote)


def find_changes(
    events: list[Event],
    seen: Collection[int],
    shown: Collection[str],
    store: Searched,
    wait: float,
    clean: Callable[[str], str] = str,
) -> list[Change]:
    """The changes that new messages of the user state, at most one for each message, in their order.

    events  of the session's end, with what was done after each message
    seen    digests of messages looked at before
    shown   paths of the records that the session was given
    wait    seconds that the index may take to catch up
    clean   removes secrets from a message, before it is cut into sentences
    """
    table = words.load()
    said = [(at, event) for at, event in enumerate(events) if event.kind == USER][-MOST:]
    said = [(at, e if e.digest in seen else e.replace(text=clean(e.text))) for at, e in said]
    spoken = [Utterance(at, number, event, table) for number, (at, event) in enumerate(said)]
    new = [(m, _parts(m, table)) for m in spoken if m.digest not in seen and not _is_void(m, spoken)]
    new = [(message, parts) for message, parts in new if parts]
    near = store.similar_to_each(((m.text, m.text, "") for m, _ in new), wait)
    found = [
        _change(message, parts, _edits(events, message), similar, shown, store.root)
        for (message, parts), similar in zip(new, near)
    ]
    return [change for change in found if change is not None]


def _is_void(message: Utterance, spoken: list[Utterance]) -> bool:
    """Whether a message applies only once, or was revoked soon after."""
    later = spoken[message.number + 1 : message.number + 1 + LATER]
    return any(_places(fold(message.text), ONCE)) or any(other.score("withdraw") > 0 for other in later)


def _edits(events: list[Event], message: Utterance) -> list[set[int]]:
    """The numbers in each change of a file between a message and the next of the user."""
    edits = []
    for event in events[message.at + 1 :]:
        if event.kind == USER:
            break
        if event.path:
            edits.append({value for value, _ in numbers(event.text)})
    return edits


def _change(
    message: Utterance,
    parts: list[_Part],
    edits: list[set[int]],
    similar: list[Similar],
    shown: Collection[str],
    root: str,
) -> Change | None:
    """The change of the record that a message most likely is about."""
    best: tuple[float, dict[str, float], str, Memory] | None = None
    for rank, (about, memory) in enumerate(sorted(_about(similar), key=lambda item: (-item[0], item[1].path))):
        if rank >= NEAREST and memory.path not in shown:
            continue
        record = read_record(root, memory.path, memory.category)[1]
        told = _told(record) if record else (set(), [])
        for part in parts:
            signals = {
                "about": max(-2.0, min(2.0, about)),
                "shown": float(memory.path in shown),
                **part.against(told, edits),
            }
            score = sum([WEIGHTS[name] * value for name, value in signals.items()])
            if any(signals[name] for name in VALUES) and score >= LEAST and (best is None or score > best[0]):
                best = score, signals, part.quote, memory
    if best is None:
        return None
    score, signals, quote, memory = best
    return Change(1 / (1 + exp(LEAST - 1 - score)), signals, message, quote, memory)


def _about(similar: list[Similar]) -> list[tuple[float, Memory]]:
    """(how near it is to the message, record) of the active records that a message can change."""
    near = []
    for s in similar:
        if s.memory.category in CHANGEABLE and holds.holds(s.memory, config.now()):
            rest = WITHOUT * s.coverage if s.cosine is None else COSINE * s.cosine
            near.append((COVERAGE * s.coverage + rest - APART, s.memory))
    return near


def _told(record: dict[str, Any]) -> Told:
    """What a record says: the stems of its title, aliases and main field, and the numbers in them."""
    main = record["content"].get(BY_KEY[record["category"]].says[0])
    text = ". ".join([record["title"], *(record.get("aliases") or ()), main if isinstance(main, str) else ""])
    return _stems(text), numbers(text)


class _Part:
    """A sentence of a message, with the numbers of the one before it."""

    __slots__ = ("beside", "contrasted", "numbers", "previous", "quote", "settled")

    def __init__(self, quote: str, previous: Numbers, settled: float) -> None:
        text = fold(quote)
        self.quote, self.previous, self.settled = quote, previous, settled
        self.numbers = numbers(quote)
        self.beside, self.contrasted = _beside(text, REPLACES), _beside(text, CONTRASTS)

    def against(self, told: Told, edits: list[set[int]]) -> dict[str, float]:
        """The signals that compare it with a record."""
        stems, known = told
        values = {value for value, _ in known}
        new = [(value, unit) for value, unit in self.numbers if value not in values]
        old = any(a == b and u & w for a, u in self.numbers + self.previous for b, w in known)
        written = [edit for edit in edits if any(value in edit for value, _ in new)]
        return {
            "settled": self.settled,
            "replaces": float(bool(self.beside & stems)),
            "contrast": float(bool(self.contrasted & stems)),
            "same_unit": float(any(unit & other for _, unit in new for _, other in known)),
            "old_value": float(bool(new) and old),
            "edited": 0.0 if not written else 1.0 if any(edit & values for edit in written) else -1.0,
        }


def _parts(message: Utterance, table: WordTable) -> list[_Part]:
    """The sentences of a message that ask nothing and may contain a different value."""
    parts: list[_Part] = []
    before: Numbers = []
    whole = _settled(message.text, table)
    for sentence in sentences(message.text)[:MAX_PASSAGES]:
        part = _Part(sentence, before, max(whole, _settled(sentence, table)))
        if (part.numbers or part.beside or part.contrasted) and not sentence.endswith(("?", "？")):
            parts.append(part)
        before = part.numbers
    return parts


def _settled(text: str, table: WordTable) -> float:
    rows = words.rows(text)
    return max(-2.5, min(1.5, max([table.score(kind, rows) for kind in SAID])))


def _stems(text: str) -> set[str]:
    return {stem(token) for token in tokenize(text) if token not in STOP_WORDS and token not in PROMPT_VERBS}


def _beside(text: str, passages: str) -> set[str]:
    """The stems next to any of the passages in a folded text."""
    found: set[str] = set()
    for start, end in _places(text, passages):
        found |= _stems(text[max(0, start - BESIDE) : start]) | _stems(text[end : end + BESIDE])
    return found


def _places(text: str, passages: str) -> Iterator[tuple[int, int]]:
    """Where any of the passages stands in a folded text, as whole words."""
    for passage in passages.split("|"):
        start = text.find(passage)
        while start >= 0:
            end = start + len(passage)
            if passage[0] >= "\u3040" or not (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum()):
                yield start, end
            start = text.find(passage, end)
