"""How much work a session holds, which is the basis of a session summary.

Counts steps, changed files and checks; words only confirm.
"""

from __future__ import annotations

from ..transcript.values import ASSISTANT
from .commands import is_scratch
from .values import Activity, TriageEvidence
from .weights import FULL_OUTCOME, MIN_TOOLS, MIN_WORDS_OUTCOME, MOST_OUTCOME_WORDS, SESSION_SUMMARY, weigh

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .session import Session
    from .values import Message


def activity_after(session: Session, start: int) -> Activity:
    """The work done after an event, given by its index; -1 for the whole session."""
    tools = [at for at in session.tools if at > start]
    changes = [at for at in session.changes if at > start]
    passes = [at for at in session.passes if at > start] if changes else []
    paths = [session.events[at].path for at in tools]
    return Activity(len(tools), [path for path in paths if path and not is_scratch(path)], len(passes), len(changes))


def session_summary(session: Session, activity: Activity) -> TriageEvidence | None:
    """Work over several files with a checked result, and a message that states the outcome."""
    if activity.tools < MIN_TOOLS or not activity.files or not activity.passes:
        return None
    start = session.changes[0] if session.changes else 0
    best, message, outcome = 0, None, [""]
    for other in session.messages:
        if other.role != ASSISTANT or other.asks or other.size < MIN_WORDS_OUTCOME or other.at < start:
            continue
        words = session.lexicon.find("outcome", other.low)
        stated = len(words) * min(other.size, MOST_OUTCOME_WORDS)
        if stated and stated >= best:
            best, message, outcome = stated, other, words
    if message is None:
        return None
    signals = {
        "tools": activity.tools,
        "files": len(activity.files),
        "passes": activity.passes,
        "outcome": min(1.0, best / FULL_OUTCOME),
    }
    pattern = ["%d tools" % activity.tools, "%d files" % len(activity.files)] + outcome[:2]
    return TriageEvidence("session_summary", weigh(SESSION_SUMMARY, signals), pattern, message)
