"""Decides for which categories of memory a session holds something. A fitted table: no model, no store, no network.

`triage_events` reads as the whole flow. What a message sounds like is in transcript/words.py, what it is weighed by in
signals.py and summary.py, the fitted numbers in weights.py.
"""

from __future__ import annotations

from math import exp

from ..core.categories import BY_KEY, SESSION, TABLE
from ..hosts import UNKNOWN
from ..transcript import words
from ..transcript.events import is_seen, read_events
from ..transcript.values import USE, USER
from . import weights
from .session import Session
from .signals import (
    SPOKEN,
    activity_after,
    outcome_of,
    shared_signals,
    signals_of,
    states_signals,
    summary_signals,
)
from .values import Activity, SessionScan, TriageEvidence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from ..core.settings import Config
    from ..transcript.values import Event
    from .utterance import Utterance
    from .values import TriageFinding

MIN_WORDS = 3  # of a message that is considered
MIN_TOOLS = 5  # tool calls of a session that is worth a summary
WINDOW = 4  # last messages, of which one that was seen before may be judged again
VOID_FROM = 0.3  # `withdrawn` from which a choice, a rule or a postponement of the user's no longer stands
SETTLED = tuple([category.key for category in TABLE if category.withdrawn])
STATES = "states"  # the weights for whether a user states anything, whatever for
SHOWN_SIGNALS = 3  # named with a piece of evidence


def triage_file(path: str, config: Config) -> list[TriageFinding]:
    """What a whole transcript holds. OSError when it cannot be read."""
    return triage_events(read_events(path, UNKNOWN.transcript()), config).findings


def triage_events(
    events: list[Event],
    config: Config,
    seen: Collection[int] = (),
    earlier: Activity | None = None,
    root: str = "",
) -> SessionScan:
    """What a session holds. One without tool calls holds only what the user says.

    seen     digests of messages triaged before: they are context, never evidence
    earlier  the work done before these events
    root     the project's folder, whose store may hold what a message corrects, however unlikely by itself; "" when
             unknown
    """
    earlier = earlier or Activity()
    if not events:
        return SessionScan()
    session = Session(events, words.load(), root)
    seen_positions = [at for at, event in enumerate(events) if is_seen(event, seen)]
    work = activity_after(session, max(seen_positions, default=-1))
    if session.is_forbidden():
        return SessionScan(forbidden=True, work=work)
    taken_back = [m.written for m in session.messages if session.is_revoked(m)]
    evidence = list(find_evidence(session, seen, worked=earlier.tools > 0))
    summary = session_summary(session, work.add(earlier))
    if summary is not None:
        evidence.append(summary)
    wanted = [
        piece
        for piece in evidence
        if _is_wanted(piece, config) or (root and piece.message.corrects)
    ]
    kept = [piece for piece in wanted if not _is_known(session, piece, seen)]
    return SessionScan(_one_each(kept), work=work, taken_back=taken_back)


def find_evidence(
    session: Session, seen: Collection[int] = (), *, worked: bool = False
) -> Iterator[TriageEvidence]:
    """What each message counts for, among the categories that rest on one message.

    seen    digests of messages triaged before; a message is skipped when it and the next WINDOW - 1 are all among them
    worked  tools were used before these events
    """
    worked = worked or any(event.kind == USE for event in session.events)
    for message in session.messages:
        if message.size < MIN_WORDS or not (worked or message.role == USER):
            continue
        window = session.messages[message.number : message.number + WINDOW]
        if seen and all(other.digest in seen for other in window):
            continue
        yield _evidence_of(session, message)


def _evidence_of(session: Session, message: Utterance) -> TriageEvidence:
    """The likeliest category; of the user's, with the chance that it is worth saving for any."""
    shared = shared_signals(session, message)
    judged = judge(session, message, shared)
    best = max(judged, key=lambda piece: piece.score)
    if message.role != USER:
        return best
    chance = min(1.0, sum([piece.score for piece in judged]))
    if len(judged) < len(SPOKEN):  # taken back
        best.score = chance
        return best
    signals = states_signals(message, shared, chance)
    best.score = _judged(STATES, signals, session, message).score
    return best


def judge(
    session: Session, message: Utterance, shared: dict[str, float]
) -> list[TriageEvidence]:
    """The evidence of a message for each category, but those whose memories it takes back."""
    void = SETTLED if shared["withdrawn"] >= VOID_FROM else ()
    judged = []
    for category in SPOKEN:
        if category not in void:
            signals = signals_of(message, shared, category)
            judged.append(_judged(category, signals, session, message))
    return judged


def session_summary(session: Session, work: Activity) -> TriageEvidence | None:
    """Work over several files with a checked result, and a message that states the outcome."""
    message = outcome_of(session)
    if message is None or work.tools < MIN_TOOLS or not work.files:
        return None
    return _judged(SESSION, summary_signals(session, message, work), session, message)


def _judged(
    category: str, signals: dict[str, float], session: Session, message: Utterance
) -> TriageEvidence:
    """The evidence of a message with its score: the chance that the category is worth saving."""
    bias, weight = weights.WEIGHTS[category]
    parts = {
        name: weight[name] * value for name, value in signals.items() if name in weight
    }
    odds = max(-30.0, min(30.0, bias + sum(parts.values())))
    score = 1 / (1 + exp(-odds))
    telling = sorted(
        [name for name in parts if parts[name] > 0], key=lambda name: -parts[name]
    )
    until = message.at if message.role == USER else session.turn_of(message)[1]
    return TriageEvidence(category, score, telling[:SHOWN_SIGNALS], message, until)


def _is_known(
    session: Session, evidence: TriageEvidence, seen: Collection[int]
) -> bool:
    """Whether all messages that count for a piece of evidence were triaged before."""
    following = session.messages[evidence.message.number :]
    counting = [message.digest for message in following if message.at <= evidence.until]
    return bool(seen) and all(digest in seen for digest in counting)


def _is_wanted(piece: TriageEvidence, config: Config) -> bool:
    enabled = config.get(f"categories.{piece.category}.enabled")
    return bool(enabled) and piece.score >= BY_KEY[piece.category].threshold


def _one_each(evidence: list[TriageEvidence]) -> list[TriageEvidence]:
    """What each message counts for, best first: a fact before the state of the work."""
    facts = {piece.message.at for piece in evidence if piece.category != SESSION}
    kept = [
        piece
        for piece in evidence
        if piece.category != SESSION or piece.message.at not in facts
    ]
    return sorted(kept, key=lambda piece: (-piece.score, piece.until))
