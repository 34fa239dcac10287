"""A session as the rules see it: its messages and steps, with what came before and after each of them.

Answers questions of structure - was a change made, was a choice withdrawn, what did the last tool read - and knows no
category.
"""

from __future__ import annotations

from ..transcript.values import USE, USER
from .commands import changes, checks_and_failures, reads_docs, reverts
from .lexicon import Lexicon, language
from .prose import folded, own_words, sentences, words
from .values import Message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..transcript.values import Event

MAX_LANGUAGES = 2  # besides English; each costs a hook some milliseconds
WINDOW = 4  # messages before and after that belong to a passage
MADE_UP_FOR = 10  # messages for which the work on a text, sample or game goes on after the user named it
MAX_WISH = 60  # words; in a longer message "don't save" is about something else
WITHDRAWN_WITHIN = 12  # messages of the user in which a choice may be withdrawn
WITHDRAWN_FROM_ALL = ("both", "everything", " all")


class Session:
    """The messages and steps of a session, with the lexicon of its languages.

    tools, changes, reverts  indexes of the events that call a tool, change something, take something back
    passes, fails            indexes of the outputs of checks that passed, and of outputs that show a failure
    """

    def __init__(self, events: list[Event]) -> None:
        self.events = events
        spoken = [(at, own_words(e.text, typed=e.kind == USER)) for at, e in enumerate(events) if e.spoken]
        spoken_low = [(at, text, folded(text)) for at, text in spoken]
        self.lexicon = Lexicon(_languages([low for _, _, low in spoken_low]))
        self.messages = _messages(events, spoken_low, self.lexicon)
        self.tools = [at for at, event in enumerate(events) if event.kind == USE]
        self.changes = [at for at in self.tools if changes(events[at])]
        self.reverts = [at for at in self.tools if reverts(events[at])]
        self.passes, self.fails = checks_and_failures(events)

    def before(self, message: Message, role: str = "", span: int = WINDOW) -> list[Message]:
        """Up to `span` messages of a role (any when empty) before one, nearest first."""
        return _first((self.messages[n] for n in range(message.number - 1, -1, -1)), role, span)

    def after(self, message: Message, role: str = "", span: int = WINDOW) -> list[Message]:
        """Up to `span` messages of a role (any when empty) after one, nearest first."""
        return _first((self.messages[n] for n in range(message.number + 1, len(self.messages))), role, span)

    def reply_at(self, message: Message) -> int:
        """The index of the next message of the same speaker; of the end of the session without one."""
        following = self.after(message, message.role, 1)
        return following[0].at if following else len(self.events)

    def forbidden(self) -> Message | None:
        """The message in which the user asked that nothing be kept."""
        for message in self.messages:
            wishes = sentences(message.low) if message.role == USER and message.size < MAX_WISH else ()
            if any(self.lexicon.has("forget", wish) for wish in wishes):
                return message
        return None

    def is_withdrawn(self, message: Message, about: set[str]) -> bool:
        """Whether the user withdrew what a message settled: by name, or soon after it and naming nothing else."""
        for distance, other in enumerate(self.after(message, USER, WITHDRAWN_WITHIN)):
            if not self.lexicon.has("withdraw", other.low) or other.asks:
                continue
            if about & other.terms or distance < 2 or (distance < 5 and other.size <= 12 and not other.terms - about):
                return True
            if distance < 6 and any(word in other.low for word in WITHDRAWN_FROM_ALL):
                return True
        return False

    def is_recalled(self, message: Message) -> bool:
        """Whether an answer reads out what a memory tool of some kind returned."""
        call = self._last_call(message)
        return call is not None and "memor" in call.tool.lower()

    def is_from_docs(self, message: Message) -> bool:
        """Whether an answer repeats what documents, history or the web say: the last tool before it read those."""
        call = self._last_call(message)
        return call is not None and reads_docs(call)

    def _last_call(self, message: Message) -> Event | None:
        earlier = [at for at in self.tools if at < message.at]
        return self.events[earlier[-1]] if earlier else None


def _first(messages: Iterable[Message], role: str, span: int) -> list[Message]:
    matches: list[Message] = []
    for message in messages:
        if len(matches) == span:
            break
        if not role or message.role == role:
            matches.append(message)
    return matches


def _messages(events: list[Event], spoken: Iterable[tuple[int, str, str]], lexicon: Lexicon) -> list[Message]:
    messages: list[Message] = []
    made_up_until = -1
    for number, (at, text, low) in enumerate(spoken):
        typed = events[at].kind == USER
        asks = low.endswith(("?", "？")) or (typed and lexicon.has("asks", low))
        if typed and lexicon.has("made_up", low):
            made_up_until = number + MADE_UP_FOR
        messages.append(Message(at, number, events[at], text, low, asks=asks, made_up=number <= made_up_until))
    return messages


def _languages(texts: Iterable[str]) -> list[str]:
    """The languages spoken besides English, the commonest first, at most MAX_LANGUAGES."""
    counts: dict[str, int] = {}
    for text in texts:
        name = language(text)
        if name != "en":
            counts[name] = counts.get(name, 0) + words(text)
    return sorted(counts, key=lambda name: -counts[name])[:MAX_LANGUAGES]
