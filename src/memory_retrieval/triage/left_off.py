"""Where a session stopped, drafted from its events without a model: goal, outcome, next steps, files, checks.

A draft grows with the session: what is new is added to what is kept. Only a session that changed files has one.
"""

from __future__ import annotations

import os

from ..core.sanitize import one_line
from ..transcript.values import ASSISTANT, USE, USER
from . import words as table
from .draft import draft
from .prose import words
from .session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from ..transcript.values import Event

MIN_GOAL = 4  # words of a request that says what a session is about
MAX_TEXT = 300  # characters of the goal, and of the last statement
MAX_COMMAND = 80  # characters
MAX_FILES = 12
MAX_CHECKS = 3


def left_off(
    events: list[Event], root: str, earlier: dict[str, Any], clean: Callable[[str], str] = str
) -> dict[str, Any]:
    """The draft after `events`; {} while no file of the project at `root` was changed.

    earlier  the draft of the part of the session before these events; a step that is in both counts once
    clean    removes secrets from a text that is kept, before it is cut
    """
    files = [path for path in earlier.get("files", []) if isinstance(path, str)]
    for event in events:
        path = _inside(event.path, root) if event.kind == USE else ""
        if path:
            files = [other for other in files if other != path] + [path]
    if not files:
        return {}
    said = [event.text for event in events if event.kind == ASSISTANT]
    last = draft("session_summary", [{"text": clean(said[-1])}]) if said else {}
    content = last.get("content", {})
    statement = " ".join(content.get("completed", []))
    checks = _checks(events, clean) or [check for check in earlier.get("checks", []) if isinstance(check, dict)]
    return {
        "goal": earlier.get("goal") or _goal(events, clean),
        "outcome": ("success" if checks[-1].get("passed") else "partial") if checks else "",
        "statement": one_line(statement, MAX_TEXT) if said else earlier.get("statement", ""),
        "next_actions": content.get("next_actions", [])[:3] if said else earlier.get("next_actions", []),
        "files": files[-MAX_FILES:],
        "checks": checks[-MAX_CHECKS:],
    }


def _goal(events: list[Event], clean: Callable[[str], str]) -> str:
    """The first request of the user's that is more than a word or two."""
    for event in events:
        if event.kind == USER and words(event.text) >= MIN_GOAL:
            return one_line(clean(event.text), MAX_TEXT)
    return ""


def _checks(events: list[Event], clean: Callable[[str], str]) -> list[dict[str, Any]]:
    """The last commands that checked something, each with whether it passed; the last result of each counts."""
    session = Session(events, table.load())
    results: dict[str, bool] = {}
    for at, call in sorted({**session.passes, **session.fails}.items()):
        if not events[call].path:
            command = events[call].text
            results.pop(command, None)
            results[command] = at in session.passes
    latest = list(results.items())[-MAX_CHECKS:]
    return [{"command": one_line(clean(command), MAX_COMMAND), "passed": passed} for command, passed in latest]


def _inside(path: str, root: str) -> str:
    """A path relative to the project; "" for none, and for a file outside it or of its memory."""
    if not path:
        return ""
    whole = os.path.normpath(os.path.join(root, path))
    if not whole.startswith(root + os.sep):
        return ""
    inside = whole[len(root) + 1 :].replace(os.sep, "/")
    return "" if inside.startswith((".claude/memory/", ".memories/", ".git/")) else inside
