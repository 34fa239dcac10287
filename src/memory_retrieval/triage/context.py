"""What came before and after a message: offered options, agreement, acknowledgement, and what the agent then did."""

from __future__ import annotations

from ..transcript.values import ASSISTANT, USER
from .phrases import ACKNOWLEDGED, CONCLUSION, LETTER, STATEMENT
from .prose import OR, head_and_rest, tokens, words
from .session import WINDOW
from .weights import MIN_WORDS_PROPOSAL, MOST_ANSWER, MOST_GO_AHEAD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .session import Session
    from .values import Message


def offered_words(session: Session, message: Message) -> set[str]:
    """The words of the messages that offered options shortly before a message; empty when there were none."""
    offered: set[str] = set()
    for other in session.before(message, "", WINDOW + 1):
        by_assistant = other.role == ASSISTANT and session.lexicon.has("options", other.low)
        if by_assistant or ((other.role == ASSISTANT or other.asks) and OR.search(other.low)):
            offered |= tokens(other.low)
    return offered


def option_words(session: Session, message: Message) -> set[str]:
    """The words of an answer's first clause that name an offered option; empty when it only states something."""
    clause, rest = head_and_rest(message.low)
    offered = offered_words(session, message)
    if not offered or words(clause) > MOST_ANSWER or STATEMENT.match(clause) or session.lexicon.has("asks", clause):
        return set()
    conclusion = CONCLUSION.search(rest)
    clause += " " + conclusion.group(1) if conclusion else ""
    if LETTER.match(clause):
        return {clause[:8]}
    return tokens(clause) & offered


def is_acted_on(session: Session, message: Message) -> bool:
    """Whether the agent changed something before the same speaker spoke again."""
    end = session.reply_at(message)
    return any(message.at < at < end for at in session.changes)


def is_acknowledged(session: Session, message: Message) -> bool:
    """Whether the assistant's next words accept an instruction."""
    following = session.after(message, "", 1)
    return bool(following) and following[0].role == ASSISTANT and bool(ACKNOWLEDGED.match(following[0].low))


def agreement(session: Session, message: Message) -> Message | None:
    """The user's next message when it accepts a proposal of the assistant's, in words or by what is done then."""
    following = session.after(message, "", 1)
    if message.size < MIN_WORDS_PROPOSAL or not following or not session.lexicon.has("recommend", message.low):
        return None
    answer = following[0]
    if answer.role != USER or answer.asks:
        return None
    lex = session.lexicon
    done = answer.size <= MOST_GO_AHEAD and is_acted_on(session, answer) and not lex.has("withdraw", answer.low)
    return answer if done or lex.has("accept", answer.low) else None
