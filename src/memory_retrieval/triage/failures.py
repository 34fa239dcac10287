"""What failed in a session, what was tried, and whether a change mended it: read from the course of events.

Knows tools and outputs; what is worth keeping is judged in rules.py.
"""

from __future__ import annotations

from ..transcript.values import ASSISTANT, USER
from .commands import READING, is_reader, reads
from .phrases import AMBIGUOUS, AMBIGUOUS_START, SLIPS
from .prose import OR
from .weights import COMPLAINT_SPAN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .lexicon import Lexicon
    from .session import Session
    from .values import Message


def failure_before(session: Session, message: Message) -> int | None:
    """The event with the failure that a message explains: shown by a command, or reported by the user.

    None when nothing failed, or only what the agent had just got wrong itself.
    """
    for at in session.fails:
        if at < message.at and not _is_fumble(session, at) and not _is_slip(session, at, message):
            return at
    for other in session.before(message, USER, COMPLAINT_SPAN):
        if _complains(session.lexicon, other):
            return other.at
    first = session.messages[0]  # work that goes on after a compaction begins with the assistant
    if first.role == ASSISTANT and first is not message and session.lexicon.has("failure", first.low):
        return first.at
    return None


def is_tried(session: Session, start: int, end: int) -> bool:
    """Whether something was tried out between two events, not only read or edited."""
    calls = [session.events[at] for at in session.tools if start < at < end]
    return any(not call.path and not reads(call) for call in calls)


def course_of_repair(
    session: Session, message: Message, failing: int, fixed: list[str]
) -> tuple[dict[str, float], int] | None:
    """What was done about a failure: signals for weights.RUNBOOK, and the event of the check that passed, else 0.

    failing  index of the event with the failure
    fixed    the words of remedy in the message
    Returns None when the change was taken back.
    """
    following = session.after(message, USER, 1)
    end = session.reply_at(following[0]) if following else len(session.events)
    changes = [at for at in session.changes if failing < at < end]
    passed = [at for at in session.passes if changes and changes[0] < at < end]
    until = passed[0] if passed else 0
    undone = [at for at in session.reverts if at > failing]
    if undone and not any(at > undone[-1] for at in passed):
        return None
    if message.role == USER and len(fixed) > 1:
        return {"by_hand": True}, until
    early = bool(passed) and passed[-1] < message.at
    signals: dict[str, float] = {
        "changed": bool(changes),
        "unchanged": not changes,
        "passed": early,
        "passed_later": bool(passed) and not early,
        "unchecked": not passed,
        "undone": bool(undone),
    }
    return signals, until


def _is_fumble(session: Session, at: int) -> bool:
    """Whether a failure is only that of an edit that did not apply, or of looking for something that is not there."""
    call = session.events[max([tool for tool in session.tools if tool < at], default=at)]
    if call.path or is_reader(call):
        return True
    output = session.events[at].text.lower()
    return bool(READING.match(call.text)) and (not output.strip() or "no such file" in output)


def _complains(lex: Lexicon, message: Message) -> bool:
    """Whether a message reports a failure, rather than use a word that requests use too (`the missing header`)."""
    failures = lex.find("failure", message.low)
    if len(failures) == 1 and (failures[0] in AMBIGUOUS or failures[0].startswith(AMBIGUOUS_START)):
        return message.asks and not OR.search(message.low)
    return bool(failures)


def _is_slip(session: Session, at: int, message: Message) -> bool:
    """Whether a failure only shows a slip of the agent's own: made and mended in the same files within one turn."""
    turn = max([m.at for m in session.messages if m.role == USER and m.at < at], default=-1)
    before = {session.events[i].path for i in session.changes if turn < i < at}
    after = {session.events[i].path for i in session.changes if at < i < message.at}
    if not before or not after or not after <= before:
        return False
    if any(error in session.events[at].text for error in SLIPS):
        return True
    said = [m.low for m in session.messages if m.role == ASSISTANT and at < m.at <= message.at]
    return any(session.lexicon.has("slip", low) for low in said)
