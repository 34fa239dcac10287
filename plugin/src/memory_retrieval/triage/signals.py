"""The named signals of a message in its session: what the fitted weights of a category are multiplied with.

Most lie between 0 and 1, `plain_wording` between 0 and 9, the others between -3 and 3. `wording` and `rival` (how far
another category is ahead) come from transcript/words.py; `marks` counts commas and the like: a rule or a choice often
has its reason beside it, an order or a question seldom. The others say what stood before a message, what was done
after it, and whether that worked. Those of a session say how much work it holds.
"""

from __future__ import annotations

from math import log

from ..core.categories import SESSION
from ..core.model import CATEGORIES
from ..transcript.columns import COLUMNS
from ..transcript.values import ASSISTANT, USER
from .values import Activity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .session import Session
    from .utterance import Utterance

MIN_WORDS = 8  # of a message that states an outcome
SPOKEN = tuple(
    [category for category in CATEGORIES if category in COLUMNS and category != SESSION]
)
"""The categories that rest on one message, of those that the numbers were fitted for."""

MARKS = ",;:.，、；：。"
USUAL = 8  # messages that show how long those of a speaker are
SURE = 0.02  # chance below which it makes no difference, and as far from 1
NEAR = 3  # messages that belong to a passage
SOON = 6  # messages of the user in which something may be withdrawn
MADE_UP_FOR = 5  # messages of the user for which the work on a text or a sample goes on


def signals_of(
    message: Utterance, shared: dict[str, float], category: str
) -> dict[str, float]:
    """The signals of a message for a category, by name; `shared` are those of every category."""
    wording, user = message.score(category), shared["user"]
    rivals = [message.score(other) for other in SPOKEN if other != category]
    return {
        **shared,
        "words_by_user": shared["words"] * user,
        "asked_by_user": shared["asks"] * user,
        "acted_on_user": shared["acted"] * user,
        "wording": wording,
        "plain_wording": max(0.0, wording) ** 2,
        "rival": min(0.0, wording - max(rivals)),
        "wording_by_user": wording * user,
    }


def states_signals(
    message: Utterance, shared: dict[str, float], chance: float
) -> dict[str, float]:
    """The signals of a user's message for whether it states anything; `chance`: that it is of any category."""
    chance = max(SURE, min(1 - SURE, chance))
    return {
        **shared,
        "states": message.states(),
        "takes_back": message.score("withdraw"),
        "chance": log(chance / (1 - chance)),
    }


def shared_signals(session: Session, message: Utterance) -> dict[str, float]:
    """The signals that are the same for every category."""
    return {**_conversation(session, message), **_course(session, message)}


def _conversation(session: Session, message: Utterance) -> dict[str, float]:
    """What was said around a message."""
    user = message.role == USER
    earlier = [message] * user + session.before(message, USER, MADE_UP_FOR)
    offers = [
        other
        for other in session.before(message, ASSISTANT, 2)
        if other.number >= message.number - NEAR
    ]
    replies = session.after(message, ASSISTANT if user else USER, 1)
    agreed = bool(replies) and not replies[0].asks
    return {
        "user": float(user),
        "asks": float(message.asks),
        "words": min(1.5, log(1 + message.size) / 3),
        "marks": min(1.5, log(1 + sum(map(message.text.count, MARKS)))),
        "longer": _longer(session, message),
        "made_up": max([other.score("made_up") for other in earlier], default=0.0),
        "withdrawn": _withdrawn(session, message),
        "named": _named(message, offers) if user else 0.0,
        "reply_asks": float(bool(replies) and replies[0].asks),
        "reply_acted": float(agreed and not user and _is_acted_on(session, replies[0])),
    }


def _course(session: Session, message: Utterance) -> dict[str, float]:
    """What was done before and after a message: what failed, what was changed, and whether a check passed then."""
    start, end = session.turn_of(message)
    mended, again = session.repairs[message.number]
    failed = min(session.fails, default=message.at)
    changed = end
    if failed < message.at:
        changed = min([at for at in session.changes if at > failed], default=end)
    passed = [at for at in session.passes if changed < at < end]
    used = [at for at in session.tools if start < at < message.at]
    return {
        "acted": float(_is_acted_on(session, message)),
        "failed": float(failed < message.at),
        "changed": float(changed < message.at),
        "passed": float(any(at < message.at for at in passed)),
        "passed_later": float(bool(passed) and min(passed) > message.at),
        "undone": float(any(at > message.at for at in session.undone)),
        "mended": float(mended),
        "checked_again": float(again),
        "tried": float(any(at in session.tries for at in used)),
        "used": float(bool(used)),
        "docs": float(bool(used) and used[-1] in session.docs),
    }


def _longer(session: Session, message: Utterance) -> float:
    """How much longer a message is than those of its speaker before it: five words are many for one who says two."""
    before = session.before(message, message.role, USUAL)
    if not before:
        return 0.0
    usual = sum([log(1 + other.size) for other in before]) / len(before)
    return max(-1.5, min(1.5, log(1 + message.size) - usual))


def _is_acted_on(session: Session, message: Utterance) -> bool:
    """Whether something was changed before the user spoke again."""
    end = session.turn_of(message)[1]
    return any(message.at < at < end for at in session.changes)


def _named(message: Utterance, offers: list[Utterance]) -> float:
    """The share of the words of an answer that the messages before it used."""
    said: set[str] = set()
    for other in offers:
        said |= other.terms
    return len(message.terms & said) / len(message.terms) if message.terms else 0.0


def _withdrawn(session: Session, message: Utterance) -> float:
    """How much one of the user's next messages sounds like taking back what a message settled."""
    most = float(session.is_revoked(message))
    for distance, other in enumerate(session.after(message, USER, SOON)):
        if distance == 0 or other.terms & message.terms:
            most = max(most, other.score("withdraw"))
        elif distance < 3:
            most = max(most, 0.6 * other.score("withdraw"))
    return most


def activity_after(session: Session, start: int) -> Activity:
    """The work done after an event, given by its index; -1 for the whole session."""
    changes = [at for at in session.changes if at > start]
    passes = [at for at in session.passes if changes and at > changes[0]]
    tools = [at for at in session.tools if at > start]
    files = frozenset(session.files(start))
    return Activity(len(tools), files, len(passes), len(changes))


def outcome_of(session: Session) -> Utterance | None:
    """The message of the assistant after the first change that sounds most like an outcome."""
    start = session.changes[0] if session.changes else 0
    told = [message for message in session.stated(start) if message.size >= MIN_WORDS]
    return max(
        told,
        key=lambda message: (message.score("session_summary"), message.number),
        default=None,
    )


def summary_signals(
    session: Session, message: Utterance, work: Activity
) -> dict[str, float]:
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
