"""Which memories a session has been given, one small private file a session and project. Losing them harms nothing."""

from __future__ import annotations

import os

from ..core import config, jsontext
from ..core.files import path_key, remove_quietly, write_private
from .folders import remove_older

KEEP_DAYS = 30  # of a session's file after its last change


def shown_before(session: str, root: str) -> dict[str, str]:
    """{path: digest} of the memories that this session was given from the store at `root`."""
    value = config.read_json(_path(session, root), []) if session and config.state_dir() else None
    injected = value.get("injected") if isinstance(value, dict) else None
    return {k: v for k, v in injected.items() if isinstance(v, str)} if isinstance(injected, dict) else {}


def remember_shown(session: str, root: str, shown: dict[str, str]) -> None:
    """Replaces what is known of the session; silent when the state folder cannot be written."""
    if not session or not config.state_dir():
        return
    try:
        write_private(_path(session, root), jsontext.dumps({"root": root, "injected": shown}).encode("ascii"))
    except OSError:
        pass


def forget(session: str, root: str) -> None:
    """Allows everything to be injected again: after a compaction, and when the session has ended."""
    if config.state_dir():
        remove_quietly(_path(session, root))


def prune(now: float) -> None:
    """Removes the files of sessions that have not changed for KEEP_DAYS."""
    remove_older("sessions", KEEP_DAYS, now)


def _path(session: str, root: str) -> str:
    return os.path.join(config.state_dir(), "sessions", path_key(session + "\x00" + root, b"s", "replace") + ".json")
