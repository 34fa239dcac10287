"""How much work a session holds, and the message that states its outcome: the basis of a session summary."""

from __future__ import annotations

from math import log

from ..transcript.values import ASSISTANT, USER
from .values import Activity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .session import Session
    from .utterance import Utterance

MIN_WORDS = 8  # of a message that states an outcome


def activity_after(session: Session, start: int) -> Activity:
    """The work done after an event, given by its index; -1 for the whole session."""
    changes = [at for at in session.changes if at > start]
    passes = [at for at in session.passes if changes and at > changes[0]]
    tools = [at for at in session.tools if at > start]
    return Activity(len(tools), session.files(start), len(passes), len(changes))


def outcome_of(session: Session) -> Utterance | None:
    """The message of the assistant after the first change that sounds most like an outcome."""
    start = session.changes[0] if session.changes else 0
    told = [m for m in session.messages if m.role == ASSISTANT and m.at > start and not m.asks and m.size >= MIN_WORDS]
    return max(told, key=lambda message: (message.score("session_summary"), message.number), default=None)


def summary_signals(session: Session, message: Utterance, work: Activity) -> dict[str, float]:
    """The signals of a session whose outcome a message states; `work` is that of the whole session."""
    users = [other for other in session.messages if other.role == USER]
    return {
        "wording": message.score("session_summary"),
        "words": min(1.5, log(1 + message.size) / 3),
        "tools": log(1 + work.tools),
        "files": log(1 + len(work.files)),
        "passes": log(1 + work.passes),
        "changes": log(1 + work.changes),
        "undone": float(bool(session.undone)),
        "withdrawn": max([0.0, *[other.score("withdraw") for other in users]]),
        "made_up": max([0.0, *[other.score("made_up") for other in users[:3]]]),
    }
