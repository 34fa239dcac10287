"""What makes a message worth keeping: a function a category, over word families and the structure around a message.

A rule collects signals, weights.py says what they are worth. Scores lie between 0 and 1; the thresholds are in the
configuration. Session summaries are judged in activity.py.
"""

from __future__ import annotations

from ..transcript.values import ASSISTANT, USER
from . import weights
from .context import agreement, is_acknowledged, is_acted_on, offered_words, option_words
from .failures import course_of_repair, failure_before, is_tried
from .phrases import ASKED_FOR, COULD_YOU, CRAFT, SHOW_ME, WEAK
from .prose import OR, head_and_rest, sentences, words
from .session import WINDOW
from .values import TriageEvidence
from .weights import weigh

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from typing import Dict

    from .lexicon import Lexicon
    from .session import Session
    from .values import Message

    Signals = Dict[str, float]


def find_evidence(session: Session, seen: Collection[int] = ()) -> Iterator[TriageEvidence]:
    """The evidence of all messages for the five categories that rest on one message.

    seen  digests of messages triaged before; a message is skipped when it and the next WINDOW - 1 are all among them
    """
    for message in session.messages:
        if message.size < weights.MIN_WORDS or message.made_up:
            continue
        if seen and all(m.digest in seen for m in session.messages[message.number : message.number + WINDOW]):
            continue
        judged = [rule(session, message) for rule in (decision, preference, tech_debt, constraint, runbook)]
        evidence = [piece for piece in judged if piece is not None and piece.score > 0]
        best = max([piece.score for piece in evidence], default=0.0)
        for piece in evidence:
            if piece.score >= best - weights.RIVAL:
                yield piece


def decision(session: Session, message: Message) -> TriageEvidence | None:
    """A choice that was made, with a reason: by the user, or by the assistant when the user then agrees."""
    if message.role == ASSISTANT:
        return _accepted_decision(session, message)
    lex, low = session.lexicon, message.low
    chosen = lex.find("choose", low)
    short = message.size < weights.MIN_WORDS_DECISION
    if message.asks or (short and not chosen):
        return None  # too short to tell from a remark
    option = option_words(session, message)
    if (not option and (short or not chosen)) or session.is_withdrawn(message, message.terms):
        return None
    reason = [word for word in lex.find("reason", low) if not any(word in passage for passage in chosen)]
    explained = not reason and _is_explained(session, message, chosen, option)
    signals: Signals = {
        "chosen": bool(chosen),
        "option": len(option),
        "acted_on": is_acted_on(session, message),
        "reason": len(reason),
        "explained": explained,
        "bare": not reason and not explained,
        "tentative": lex.has("tentative", low),
        "objection": not chosen and (lex.has("withdraw", low) or lex.has("asks", head_and_rest(low)[1])),
        "put_off": lex.has("later", low) and lex.has("keep", low),
    }
    pattern = (chosen or sorted(option))[:2] + reason[:2]
    return TriageEvidence("decision", weigh(weights.DECISION, signals), pattern, message)


def preference(session: Session, message: Message) -> TriageEvidence | None:
    """A lasting instruction of the user's, often a correction of what the agent just did."""
    if message.role != USER or message.size < weights.MIN_WORDS_PREFERENCE:
        return None
    lex, low = session.lexicon, message.low
    instructions = [_instruction(lex, part) for part in _parts(low)]
    signals, passages = max(instructions, key=lambda instruction: weigh(weights.PREFERENCE, instruction[0]))
    if not passages or session.is_withdrawn(message, message.terms):
        return None
    corrected = lex.find("correct", low)
    previous = session.before(message, "", 1)
    few = len(passages) < weights.MIN_RULE
    signals["corrected"] = bool(corrected)
    signals["acknowledged"] = is_acknowledged(session, message)
    signals["reason"] = lex.has("reason", low)
    signals["once"] = lex.has("once", low)
    signals["answers_choice"] = few and not corrected and bool(offered_words(session, message))
    signals["question"] = _only_asks(session, message, corrected=bool(corrected))
    signals["failure"] = not corrected and lex.has("failure", low)
    signals["answer"] = bool(previous) and previous[0].asks
    return TriageEvidence("preference", weigh(weights.PREFERENCE, signals), passages[:3] + corrected[:1], message)


def tech_debt(session: Session, message: Message) -> TriageEvidence | None:
    """Work put off knowingly: what stays, and until when or why.

    By the user, or by the assistant when the user then agrees.
    """
    if message.role == ASSISTANT:
        accepted = agreement(session, message)
        return _debt(session, message, accepted.at) if accepted is not None else None
    if message.asks or message.size < weights.MIN_WORDS_DEBT:
        return None
    return _debt(session, message)


def constraint(session: Session, message: Message) -> TriageEvidence | None:
    """A boundary of the surroundings that was found by trying, or that the user states."""
    if message.asks or message.size < weights.MIN_WORDS_CONSTRAINT:
        return None
    lex = session.lexicon
    low = max(_parts(message.low), key=lambda part: len(lex.find("limit", part)))
    limit = lex.find("limit", low)
    if not limit or (message.role == ASSISTANT and session.is_recalled(message)):
        return None
    if session.is_withdrawn(message, message.terms):
        return None
    must, outside = lex.find("must", low), lex.has("external", low)
    legal = (outside or bool(must)) and lex.has("legal", low)
    signals: Signals = {
        "limit": len(limit),
        "third_limit": len(limit) > 2,
        "number": any(char.isdigit() for char in low),
        "outside": outside,
        "must": bool(must),
        "legal": legal,
        "loose": not outside and not must,
        "tentative": lex.has("tentative", low),
    }
    if message.role == USER:
        signals["reported"] = outside
        signals["asked_for"] = ASKED_FOR.search(low) is not None
    else:
        signals.update(_origin(session, message, must=bool(must), legal=legal))
    score = weigh(weights.CONSTRAINT, signals)
    if not must and len(limit) == 1 and WEAK.match(limit[0]):
        score = min(score, weights.MOST_OF_WEAK_LIMIT)
    return TriageEvidence("constraint", score, limit[:3] + must[:1], message)


def runbook(session: Session, message: Message) -> TriageEvidence | None:
    """A failure of this project with its cause and a remedy that was seen to work."""
    shortest = weights.MIN_WORDS_RUNBOOK_USER if message.role == USER else weights.MIN_WORDS_RUNBOOK
    if message.asks or message.size < shortest:
        return None
    lex, low = session.lexicon, message.low
    cause, past = lex.find("cause", low), lex.find("past", low)
    failing = failure_before(session, message) if cause or past else None
    if failing is None:
        return None  # without a failure it is an explanation
    fixed = lex.find("fixed", low)
    repair = course_of_repair(session, message, failing, fixed)
    if repair is None:
        return None
    failure = lex.has("failure", low)
    early = bool(past) and lex.has("past", head_and_rest(low)[0])  # first what was wrong, then what was done
    signals: Signals = {
        "cause": bool(cause),
        "past_cause": not cause and (len(past) > 1 or (early and bool(fixed))),
        "account": len(cause) + len(past),
        "fixed": len(fixed),
        "failure": failure,
        "summary": not failure and len(lex.find("outcome", low)) >= weights.MIN_SUMMARY,
        "tentative": lex.has("tentative", low),
    }
    signals.update(repair[0])
    pattern = (cause + past)[:2] + fixed[:2]
    return TriageEvidence("runbook", weigh(weights.RUNBOOK, signals), pattern, message, repair[1])


def _accepted_decision(session: Session, message: Message) -> TriageEvidence | None:
    accepted = agreement(session, message)
    reason = session.lexicon.find("reason", message.low) if accepted is not None else []
    if accepted is None or not reason or session.is_withdrawn(accepted, message.terms):
        return None
    return TriageEvidence("decision", weights.ACCEPTED_DECISION, reason[:2], message, accepted.at)


def _is_explained(session: Session, message: Message, chosen: list[str], option: set[str]) -> bool:
    """Whether a choice without a word of reason comes with an explanation, its own or the assistant's."""
    low = message.low
    clause = low[low.find(chosen[0]) :] if chosen and not option else low
    shortest = weights.MIN_EXPLANATION_OF_OPTION if option else weights.MIN_EXPLANATION
    if session.lexicon.is_wide or words(head_and_rest(clause)[1]) >= shortest:
        return True
    if not chosen or not option or not is_acted_on(session, message):
        return False
    near = session.before(message, ASSISTANT, 1) + session.after(message, ASSISTANT, 1)
    return any(session.lexicon.has("reason", other.low) for other in near)


def _instruction(lex: Lexicon, text: str) -> tuple[Signals, list[str]]:
    """The signals of a lasting instruction and its passages; both empty where there is none."""
    for passage in lex.find("told", text):
        text = text.replace(passage, " ")
    if lex.has("lasting", text):  # a wish for the product is no rule of working
        for passage in lex.find("product", text):
            if not any(word in passage for word in CRAFT):
                text = text.replace(passage, " ")
    lasting, habit, kind = lex.find("lasting", text), lex.find("habit", text), lex.find("kind", text)
    directive = lex.find("directive", text)
    if not lasting and not kind and not (habit and directive):
        return {}, []
    signals: Signals = {
        "lasting": len(lasting),
        "habit": len(habit),
        "kind": bool(kind),
        "directive": bool(directive),
        "no_directive": not directive,
        "manners": len(lex.find("manners", text)),
    }
    return signals, lasting + kind + habit + directive


def _only_asks(session: Session, message: Message, *, corrected: bool) -> bool:
    """Whether a message is a question, neither a reproach nor a polite instruction."""
    low = message.low
    reproach = corrected and is_acted_on(session, message) and not low.endswith(("?", "？"))
    return message.asks and not reproach and (not COULD_YOU.search(low) or SHOW_ME.search(low) is not None)


def _parts(low: str) -> list[str]:
    """A short message whole, a longer one in overlapping pairs of sentences: a rule is close to its scope."""
    if words(low) <= weights.MOST_PART:
        return [low]
    cut = sentences(low)
    return [" ".join(cut[i : i + 2]) for i in range(len(cut))]


def _debt(session: Session, message: Message, until: int = 0) -> TriageEvidence | None:
    lex, low = session.lexicon, message.low
    kept, later, debt = lex.find("keep", low), lex.find("later", low), lex.find("debt", low)
    if not later or not (kept or debt) or session.is_withdrawn(message, message.terms):
        return None
    signals: Signals = {
        "kept": bool(kept),
        "later": len(later),
        "debt": len(debt),
        "deadline": lex.has("deadline", low),
        "acknowledged": is_acknowledged(session, message),
    }
    pattern = kept[:2] + debt[:1] + later[:2]
    return TriageEvidence("tech_debt", weigh(weights.TECH_DEBT, signals), pattern, message, until)


def _origin(session: Session, message: Message, *, must: bool, legal: bool) -> Signals:
    """Where the assistant has a limit from: tools, documents, or a comparison of options."""
    asked = session.before(message, USER, 2)
    start = asked[-1].at if asked else -1
    used = any(start < at < message.at for at in session.tools)
    signals: Signals = {
        "compares": len(session.lexicon.find("options", message.low)) > 1,
        "answers_choice": bool(asked) and asked[0].asks and not legal and OR.search(asked[0].low) is not None,
        "worked": used,
        "idle": not used,
    }
    if session.is_from_docs(message):
        needed = (must and is_acted_on(session, message)) or failure_before(session, message) is not None
        signals["docs_needed" if needed else "docs"] = True
    else:
        signals["untried"] = not legal and not is_tried(session, start, message.at)
    return signals
