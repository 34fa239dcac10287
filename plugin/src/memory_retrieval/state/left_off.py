"""Where sessions stopped, as drafted from their transcripts: a private file for each session of a project.

triage/left_off.py drafts them. They name transcripts and files of this machine, so that they stay here. What a session
left open stays until it is done or somebody drops it.
"""

from __future__ import annotations

import os
import time

from ..core import clock
from ..core.files import path_key, remove_quietly
from ..core.jsontext import texts_of
from ..core.model import JsonObject, Value
from ..core.stem import stem
from ..core.tokens import STOP_WORDS, tokenize
from .folders import Filed, read_object, read_private, write_object

FILES = Filed("left-off")
MOST = (
    50  # sessions kept of a project, the newest; and as many that left something open
)
SHOWN_DAYS = 14  # for so long the brief shows where work stopped
KEEP_DAYS = 90  # for a session that left nothing open
LEAST, SHARE = (
    3,
    0.6,
)  # words that a text shares with a step it mentions, and their share of the words of the step
PREFIX = "open-"  # of the id of an open end; what follows are 8 hexadecimal digits


class OpenEnd(Value):
    """Something that a session left unfinished.

    at      when the session stopped, or when somebody decided to keep it
    branch  that was checked out; "" when there was none
    draft   of the session
    step    the sentence that says what is left
    text    the statement that it stands in
    origin  whose words they are, where a stored summary has them; "" for a draft
    """

    at: int
    branch: str
    draft: JsonObject
    id: str
    step: str
    text: str
    origin: str = ""

    def mentioned(self, *texts: set[str]) -> bool:
        """Whether one of some texts, each as `matter` gives it, has SHARE of the words of the step, at least LEAST."""
        named = matter(self.step)
        return any(
            len(named & words) >= max(LEAST, SHARE * len(named)) for words in texts
        )


def open_ends(draft: JsonObject) -> list[OpenEnd]:
    """What a draft leaves open, oldest first."""
    ends, branch, session = draft.get("open"), draft.get("branch"), draft.get("session")
    at = max(_time(draft, "at"), _time(draft, "kept"))
    return [
        OpenEnd(
            at=at,
            branch=branch if isinstance(branch, str) else "",
            draft=draft,
            id=PREFIX + path_key(f"{session} {end['step']}", b"o", "replace")[:8],
            step=end["step"],
            text=end["text"],
        )
        for end in (ends if isinstance(ends, list) else [])
        if isinstance(end, dict)
        and isinstance(end.get("step"), str)
        and isinstance(end.get("text"), str)
    ]


def all_open(root: str) -> list[OpenEnd]:
    """What the sessions of a project left open, the newest first."""
    return [end for draft in drafts(root) for end in reversed(open_ends(draft))]


def close(root: str, end: OpenEnd) -> None:
    """Remembers that an open end is done, or was dropped."""
    draft = end.draft
    draft["open"] = [other for other in draft["open"] if other.get("step") != end.step]
    draft["closed"] = [*_closed(draft), end.step]
    if draft.get("statement") == end.text:
        draft["statement"] = ""
    write(root, draft["session"], draft)


def keep(root: str, end: OpenEnd, now: int) -> None:
    """Makes what a session left open count as new."""
    write(root, end.draft["session"], {**end.draft, "kept": now})


def was_closed(draft: JsonObject, step: str) -> bool:
    """Whether a step of this session is done, or was dropped."""
    return step in _closed(draft)


def read(root: str, session: str) -> JsonObject:
    """What is kept of a session; {} when nothing is."""
    return read_object(_path(root, session))


def drafts(root: str) -> list[JsonObject]:
    """What is kept of all sessions of a project, the one that stopped last first; damaged files are left out."""
    found = [
        value for value in map(read_private, _files(root)) if isinstance(value, dict)
    ]
    timed = [draft for draft in found if _time(draft, "at") and _time(draft, "started")]
    whole = [draft for draft in timed if isinstance(draft.get("session"), str)]
    return sorted(whole, key=lambda draft: -_time(draft, "at"))


def write(root: str, session: str, value: JsonObject) -> None:
    """Replaces what is kept of a session, and removes what is old. Never fails: it is only a convenience."""
    try:
        if write_object(_path(root, session), value):
            _remove_old(_files(root))
    except OSError:
        pass


def drop(root: str, session: str) -> None:
    """Forgets a session."""
    path = _path(root, session)
    if path:
        remove_quietly(path)


def _remove_old(paths: list[str]) -> None:
    """Removes what is beyond the limits, of files that are given newest first."""
    unfinished = 0
    for number, path in enumerate(paths):
        if (
            number >= MOST
            or time.time() - os.stat(path).st_mtime > KEEP_DAYS * clock.DAY
        ):
            value = read_private(path)
            is_open = isinstance(value, dict) and bool(open_ends(value))
            unfinished += is_open
            if not is_open or unfinished > MOST:
                remove_quietly(path)


def matter(text: str) -> set[str]:
    """The words that say what a text is about, as stems."""
    return {stem(token) for token in tokenize(text) if token not in STOP_WORDS}


def _closed(draft: JsonObject) -> list[str]:
    return texts_of(draft.get("closed"))


def _time(draft: JsonObject, key: str) -> int:
    value = draft.get(key)
    return value if type(value) is int else 0


def _path(root: str, session: str) -> str:
    return FILES.path(root, path_key(session, b"l", "replace")) if session else ""


def _files(root: str) -> list[str]:
    """The files of a project, the newest first."""
    try:
        found = [(os.stat(path).st_mtime_ns, path) for path in FILES.paths(root)]
    except OSError:
        return []
    return [path for _, path in sorted(found, reverse=True)]
