"""The files of triage's progress, one for each session and project. triage/progress.py knows what is in them."""

from __future__ import annotations

import os

from ..core import config, jsontext
from ..core.files import write_private
from .folders import remove_older, state_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

KIND = "triage"
KEEP_DAYS = 30  # of a session's file after its last change
STILL = 7200  # seconds without a change after which a session seems to have ended


def progress_path(session: str, root: str) -> str:
    """The file of a session in the project at `root`; "" without a state folder or a name for the session."""
    return state_file(KIND, root, session) if session else ""


def read_progress(path: str) -> dict[str, Any]:
    """The object in a file; {} when it is missing or damaged."""
    value = config.read_json(path, [])
    return value if isinstance(value, dict) else {}


def write_progress(path: str, value: dict[str, Any]) -> bool:
    """Replaces a file; False when it cannot be written."""
    try:
        write_private(path, jsontext.dumps(value).encode("ascii"))
    except OSError:
        return False
    return True


def still(now: float) -> list[str]:
    """The files of all projects' sessions that seem to have ended; `now` in seconds since 1970. Never fails."""
    folder = os.path.join(config.state_dir(), KIND) if config.state_dir() else ""
    try:
        paths = [os.path.join(folder, name) for name in os.listdir(folder)] if folder else []
        return [path for path in paths if now - os.stat(path).st_mtime > STILL]
    except OSError:
        return []


def prune(now: float) -> None:
    """Removes the files of sessions that have not changed for KEEP_DAYS."""
    remove_older(KIND, KEEP_DAYS, now)
