"""A message of the user or the assistant, and how much each of its passages sounds like each kind of utterance."""

from __future__ import annotations

import re

from ..core.model import CATEGORIES
from ..core.sanitize import one_line
from ..transcript import statements
from ..transcript.values import USER
from ..transcript.words import rows
from .prose import ASKING, ENDS, ends_of, own_words, sentences, without_blocks, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..transcript.values import Event
    from ..transcript.words import WordTable

MOST_WORDS = 45  # of a message that is judged whole; a longer one in pairs of sentences
MAX_PASSAGES = 60  # judged of one message, from its start
MAX_CHARS = 6000  # judged of one message: its start and its end
MAX_QUOTE = 300  # characters
MAX_REVOKING = 10  # words of a message that does no more than take something back
REVOKES = re.compile(
    r"\b(?:never ?mind|scrap (?:it|the|that|this)|(?<!n't )(?<!not )forget (?:it|the|that|about|what)|called off|"
    r"take (?:it|that) back|undo (?:it|that)|not .{0,60} after all|vergiss|doch nicht|lassen wir das|wie vorher|"
    r"oublie|laisse tomber|comme avant|olvida|olvídalo|laat maar)\b|忘れて|취소|算了",
    re.I,
)
"""Words with which a user takes something back and put nothing in its place."""
CORRECTS = (
    r"^(?:(?:oh|hm+|ah|argh|sorry|wait)[\s,.]+)*(?:no|nope|actually|correction|hold on|i meant?|nein|quatsch|doch|non|nee|"
    r"perdón)\b|\b(?:make (?:that|it)|"
    r"instead|rather than|was wrong|not \d+|statt|stattdessen|plutôt|au lieu|en vez de|mejor|in plaats|toch)\b"
)
"""Words with which a user gives another value to what was said."""
MAX_CORRECTING = 20  # words of a message that says little without the one before
LEAVES = (
    r"\b(?:bye|good ?night|see (?:you|ya|u)|cya|ttyl|talk (?:to you )?(?:later|soon|tomorrow)|for today|gotta (?:go|run)|"
    r"(?:it|all|enough) for (?:today|tonight|this week)|(?:enough|that'?s (?:it|all)) for now|signing off|logging off|"
    r"(?:done|finished) for (?:now|tonight|the day|the week)|call(?:ing)? it a (?:day|night)|wrap(?:ping)? up for|"
    r"heading (?:out|home|off)|i'?m (?:off|out|done)|have a (?:good|nice|great|lovely)|enjoy (?:the|your) weekend|"
    r"tschüss|tschau|bis (?:morgen|montag|später|dann|bald|nächste)|feierabend|schön(?:en|es) (?:abend|tag|wochenende)|"
    r"das war'?s|für heute|gute nacht|mach(?:e|en)? (?:jetzt )?schluss|"
    r"à (?:demain|lundi|plus|bientôt|la prochaine)|bon(?:ne)? (?:week-?end|soirée|journée|nuit)|c'est tout|"
    r"pour aujourd'hui|au revoir|hasta (?:mañana|luego|el lunes|pronto)|adiós|buenas noches|buen fin de semana|"
    r"eso es todo|por hoy|nos vemos|a domani|buona (?:serata|notte)|buon (?:fine settimana|weekend)|per oggi|"
    r"até (?:amanhã|logo|segunda|mais)|bom fim de semana|por hoje|tot (?:morgen|maandag|later|ziens)|"
    r"(?:fijne|prettige) (?:avond|weekend|dag)|voor vandaag|do jutra|na dziś|до завтра|на сегодня)\b|weekend!|"
    r"[.!,] later[.!]*$|\b(?:salut|doei|ciao|ttyl)[.!]*$|"
    r"mañana lo vemos|(?:^|[.!?] *|\b(?:ok|thanks|thx|ta|cheers) )that'?s (?:it|all|me)(?=[.,!]|\s*$)|"
    r"^(?:(?:ok|okay|great|perfect|super|nice|good)[\s.,!]*)*(?:thank you|thanks?|thx|ta|cheers|merci|danke|gracias|"
    r"grazie|obrigad[oa]|bedankt|ありがとう|감사합니다|谢谢)(?:[\s.,!]|a lot|so much|very much|beaucoup|mille)*$|"
    r"お疲れ|また明日|今日はここまで|おやすみ|수고|내일 (?:봐|봬|뵙)|오늘은 여기까지|퇴근|再见|明天见|今天到这|下班"
)
"""Words with which a user leaves, at any place of a message, and thanks that are all of it; compiled when needed."""


def leaves(text: str) -> bool:
    """Whether a message of the user's is a farewell, of any length, and no question."""
    return bool(re.search(LEAVES, text, re.I)) and not text.endswith(ASKING)


class Utterance:
    """A message as the model sees it.

    at, number  index of its event, and its own among the messages
    event       as written: evidence is quoted from it
    text        without code blocks, quotations and pasted text: what is judged
    size        words of `text`
    asks        it ends in a question mark
    """

    __slots__ = (
        "_passages",
        "_scores",
        "_table",
        "asks",
        "at",
        "event",
        "number",
        "size",
        "terms",
        "text",
    )

    def __init__(self, at: int, number: int, event: Event, table: WordTable) -> None:
        self.at, self.number, self.event, self._table = at, number, event, table
        self.text = ends_of(
            own_words(event.text, typed=event.kind == USER), MAX_CHARS // 2
        )
        self.size = words(self.text)
        self.asks = self.text.endswith(ASKING)
        self.terms = terms(self.text)
        self._passages: dict[bool, list[list[int]]] = {}
        self._scores: dict[str, float] = {}

    @property
    def written(self) -> str:
        """The message as it stands in the transcript."""
        return self.event.text

    @property
    def digest(self) -> int:
        return self.event.digest

    @property
    def role(self) -> str:
        return self.event.kind

    @property
    def revokes(self) -> bool:
        """Whether it does no more than take back what was said before."""
        return self.size <= MAX_REVOKING and bool(REVOKES.search(self.text))

    @property
    def corrects(self) -> bool:
        """Whether it may give another value to what was said before, or is stored."""
        few = self.role == USER and self.size <= MAX_CORRECTING and not self.asks
        return few and bool(re.search(CORRECTS, self.text, re.I))

    def score(self, kind: str) -> float:
        """The highest score of a passage for a kind."""
        found = self._scores.get(kind)
        if found is None:
            apart = self.role == USER and kind in CATEGORIES
            if apart not in self._passages:
                self._passages[apart] = [
                    rows(part) for part in passages(self.text, apart=apart)
                ]
            scores = [self._table.score(kind, part) for part in self._passages[apart]]
            found = max(scores, default=0.0)
            self._scores[kind] = found
        return found

    def states(self) -> float:
        """The highest score of a passage for stating something worth keeping, whatever for."""
        parts = set(passages(self.text, apart=True))
        return max(map(statements.score, parts), default=0.0)

    def quote(self, kind: str, clean: Callable[[str], str] = str) -> str:
        """The pair of sentences that sounds most like a kind, or the sentence where a pair is too long: plain text.

        clean  removes secrets from the message, before it is cut
        """
        text = without_blocks(clean(self.written), typed=self.role == USER)
        whole = sentences(text, ENDS)[:MAX_PASSAGES]
        parts = [one_line(part, MAX_CHARS) for part in whole]
        fitting = [pair for pair in _pairs(parts) if len(pair) <= MAX_QUOTE]
        best = max(
            fitting or parts,
            key=lambda part: self._table.score(kind, rows(part)),
            default="",
        )
        if len(best) <= MAX_QUOTE:
            return best
        return best[: MAX_QUOTE + 1].rpartition(" ")[0] or best[:MAX_QUOTE]


def passages(text: str, *, apart: bool = False) -> list[str]:
    """What of a message is judged on its own: the whole of a short one, else its pairs of neighbouring sentences.

    apart  the sentences of a short one, too: those of a user are often a report and a rule
    """
    parts = sentences(text)[:MAX_PASSAGES]
    if words(text) > MOST_WORDS:
        return _pairs(parts)
    return [text, *parts] if apart else [text]


def _pairs(parts: list[str]) -> list[str]:
    """Each sentence with its next; one that stands alone as it is."""
    pairs = [f"{part} {following}" for part, following in zip(parts, parts[1:])]  # noqa: RUF007  Python 3.9
    return pairs or parts


def terms(text: str) -> frozenset[str]:
    """The beginnings of longer words and the numbers of a text: what two messages may have in common."""
    found = set()
    for word in text.casefold().split():
        word = word.strip(".,;:!?()[]\"'`*")
        if word[:1] >= "\u3040":
            found.update([word[i : i + 2] for i in range(len(word) - 1)])
        elif len(word) > 4 or any(char.isdigit() for char in word):
            found.add(word[:6])
    return frozenset(found)
