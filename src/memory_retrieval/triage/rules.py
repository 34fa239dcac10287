"""What makes a message worth keeping, a function a category: each weighs word families and the structure round a message.

A score lies between 0 and 1; the thresholds are the configuration's. Session summaries are judged in triage_activity.py.
"""

from __future__ import annotations

import re

from ..transcript.events import ASSISTANT, USER
from .failures import failure_before, mended, probed
from .lexicon import WIDE
from .prose import OR, head_and_rest, sentences, tokens, words
from .session import WINDOW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from .lexicon import Lexicon
    from .session import Message, Session

STATEMENT = re.compile(
    r"(?:(?:ok|so|and|but|yes|yeah|no|well|hm|oh|ah|right|thats?)\b,? ?)*(?:the (?!first|second|third|last|former|latter|plain|simple|"
    r"small|\w+(?: \w+){0,3} (?:then|please))\w+ (?:\w+ ){0,4}(?:is|are|was|has|have|only|takes?|does|can|will|sits?|says?|wants?|"
    r"goes)\b|their|they|he|she|it(?! is\b|'s \w+ then)|that (?:is|was)|this (?:is|was)|there|nobody|who|what|thanks?|thx|wow|nice|"
    r"\d+ (?:can|is|are)|i (?:see|know|thought|asked|have|had|tried|guess|think|was|am)|im\b|we (?:may|might|had|are|were|merge))"
)
CONCLUSION = re.compile(r"(?:^|[,.;] )(?:so|then|hence|also|donc|así que|então) ([\w .+-]{2,40})$")
LETTER = re.compile(r"(?:(?:option|variant|number|plan|nr|no) )?(?:[a-d]|[1-4])(?: then| please| it is)?$")
COULD_YOU = re.compile(
    r"\b(?:can we (?:please |just )?(?:agree|always|stop|never)|(?:could|can|would|will) you|would be (?:nice|good|great))\b"
)
WEAK = re.compile(
    r"(?:clips?|cuts?|drops?|dropped|kills?|blocks?|closes?|resets?|expires?|strips?|los[et]s?|ignor\w*|silently|per \w+|one \w+ per|"
    r"won'?t|wont|whatever.*|"
    r"can'?t|cannot|(?:only|just) (?:the|in|on|one|two|three|with|from|once|every|\d+)|ha(?:s|ve) no .*|do(?:es)?n'?t .*|no longer|"
    r"must not|lets? .*|above .*|over .*)$"
)
SHOW_ME = re.compile(
    r"\b(?:could|can|would|will) you (?:please |also |just |always )*(?:see|show|explain|tell|look|check|find|run|give)\b"
)
ASKED_FOR = re.compile(
    r"\b(?:we need|i need|i want|i'd like|please|pls|can you|could you|would you|let's|lets|look at|split|give me|show me|list|run|"
    r"make|build|write|add)\b"
)
ACKNOWLEDGED = re.compile(
    r"(?:(?:ok|okay|oh|ah|right|sorry|yes|sure|fine|good|noted|thanks|my mistake|you'?re right)[ ,.:!-]*)*"
    r"(?:noted|understood|will do|of course|sure|got it|agreed|ok|okay|all right|alright|right|sorry|apologies|i'll|i won't|will keep|"
    r"from now|done|moved|changed|renamed|fine|good|yes)\b|네|알겠|はい|承知|了解|わかりました|"
    r"verstanden|alles klar|ok|in ordnung|entendu|compris|d'accord|noté|bien s[uû]r|entendido|de acuerdo|anotado|claro|vale|combinado|"
    r"entendi|certo|beleza|anotei"
)

CRAFT = (
    "commit",
    "test",
    "name",
    "messag",
    "branch",
    "migra",
    "comment",
    "doc",
    "pull",
    "pr ",
    "function",
    "class",
    "method",
    "module",
    "file",
    "column",
    "key",
    "type",
    "endpoint",
    "quer",
    "variable",
    "log",
    "error",
    "summar",
    "answer",
    "code",
    "ci ",
    "import",
    "mock",
    "string",
    "timestamp",
    "release",
    "schema",
    "script",
    "kommentar",
    "nachricht",
    "funktion",
    "datei",
    "fichier",
    "archivo",
    "arquivo",
    "nombre",
    "nome",
    "mensaje",
    "rama",
)
"""What rules of working are about."""

RIVAL = 0.1  # a message counts for a second category only when that is about as likely


class Evidence:
    """A message that holds something worth keeping: score, the passage, what matched, and the last event that counts for it."""

    __slots__ = ("category", "message", "pattern", "score", "text", "until")

    def __init__(
        self, category: str, score: float, text: str, pattern: list[str], message: Message, until: int = 0
    ) -> None:
        self.category, self.score, self.text, self.pattern = (
            category,
            round(min(1.0, max(0.0, score)), 3),
            text,
            pattern,
        )
        self.message, self.until = message, max(until, message.at)

    def __repr__(self) -> str:
        return "%s %.2f %r %r" % (self.category, self.score, self.pattern, self.text[:80])


def find_evidence(session: Session, old: Collection[int] = ()) -> Iterator[Evidence]:
    """The evidence of all messages for the five categories that rest on a message, but for those long known (see triage.Look)."""
    for message in session.messages:
        if message.size < 3 or message.made_up:
            continue
        if old and all(m.digest in old for m in session.messages[message.number : message.number + WINDOW]):
            continue  # nothing new was said here or shortly after
        found = [rule(session, message) for rule in (decision, preference, tech_debt, constraint, runbook)]
        scored = [evidence for evidence in found if evidence is not None and evidence.score > 0]
        best = max([evidence.score for evidence in scored], default=0.0)
        for evidence in scored:
            if evidence.score >= best - RIVAL:
                yield evidence


def decision(session: Session, message: Message) -> Evidence | None:
    """A choice that was made, with a reason: by the user, or by the assistant when the user then agrees."""
    if message.role == ASSISTANT:
        return _accepted(session, message, "decision")
    if message.asks or message.size < 3:
        return None
    lex, low = session.lexicon, message.low
    chosen = lex.find("choose", low)
    if message.size < 6 and not chosen:
        return None  # too short to tell from a remark
    reason = [why for why in lex.find("reason", low) if not any(why in passage for passage in chosen)]
    named = _option_named(session, message)
    if not named and (not chosen or message.size < 6):
        return None
    after = low[low.find(chosen[0]) :] if chosen and not named else low
    explained = words(head_and_rest(after)[1]) >= (4 if named else 6) or any(
        name in WIDE for name in session.lexicon.others
    )
    score = (0.3 if chosen else 0.0) + (min(0.35, 0.25 + 0.05 * len(named)) if named else 0.0)
    score += 0.1 if _acted_on(session, message) else 0.0
    if not reason and chosen and named and _weighed(session, message):
        explained = True
    score += min(0.3, 0.15 + 0.05 * len(reason)) if reason else (0.1 if explained else -0.3)
    if lex.has("tentative", low):
        score -= 0.1
    if not chosen and (lex.has("withdraw", low) or lex.has("asks", head_and_rest(low)[1])):
        score -= 0.4
    if lex.has("later", low) and lex.has("keep", low):
        score -= 0.2
    if session.taken_back(message, message.terms):
        score = 0.0
    return Evidence("decision", score, message.text, (chosen or sorted(named))[:2] + reason[:2], message)


def _weighed(session: Session, message: Message) -> bool:
    """Whether the assistant gave the reason for a choice that was then carried out: just before it, or in its next message."""
    if not _acted_on(session, message):
        return False
    near = session.before(message, ASSISTANT, 1) + session.after(message, ASSISTANT, 1)
    return any(session.lexicon.has("reason", other.low) for other in near)


def _option_named(session: Session, message: Message) -> set[str]:
    """The words of an answer's first clause that name one of the choices on the table; empty when it only says something."""
    head, rest = head_and_rest(message.low)
    offered = _offered(session, message)
    if not offered or words(head) > 14 or STATEMENT.match(head) or session.lexicon.has("asks", head):
        return set()
    last = CONCLUSION.search(rest)
    head += " " + last.group(1) if last else ""
    if LETTER.match(head):
        return {head[:8]}
    return {word for word in tokens(head) if word in offered}


def preference(session: Session, message: Message) -> Evidence | None:
    """A lasting instruction of the user's, often a correction of what the agent just did."""
    if message.role != USER or message.size < 4:
        return None
    lex = session.lexicon
    best = max((_instruction(lex, part) for part in _parts(message.low)), key=lambda found: found[0])
    score, found = best
    if score <= 0:
        return None
    corrected = lex.find("correct", message.low)
    rebuked = message.asks and bool(corrected) and _acted_on(session, message) and not message.low.endswith(("?", "？"))
    score += 0.15 if corrected else 0.0
    score += 0.1 if _acknowledged(session, message) else 0.0
    score += 0.05 if lex.has("reason", message.low) else 0.0
    if lex.has("once", message.low):
        score -= 0.25
    if len(found) < 4 and not corrected and _offered(session, message):
        score -= 0.1  # said in answer to a choice, it is about that choice
    if message.asks and not rebuked and (not COULD_YOU.search(message.low) or SHOW_ME.search(message.low)):
        score -= 0.25
    if not corrected and lex.has("failure", message.low):
        score -= 0.1
    previous = session.before(message, "", 1)
    if previous and previous[0].asks:  # an answer describes how things are more often than it sets a rule
        score -= 0.1
    if session.taken_back(message, message.terms):
        score = 0.0
    return Evidence("preference", score, message.text, found[:3] + corrected[:1], message)


def _parts(low: str) -> list[str]:
    """A message whole when it is short, else its sentences in pairs: a rule and its scope stand together."""
    if words(low) <= 45:
        return [low]
    cut = sentences(low)
    return [" ".join(cut[i : i + 2]) for i in range(len(cut))]


def _instruction(lex: Lexicon, text: str) -> tuple[float, list[str]]:
    told = lex.find("told", text)
    for passage in told:
        text = text.replace(passage, " ")
    lasting, habit = lex.find("lasting", text), lex.find("habit", text)
    if lasting:  # a wish for what is built is no rule of working
        for passage in lex.find("product", text):
            if not any(word in passage for word in CRAFT):
                text = text.replace(passage, " ")
        lasting = lex.find("lasting", text)
    directive, manners = lex.find("directive", text), lex.find("manners", text)
    kind = lex.find("kind", text)
    if not lasting and not kind and not (habit and directive):
        return 0.0, []
    score = (
        (0.25 + min(0.15, 0.05 * len(lasting)) if lasting else 0.0)
        + min(0.24, 0.12 * len(habit))
        + (0.2 if kind else 0.0)
    )
    score += (0.1 if directive else -0.1) - 0.01 + min(0.15, 0.05 * len(manners))
    return score, lasting + kind + habit + directive


def tech_debt(session: Session, message: Message) -> Evidence | None:
    """Work put off knowingly: what stays as it is, and until when or why."""
    if message.role == ASSISTANT:
        return _accepted(session, message, "tech_debt")
    if message.asks or message.size < 6:
        return None
    return _debt(session, message)


def _debt(session: Session, message: Message) -> Evidence | None:
    lex, low = session.lexicon, message.low
    kept, later, debt = lex.find("keep", low), lex.find("later", low), lex.find("debt", low)
    if not later or not (kept or debt):
        return None
    score = (0.25 if kept else 0.0) + 0.2 + min(0.2, 0.1 * len(debt)) + min(0.1, 0.05 * (len(later) - 1))
    score += 0.1 if lex.has("deadline", low) else 0.0
    score += 0.1 if _acknowledged(session, message) else 0.0
    if session.taken_back(message, message.terms):
        score = 0.0
    return Evidence("tech_debt", score, message.text, kept[:2] + debt[:1] + later[:2], message)


def constraint(session: Session, message: Message) -> Evidence | None:
    """A boundary of the surroundings that was found by trying, or that the user states."""
    if message.asks or message.size < 8:
        return None
    lex = session.lexicon
    low = max(_parts(message.low), key=lambda part: len(lex.find("limit", part)))
    limit = lex.find("limit", low)
    if not limit:
        return None
    must, outside = lex.find("must", low), lex.find("external", low)
    score = (0.19, 0.34, 0.44)[min(len(limit), 3) - 1]
    score += 0.1 if any(c.isdigit() for c in low) else 0.0
    score += 0.15 if outside else 0.0
    score += 0.15 if must else 0.0
    legal = (outside or must) and lex.has("legal", low)
    score += 0.15 if legal else 0.0
    if message.role == USER:
        score += (0.12 if outside else 0.0) - (0.2 if ASKED_FOR.search(low) else 0.0)
    if not outside and not must:
        score -= 0.1
    if message.role == ASSISTANT:
        if session.recalled(message):
            return None
        score -= 0.15 if len(lex.find("options", message.low)) > 1 else 0.0  # it compares what could be done
        asked = session.before(message, USER, 2)
        if asked and asked[0].asks and not legal and OR.search(asked[0].low):
            score -= 0.15  # it weighs the choices that the user named
        start = asked[-1].at if asked else -1
        score += 0.1 if session.steps(session.tools, start, message.at) else -0.1
        if session.read_from_docs(
            message
        ):  # a limit looked up while something fails or is made matters, one asked about does not
            needed = (must and _acted_on(session, message)) or failure_before(session, message) is not None
            score -= 0.1 if needed else 0.25
        elif not legal and not probed(session, start, message.at):
            score -= 0.15
    if lex.has("tentative", low):
        score -= 0.15
    if not must and len(limit) == 1 and WEAK.match(limit[0]):
        score = min(score, 0.42)  # such a word alone may mean anything
    if session.taken_back(message, message.terms):
        score = 0.0
    return Evidence("constraint", score, message.text, limit[:3] + must[:1], message)


def runbook(session: Session, message: Message) -> Evidence | None:
    """A failure of this project with its cause and a remedy that was seen to work."""
    if message.asks or message.size < 10 or (message.role == USER and message.size < 14):
        return None
    lex, low = session.lexicon, message.low
    cause, past = lex.find("cause", low), lex.find("past", low)
    told = failure_before(session, message) if cause or past else None
    if told is None:
        return None  # without a failure it is an explanation
    fixed = lex.find("fixed", low)
    early = bool(past) and lex.has("past", head_and_rest(low)[0])  # first what was wrong, then what was done
    score = 0.2 if cause else 0.1 if len(past) > 1 or (early and fixed) else 0.0
    score += min(0.15, 0.05 * (len(cause) + len(past))) + (min(0.2, 0.1 + 0.05 * len(fixed)) if fixed else 0.0)
    score += 0.05 if lex.has("failure", low) else 0.0
    if len(lex.find("outcome", low)) >= 4 and not lex.has("failure", low):
        score -= 0.2  # a summary of work
    if lex.has("tentative", low):
        score -= 0.15
    weight, until = mended(session, message, told, fixed)
    score = score + weight if weight > -1.0 else 0.0
    return Evidence("runbook", score, message.text, (cause + past)[:2] + fixed[:2], message, until)


def _offered(session: Session, message: Message) -> set[str] | None:
    """The words of the choices put on the table within the window; None when there were none."""
    found: set[str] | None = None
    for other in session.before(message, "", WINDOW + 1):
        if (other.role == ASSISTANT and (session.lexicon.has("options", other.low) or OR.search(other.low))) or (
            other.role == USER and other.asks and OR.search(other.low)
        ):
            found = (found or set()) | tokens(other.low)
    return found


def _acted_on(session: Session, message: Message) -> bool:
    """Whether the agent changed something before the user spoke again."""
    return session.steps(session.changes, message.at, session.reply_at(message)) > 0


def _acknowledged(session: Session, message: Message) -> bool:
    """Whether the assistant's next words accept an instruction."""
    following = session.after(message, "", 1)
    return bool(following) and following[0].role == ASSISTANT and bool(ACKNOWLEDGED.match(following[0].low))


def _accepted(session: Session, message: Message, category: str) -> Evidence | None:
    """An assistant's proposal that the user agrees to in the next message."""
    lex = session.lexicon
    following = session.after(message, "", 1)
    if (
        message.size < 8
        or not following
        or following[0].role != USER
        or following[0].asks
        or not lex.has("recommend", message.low)
    ):
        return None
    done = following[0].size <= 14 and _acted_on(session, following[0]) and not lex.has("withdraw", following[0].low)
    if not done and not lex.has("accept", following[0].low):
        return None
    if category == "tech_debt":
        found = _debt(session, message)
        if found is not None:
            found.until = following[0].at
        return found
    reason = lex.find("reason", message.low)
    if not reason or session.taken_back(following[0], message.terms):
        return None
    return Evidence(category, 0.45, message.text, reason[:2], message, following[0].at)
