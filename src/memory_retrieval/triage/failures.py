"""What failed in a session, what was tried, and whether a change mended it: read from the course of events.

Knows tools and results; what is worth keeping is judged in triage_rules.py.
"""

from __future__ import annotations

import re

from ..transcript.events import ASSISTANT, USER
from .prose import OR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .lexicon import Lexicon
    from .session import Message, Session

READERS = ("read", "grep", "glob", "ls", "notebookread", "read_file", "search_file_content", "list_directory")
READING = re.compile(
    r"\s*(?:cat|head|tail|grep|rg|ls|less|wc|sed -n|jq|find|git (?:log|show|diff|grep|blame|status))\b[^&;]*$"
)

# Words of failure that orders use too; one of them alone reports none.
AMBIGUOUS = (
    "instead of",
    "again",
    "sometimes",
    "missing",
    "empty",
    "wrong",
    "slow",
    "slower",
    "blank",
    "error",
    "errors",
    "red",
    "busy",
    "expired",
    "too late",
    "too early",
    "too high",
    "too low",
    "fehler",
    "falsch",
    "leer",
    "doppelt",
    "bleibt",
    "steht",
    "weg",
    "nicht mehr",
    "langsam",
    "manchmal",
    "erreur",
    "erreurs",
    "lent",
    "vide",
    "sort",
    "parfois",
    "errores",
    "falta",
    "mal",
    "a veces",
    "erro",
    "erros",
    "vazio",
)
AMBIGUOUS_START = ("can't", "cant", "won't", "wont", "drop", "los", "duplic", "double", "stop", "reject", "every ")
SLIPS = (
    "SyntaxError",
    "IndentationError",
    "NameError",
    "ReferenceError",
    "is not defined",
    "Unexpected token",
    "Cannot find name",
)


def failure_before(session: Session, message: Message) -> int | None:
    """Where the failure came up that a message explains: shown by a command, or told by the user. The speaker's own slips are none."""
    for at in session.fails:
        if at < message.at and not _fumbled(session, at) and not _slip(session, at, message):
            return at
    for other in session.before(message, USER, 40):
        if _complains(session.lexicon, other):
            return other.at
    first = session.messages[0]  # work that goes on after a compaction begins with the assistant
    if first.role == ASSISTANT and first is not message and session.lexicon.has("failure", first.low):
        return first.at
    return None


def _fumbled(session: Session, at: int) -> bool:
    """Whether a failing result is only that of an edit that did not apply, or of looking for something that is not there."""
    use = session.events[max([tool for tool in session.tools if tool < at], default=at)]
    if use.path or use.tool.lower() in READERS:
        return True
    output = session.events[at].text.lower()
    return bool(READING.match(use.text)) and (not output.strip() or "no such file" in output)


def _complains(lex: Lexicon, message: Message) -> bool:
    """Whether a message reports a failure, and does not only hold a word that orders use too (`the missing header`)."""
    found = lex.find("failure", message.low)
    if len(found) == 1 and (found[0] in AMBIGUOUS or found[0].startswith(AMBIGUOUS_START)):
        return message.asks and not OR.search(message.low)
    return bool(found)


def _slip(session: Session, at: int, message: Message) -> bool:
    """Whether a failing result only shows a slip of the agent's own: made and mended in the same files within one turn."""
    turn = max([m.at for m in session.messages if m.role == USER and m.at < at], default=-1)
    before = {session.events[i].path for i in session.changes if turn < i < at}
    after = {session.events[i].path for i in session.changes if at < i < message.at}
    if not before or not after or not after <= before:
        return False
    output = session.events[at].text
    return any(sign in output for sign in SLIPS) or any(
        session.lexicon.has("slip", m.low) for m in session.messages if m.role == ASSISTANT and at < m.at <= message.at
    )


def probed(session: Session, start: int, end: int) -> bool:
    """Whether something was tried out between two events, not only read."""
    for at in session.tools:
        if start < at < end:
            event = session.events[at]
            if event.tool.lower() not in READERS and not event.path and not READING.match(event.text):
                return True
    return False


def mended(session: Session, message: Message, failing: int, fixed: list[str]) -> tuple[float, int]:
    """What the course of events says for a mend since the event `failing`: a weight, and the check that passed. -1.0: it was undone."""
    following = session.after(message, USER, 1)
    ends = session.reply_at(following[0]) if following else len(session.events)
    changes = [at for at in session.changes if failing < at < ends]
    passed = [at for at in session.passes if changes and changes[0] < at < ends]
    until = passed[0] if passed else 0
    undone = [at for at in session.reverts if at > failing]
    if undone and not any(at > undone[-1] for at in passed):
        return -1.0, until
    if message.role == USER and len(fixed) > 1:
        return 0.2, until  # done and tried by hand; the user's word is the check
    weight = (0.1 if changes else -0.2) + (0.15 if passed and passed[-1] < message.at else 0.05 if passed else -0.2)
    return weight - (0.1 if undone else 0.0), until
