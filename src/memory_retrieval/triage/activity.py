"""How much work a session holds: the basis of a session summary. Counts steps, changed files and checks; the words only confirm."""

from __future__ import annotations

from ..transcript.events import ASSISTANT
from .rules import Evidence
from .session import SCRATCH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .session import Session


class Activity:
    """Counts that can be added up over the parts of a session: tools, files (their names), checks that passed, changes."""

    __slots__ = ("changes", "files", "passes", "tools")

    def __init__(self, tools: int = 0, files: object = (), passes: int = 0, changes: int = 0) -> None:
        self.tools, self.files, self.passes, self.changes = tools, set(files), passes, changes  # type: ignore[call-overload]

    def add(self, other: Activity) -> Activity:
        return Activity(
            self.tools + other.tools, self.files | other.files, self.passes + other.passes, self.changes + other.changes
        )


def activity_of(session: Session, start: int = -1) -> Activity:
    """The work done after an event."""
    tools = [at for at in session.tools if at > start]
    files = {
        session.events[at].path
        for at in tools
        if session.events[at].path and not SCRATCH.search(session.events[at].path)
    }
    last = max([at for at in session.changes if at > start], default=-1)
    return Activity(
        len(tools),
        files,
        sum(1 for at in session.passes if at > start and last >= 0),
        sum(1 for at in session.changes if at > start),
    )


def session_summary(session: Session, activity: Activity) -> Evidence | None:
    """Work over several files with a checked result, and a message that states the outcome."""
    if activity.tools < 5 or not activity.files or not activity.passes:
        return None
    stated = None
    for message in session.messages:
        if (
            message.role != ASSISTANT
            or message.asks
            or message.size < 8
            or message.at < (session.changes[0] if session.changes else 0)
        ):
            continue
        found = session.lexicon.find("outcome", message.low)
        if found and (stated is None or len(found) * min(message.size, 40) >= stated[0]):
            stated = len(found) * min(message.size, 40), message, found
    score = min(0.4, 0.04 * activity.tools) + min(0.3, 0.1 * len(activity.files)) + min(0.1, 0.05 * activity.passes)
    if stated is None:
        return None
    score += 0.2 * min(1.0, stated[0] / 80.0)
    return Evidence(
        "session_summary",
        score,
        stated[1].text,
        ["%d tools" % activity.tools, "%d files" % len(activity.files)] + stated[2][:2],
        stated[1],
    )
