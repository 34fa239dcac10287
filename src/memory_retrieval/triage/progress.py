"""What triage remembers of a session: which messages it has seen, what it asked about, and how much work there was.

One small private file a session in the state folder. Only hashes of messages are kept, never their text.
"""

from __future__ import annotations

import os
import zlib

from ..core import config, jsontext
from ..core.files import path_key, write_private
from .activity import Activity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_SEEN = 2000  # hashes of messages kept, the newest
MAX_FILES = 200
KEEP_DAYS = 30


class Memory:
    """`seen` and `asked` hold hashes; `asks` counts the requests made; `forbidden`: the user wants nothing kept."""

    __slots__ = ("asked", "asks", "forbidden", "path", "seen", "work")

    def __init__(self, path: str, value: dict[str, Any]) -> None:
        self.path = path
        self.seen, self.asked = _numbers(value.get("seen")), _numbers(value.get("asked"))
        self.asks = value["asks"] if isinstance(value.get("asks"), int) else 0
        self.forbidden = value.get("forbidden") is True
        counts = [value[key] if isinstance(value.get(key), int) else 0 for key in ("tools", "passes", "changes")]
        self.work = Activity(counts[0], _numbers(value.get("files")), counts[1], counts[2])

    def store(self) -> bool:
        """Writes the file, whole or not at all. False when it cannot be written: then nothing may be asked, or it would be asked again."""
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
        try:
            write_private(self.path, jsontext.dumps(value).encode("ascii"))
        except OSError:
            return False
        return True


def recall(session: str, root: str) -> Memory | None:
    """What is known of a session of a project; None without a state folder or without a name for the session."""
    if not session or not config.state_dir():
        return None
    name = path_key(session + "\x00" + root, b"t", "replace") + ".json"
    path = os.path.join(config.state_dir(), "triage", name)
    value = config.read_json(path, [])
    return Memory(path, value if isinstance(value, dict) else {})


def mark(text: str) -> int:
    """The hash under which a piece of evidence is remembered."""
    return zlib.crc32(" ".join(text.split()).encode("utf-8", "replace")) & 0xFFFFFFFF


def prune(now: float) -> None:
    """Removes the files of sessions that have not changed for KEEP_DAYS."""
    if not config.state_dir():
        return
    folder = os.path.join(config.state_dir(), "triage")
    try:
        for name in os.listdir(folder):
            path = os.path.join(folder, name)
            if now - os.stat(path).st_mtime > KEEP_DAYS * 86_400:
                os.unlink(path)
    except OSError:
        pass


def _numbers(value: Any) -> list[int]:
    return [n for n in value if isinstance(n, int)] if isinstance(value, list) else []
