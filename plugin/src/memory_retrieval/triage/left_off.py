"""Where a session stopped, drafted from its events without a model: goal, outcome, next steps, files.

A draft grows with the session: what is new is added to what is kept. Only a session that changed files has one. What a
message states, and what it leaves open, is judged by the fitted table and by the work that was done for it.
"""

from __future__ import annotations

import os
import re
from math import log

from ..core.jsontext import texts_of
from ..core.sanitize import one_line
from ..state import left_off as state
from ..transcript import words as table
from ..transcript.values import ASSISTANT, USE, USER
from .prose import own_words, sentences, words
from .repair import programs
from .session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterator

    from ..state.left_off import OpenEnd
    from ..transcript.values import Event
    from .utterance import Utterance

MIN_GOAL = 4  # words of a request that says what a session is about
MAX_TEXT = (
    400  # characters of the goal, of the last statement, and of what it leaves open
)
MAX_FILES = 12
MAX_OPEN = 3
STATED = 0.75  # weight from which a message states something about the work
LONGEST = 1.2  # weight of a message of 36 words and more
CHANGED, CHECKED = (
    1.0,
    0.5,
)  # weight of a message after a change, or after a command, that was made for it
OPEN, OPEN_FAILED = (
    -0.5,
    -1.0,
)  # score from which a sentence of the statement leaves something open; after a failure
PLAINLY_OPEN = 0.0  # the same for a statement that was not the last
MIN_STEP = 4  # words of such a sentence
SHELLS = (
    "bash",
    "shell",
    "exec",
    "terminal",
)  # in the names of the tools that run commands
ROUTINE = frozenset(
    "git gh glab hg svn memories query-memories cd ls cat head tail less grep rg find wc sort uniq pwd echo printf "
    "which type stat file du df date nproc env sleep true set export".split()
)
"""Programs that check nothing: they look, record work, or are our own."""
UNREAD = re.compile(
    r"'[^']*(?:'|\Z)|\"[^\"]*(?:\"|\Z)|\b(?:sudo|time|command|exec|nohup) |\b\w+=\S*"
)
"""What of a command is no program: quotations, words before a program, variables."""


def left_off(
    events: list[Event],
    root: str,
    earlier: dict[str, Any],
    clean: Callable[[str], str] = str,
) -> dict[str, Any]:
    """The draft after `events`; {} while no file of the project at `root` was changed. What was refused is no change.

    earlier  the draft of the part of the session before these events; a step that is in both counts once
    clean    removes secrets from a text that is kept, before it is cut
    """
    session = Session(events, table.load())
    files = _files(texts_of(earlier.get("files")), session, root)
    if not files:
        return {}
    outcome = _outcome(session) or earlier.get("outcome", "")
    least = OPEN_FAILED if outcome == "partial" else OPEN
    told = _statement(session, first=not earlier.get("statement"))
    statement = clean(told.written) if told else str(earlier.get("statement", ""))
    return {
        "goal": earlier.get("goal") or _goal(events, clean),
        "outcome": outcome,
        "statement": one_line(own_words(statement, typed=False), MAX_TEXT),
        "open": _open_ends(statement, least, earlier, session),
        "closed": earlier.get("closed", []),
        "files": files[-MAX_FILES:],
    }


def _files(earlier: list[str], session: Session, root: str) -> list[str]:
    """The files of the project that were changed, the last one at the end."""
    files = dict.fromkeys(earlier)
    for path in session.files(scratch=True):
        inside = _inside(path, root)
        if inside:
            files.pop(inside, None)
            files[inside] = None
    return list(files)


def follow_up(root: str, session: str, events: list[Event]) -> None:
    """Closes what other sessions of a project left open and this one has done."""
    ends = [end for end in state.all_open(root) if end.draft["session"] != session]
    left = _still_open(ends, Session(events, table.load())) if ends else []
    for end in ends:
        if end not in left:
            state.close(root, end)


def _still_open(ends: list[OpenEnd], session: Session) -> list[OpenEnd]:
    """The open ends that no turn of a session has done: one after they were named that speaks of them and works."""
    if not ends:
        return []
    told = {
        message.at: one_line(message.text, len(message.text))
        for message in session.messages
    }
    turns = {
        answer.at: state.matter(_said(session, answer)) for answer in _answers(session)
    }
    left = []
    for end in ends:
        named = max([at for at, text in told.items() if end.step in text], default=-1)
        if not any(at > named and end.mentioned(said) for at, said in turns.items()):
            left.append(end)
    return left


def _answers(session: Session) -> Iterator[Utterance]:
    """The last messages of turns in which the last thing that was tried passed, if they leave nothing open."""
    for message, following in zip(session.messages, [*session.messages[1:], None]):
        if (
            message.role != ASSISTANT
            or message.asks
            or (following is not None and following.role == ASSISTANT)
        ):
            continue
        start, _ = session.turn_of(message)
        tried = range(start + 1, message.at)
        failed = max(filter(tried.__contains__, session.fails), default=start)
        passed = max(filter(tried.__contains__, session.passes), default=start)
        if passed > failed and not _step_of(message.written, session, PLAINLY_OPEN):
            yield message


def _said(session: Session, answer: Utterance) -> str:
    """What was said and called in a turn, up to its answer; of what was changed, the file names."""
    start, _ = session.turn_of(answer)
    said = []
    for event in session.events[max(0, start) : answer.at + 1]:
        if event.spoken or event.kind == USE:
            said.append(event.path or event.text)
    return " ".join(said)


def _statement(session: Session, *, first: bool) -> Utterance | None:
    """The agent's last message that states something about the work, whatever was said after it.

    first  nothing was stated before: of messages that all say little, the one that says most is better than none
    """
    start = -1
    if first:
        start = min([at for at in session.tools if session.events[at].path], default=0)
    told = [message for message in session.stated(start) if message.text]
    work = [at for at in session.tools if not _is_routine(session.events[at])]
    weights = {message.number: _weight(session, message, work) for message in told}
    stating = [message for message in told if weights[message.number] >= STATED]
    if stating or not first:
        return stating[-1] if stating else None
    return max(told, key=lambda message: weights[message.number], default=None)


def _weight(session: Session, message: Utterance, work: list[int]) -> float:
    """How much a message says: by its length, by its wording as an outcome or as what is open, and by what was done.

    `work` are the calls that count.

    The limit STATED is between .57 and .81, the weights of what was left out and of what was taken in 41 sessions.
    """
    start, _ = session.turn_of(message)
    done = [at for at in work if start < at < message.at]
    worked = 0.0
    if not {*session.changes, *session.undone}.isdisjoint(done):
        worked = CHANGED
    elif not session.tries.isdisjoint(done):
        worked = CHECKED
    long = min(LONGEST, log(1 + message.size) / 3)
    told = max(message.score("session_summary") / 2, message.score("open"))
    return long + told + worked


def _open_ends(
    statement: str, least: float, earlier: dict[str, Any], session: Session
) -> list[dict[str, str]]:
    """What is left open: by the last statement, and by earlier ones that do so plainly and were not followed up."""
    found = {}
    for end in state.open_ends(earlier):
        if session.score("open", end.step) >= PLAINLY_OPEN:
            found[end.step] = end.text
    step = one_line(_step_of(statement, session, least), MAX_TEXT)
    if step:
        found.pop(step, None)
        found[step] = one_line(own_words(statement, typed=False), MAX_TEXT)
    named = [
        {"step": step, "text": text}
        for step, text in found.items()
        if not state.was_closed(earlier, step)
    ]
    left = _still_open(state.open_ends({**earlier, "open": named}), session)
    return [{"step": end.step, "text": end.text} for end in left[-MAX_OPEN:]]


def _step_of(text: str, session: Session, least: float) -> str:
    """The sentence of a message that leaves something open, "" for none."""
    best, most = "", least
    for part in sentences(own_words(text, typed=False)):
        score = session.score("open", part)
        if words(part) >= MIN_STEP and score >= least and (not best or score > most):
            best, most = part, score
    return best


def _goal(events: list[Event], clean: Callable[[str], str]) -> str:
    """The first request of the user's that is more than a word or two."""
    for event in events:
        if event.kind == USER and words(event.text) >= MIN_GOAL:
            return one_line(clean(event.text), MAX_TEXT)
    return ""


def _outcome(session: Session) -> str:
    """Whether the last command that checked something passed: "success", "partial", or "" where none did."""
    said = ""
    for at, call in sorted({**session.passes, **session.fails}.items()):
        event = session.events[call]
        in_shell = any(name in event.tool.lower() for name in SHELLS)
        if in_shell and call in session.tries and not _is_routine(event):
            said = "success" if at in session.passes else "partial"
    return said


def _is_routine(event: Event) -> bool:
    """Whether a tool call checks and changes nothing: our own, or a command of which every part looks or records."""
    if "memor" in event.tool.lower():
        return True
    named = (
        programs(UNREAD.sub("", event.text.partition("<<")[0]))
        if not event.path
        else ()
    )
    names = [name.rpartition("/")[2] for name in named]
    return bool(names) and ROUTINE.issuperset(names)


def _inside(path: str, root: str) -> str:
    """A path relative to the project; "" for none, and for a file outside it or of its memory."""
    if not path:
        return ""
    whole = os.path.normpath(os.path.join(root, path))
    if not whole.startswith(root + os.sep):
        return ""
    inside = whole[len(root) + 1 :].replace(os.sep, "/")
    return (
        "" if inside.startswith((".claude/memory/", ".memories/", ".git/")) else inside
    )
