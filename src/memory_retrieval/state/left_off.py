"""Where sessions stopped, as drafted from their transcripts: a private file for each session of a project.

triage/left_off.py knows what is in them. They name transcripts and files of this machine, so that they stay here.
"""

from __future__ import annotations

import os
import time

from ..core import clock, jsontext
from ..core.files import path_key, remove_quietly, write_private
from .folders import folder_path, read_private

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

KIND = "left-off"
MOST = 50  # sessions kept of a project, the newest
KEEP_DAYS = 90


def read(root: str, session: str) -> dict[str, Any]:
    """What is kept of a session; {} when nothing is."""
    path = _path(root, session)
    value = read_private(path) if path else None
    return value if isinstance(value, dict) else {}


def newest(root: str) -> dict[str, Any]:
    """What is kept of the session that stopped last, with its times; {} when nothing is."""
    paths = _files(root)
    value = read_private(paths[0]) if paths else None
    if not isinstance(value, dict) or not isinstance(value.get("at"), int) or not isinstance(value.get("started"), int):
        return {}
    return value


def write(root: str, session: str, value: dict[str, Any]) -> None:
    """Replaces what is kept of a session, and removes what is old. Never fails: it is only a convenience."""
    path = _path(root, session)
    if not path:
        return
    try:
        write_private(path, jsontext.dumps(value).encode("ascii"))
        for number, other in enumerate(_files(root)):
            if number >= MOST or time.time() - os.stat(other).st_mtime > KEEP_DAYS * clock.DAY:
                remove_quietly(other)
    except OSError:
        pass


def drop(root: str, session: str) -> None:
    """Forgets a session."""
    path = _path(root, session)
    if path:
        remove_quietly(path)


def _path(root: str, session: str) -> str:
    folder = folder_path(KIND, root)
    return os.path.join(folder, path_key(session, b"l", "replace") + ".json") if folder and session else ""


def _files(root: str) -> list[str]:
    """The files of a project, the newest first."""
    folder = folder_path(KIND, root)
    found = []
    try:
        for name in os.listdir(folder) if folder else ():
            if name.endswith(".json") and not name.startswith("."):
                path = os.path.join(folder, name)
                found.append((os.stat(path).st_mtime_ns, path))
    except OSError:
        return []
    return [path for _, path in sorted(found, reverse=True)]
