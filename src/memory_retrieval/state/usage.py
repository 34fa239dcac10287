"""How often each memory was injected and read, and which ones the user muted.

This only lowers scores, and only for injection: search finds everything. Small files hold it, which may be lost.
"""

from __future__ import annotations

import os
import stat

from ..core import config, jsontext
from ..core.files import path_key, write_private

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PATIENCE = 12  # times a memory may be shown unread before it is injected less eagerly
STEP, FLOOR = 0.05, 0.5  # each further time takes this from the factor on its score, down to the floor
TAIL = 1_048_576  # bytes of the transcript that are searched: more than one turn


class Usage:
    """Counts of one project: `shown` and `used` by path, and the `muted` paths."""

    __slots__ = ("muted", "shown", "used")

    def __init__(self, shown: dict[str, int], used: dict[str, int], muted: set[str]) -> None:
        self.shown, self.used, self.muted = shown, used, muted

    def factor(self, path: str) -> float:
        """The factor on a memory's score for injection: 1.0 unless it was shown often and never used."""
        if self.used.get(path):
            return 1.0
        return max(FLOOR, 1.0 - STEP * max(0, self.shown.get(path, 0) - PATIENCE))


def counts_path(root: str) -> str:
    """The file of the counts of the project at `root`."""
    return os.path.join(config.state_dir(), "usage", path_key(root, b"u", "replace") + ".json")


def load(root: str, counting: bool = True) -> Usage:
    """The counts and mutes of the project at `root`; without `counting` only the mutes."""
    value = config.read_json(counts_path(root), []) if counting and config.state_dir() else None
    value = value if isinstance(value, dict) else {}
    muted = config.read_json(config.muted_path(), []) if config.config_dir() else None
    listed = muted.get(root) if isinstance(muted, dict) else None
    return Usage(
        _counts(value.get("shown")), _counts(value.get("used")), set(listed) if isinstance(listed, list) else set()
    )


def note(root: str, shown: list[str], used: list[str]) -> None:
    """Adds one to the count of each path; silent when that cannot be written."""
    if not config.state_dir() or not (shown or used):
        return
    usage = load(root)
    for counts, paths in ((usage.shown, shown), (usage.used, used)):
        for path in paths:
            counts[path] = counts.get(path, 0) + 1
    text = jsontext.dumps({"root": root, "shown": usage.shown, "used": usage.used})
    try:
        write_private(counts_path(root), text.encode("ascii"))
    except OSError:
        pass


def set_muted(root: str, path: str, muted: bool) -> bool:
    """Mutes a memory for this user, or unmutes it; whether that changed anything. OSError when it cannot be written."""
    import json

    value = config.read_json(config.muted_path(), [])
    value = value if isinstance(value, dict) else {}
    listed = [p for p in value.get(root) or [] if isinstance(p, str)]
    if (path in listed) == muted:
        return False
    value[root] = [p for p in listed if p != path] + ([path] if muted else [])
    write_private(config.muted_path(), (json.dumps(value, indent=2) + "\n").encode("ascii"))
    return True


def read_since(transcript: str, paths: list[str]) -> list[str]:
    """Those of `paths` that a tool call near the end of a transcript names: the agent opened the record.

    The injected block names paths too, but there no quotation mark follows.
    """
    if not transcript or not paths:
        return []
    try:
        fd = os.open(transcript, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError):
        return []
    try:
        info = os.fstat(fd)
        if not stat.S_ISREG(info.st_mode):
            return []
        os.lseek(fd, max(0, info.st_size - TAIL), os.SEEK_SET)
        tail = os.read(fd, TAIL)
    except OSError:
        return []
    finally:
        os.close(fd)
    return [path for path in paths if (path + '"').encode("utf-8") in tail or (path + '\\"').encode("utf-8") in tail]


def _counts(value: Any) -> dict[str, int]:
    if not isinstance(value, dict):
        return {}
    return {path: count for path, count in value.items() if isinstance(count, int) and not isinstance(count, bool)}
