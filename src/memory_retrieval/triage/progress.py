"""What triage has done in a session so far: the messages it has seen, what it asked about, and how much work there was.

Only hashes of messages are kept, never their text.
"""

from __future__ import annotations

import zlib

from ..state import triage_progress
from .values import Activity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_SEEN = 2000  # hashes of messages kept, the newest
MAX_FILES = 200


class TriageProgress:
    """What is known of a session in a project.

    seen       digests of the messages triaged
    asked      hashes of the evidence asked about; `asks` is the number of requests
    forbidden  the user wants nothing kept
    work       the work done so far, with hashes in place of file names
    """

    __slots__ = ("asked", "asks", "forbidden", "path", "seen", "work")

    def __init__(self, path: str, value: dict[str, Any]) -> None:
        self.path = path
        self.seen, self.asked = _numbers(value.get("seen")), _numbers(value.get("asked"))
        self.asks = value["asks"] if isinstance(value.get("asks"), int) else 0
        self.forbidden = value.get("forbidden") is True
        counts = [value[key] if isinstance(value.get(key), int) else 0 for key in ("tools", "passes", "changes")]
        self.work = Activity(counts[0], _numbers(value.get("files")), counts[1], counts[2])

    def store(self) -> bool:
        """Writes it to its file. False when that fails: then nothing may be asked, or it would be asked again."""
        value = {
            "seen": self.seen[-MAX_SEEN:],
            "asked": self.asked[-MAX_SEEN:],
            "asks": self.asks,
            "forbidden": self.forbidden,
            "tools": self.work.tools,
            "passes": self.work.passes,
            "changes": self.work.changes,
            "files": sorted(self.work.files)[:MAX_FILES],
        }
        return triage_progress.write_progress(self.path, value)


def load_progress(session: str, root: str) -> TriageProgress | None:
    """The progress in a session of a project; None without a state folder or without a name for the session."""
    path = triage_progress.progress_path(session, root)
    return TriageProgress(path, triage_progress.read_progress(path)) if path else None


def text_hash(text: str) -> int:
    """The hash under which a piece of evidence is remembered."""
    return zlib.crc32(" ".join(text.split()).encode("utf-8", "replace"))


def _numbers(value: Any) -> list[int]:
    return [n for n in value if isinstance(n, int)] if isinstance(value, list) else []
