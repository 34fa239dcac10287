"""What triage has done in a session so far: the messages it has seen, what it found in them, how much work was done.

Of messages only hashes are kept. What was found is kept as text, without its secrets, until it is saved or filed.
"""

from __future__ import annotations

import zlib

from ..core.model import CATEGORIES, Value
from ..state.folders import files_of, read_object, state_file, write_object
from .values import Activity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

KIND = "triage"  # of its files, one for each session and project
STILL = 7200  # seconds without a change after which a session seems to have ended
MAX_SEEN = 2000  # hashes of messages kept, the newest
MAX_FILES = 200
MAX_FOUND = 40  # kept of a session, the likeliest
FLAGS = ("asked", "due", "forbidden", "over")
PLAIN = ("session", "root", "at", "prompts", "writes", *FLAGS)
TEXTS = ("quote", "text", "pattern", "session")  # of what was found
COUNTS = ("at", "prompts", "writes", "tools", "passes", "changes")


class Found(Value):
    """Something worth keeping that was said in the session.

    score     the chance that it is, 0 to 1
    quote     what says it, whole; `text` is the message around it
    pattern   the signals that spoke for it
    asked     whether the agent was asked about it
    session   the earlier session in which it was said; "" for this one
    start     the turns in which it was said lie between this time and `end`, in seconds since 1970
    """

    category: str
    score: float
    quote: str
    text: str
    pattern: str = ""
    asked: bool = False
    session: str = ""
    start: int = 0
    end: int = 0


class TriageProgress:
    """What is known of a session in a project.

    session, root  whose progress it is
    at             when it was last stored, in seconds since 1970; 0 for never
    seen           digests of the messages triaged
    found          what waits to be saved or filed
    known          hashes of what was found, so that nothing is found twice
    prompts        messages of the user since the agent was last asked to save
    writes         number of the last write of the store before that, in the undo journal
    over           the session has ended
    asked          the agent was asked to save
    due            the next end of a turn is a moment to ask
    forbidden      the user wants nothing kept
    work           the work done so far, with hashes in place of file names
    """

    def __init__(self, path: str, value: dict[str, Any]) -> None:
        self.path = path
        self.session, self.root = _text(value.get("session")), _text(value.get("root"))
        self.seen = _numbers(value.get("seen"))
        self.known = _numbers(value.get("known"))
        given = value.get("found")
        self.found = list(
            filter(None, map(_found, given if isinstance(given, list) else ()))
        )
        flags = [value.get(key) is True for key in FLAGS]
        self.asked, self.due, self.forbidden, self.over = flags
        self.at, self.prompts, self.writes, tools, passes, changes = [
            _number(value.get(key)) for key in COUNTS
        ]
        self.work = Activity(
            tools, frozenset(_numbers(value.get("files"))), passes, changes
        )

    def store(self) -> bool:
        """Writes it to its file. False when that fails: then nothing may be asked, or it would be asked again."""
        likeliest = sorted(self.found, key=lambda found: -found.score)[:MAX_FOUND]
        value = {
            **{key: getattr(self, key) for key in PLAIN},
            **self.work.as_dict(),
            "seen": self.seen[-MAX_SEEN:],
            "found": [found.as_dict() for found in likeliest],
            "known": self.known[-MAX_SEEN:],
            "files": sorted(self.work.files)[:MAX_FILES],
        }
        return write_object(self.path, value)


def load_progress(session: str, root: str) -> TriageProgress | None:
    """The progress in a session of a project; None without a state folder or without a name for the session."""
    path = state_file(KIND, root, session) if session else ""
    if not path:
        return None
    return TriageProgress(path, {**read_object(path), "session": session, "root": root})


def ended(root: str, now: float) -> list[TriageProgress]:
    """The progress of sessions of a project that have ended, or seem to have, and found something."""
    found = []
    for path, changed in files_of(KIND):
        one = TriageProgress(path, read_object(path))
        if not one.over and now - changed <= STILL:
            continue
        # A repository that was there before has left its sessions under other names.
        if (
            one.root == root
            and one.found
            and path == state_file(KIND, root, one.session)
        ):
            found.append(one)
    return found


def text_hash(text: str) -> int:
    """The hash under which a piece of evidence is remembered."""
    return zlib.crc32(" ".join(text.split()).encode("utf-8", "replace"))


def _found(value: Any) -> Found | None:
    """What was found, as it was kept; None for a damaged value."""
    if not isinstance(value, dict) or value.get("category") not in CATEGORIES:
        return None
    score, asked = value.get("score"), value.get("asked") is True
    if not isinstance(score, float):
        return None
    texts = {key: _text(value.get(key)) for key in TEXTS}
    start, end = _number(value.get("start")), _number(value.get("end"))
    return Found(value["category"], score, asked=asked, start=start, end=end, **texts)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _number(value: Any) -> int:
    return value if isinstance(value, int) else 0


def _numbers(value: Any) -> list[int]:
    return [n for n in value if isinstance(n, int)] if isinstance(value, list) else []
