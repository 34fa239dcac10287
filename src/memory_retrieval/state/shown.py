"""Which memories a session has been given, a small private file for each session and project.

{"root", "injected": {path: digest}, "brief": [path, ...], "brief_whole": true, "brief_due": true,
"listed": [path, ...], "read": [path, ...]}; only what applies.
"""

from __future__ import annotations

import os

from ..core import config, jsontext
from ..core.files import path_key, project_path, remove_quietly, write_private
from .folders import remove_older

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

KEEP_DAYS = 30  # of a session's file after its last change
_held: dict[str, dict[str, Any]] | None = None  # what was read and is to be written, while this process holds it


def hold() -> None:
    """From here to `release`, each session's file is read once and not written: for a hook, which asks six times."""
    global _held
    _held = {}


def release() -> None:
    """Writes what has changed since `hold`."""
    global _held
    held, _held = _held, None
    for path, value in (held or {}).items():
        if value.pop("changed", False):
            _save(path, value)


def shown_before(session: str, root: str) -> dict[str, str]:
    """{path: digest} of the memories that this session was given from the store at `root`."""
    injected = _read(session, root).get("injected")
    return {k: v for k, v in injected.items() if isinstance(v, str)} if isinstance(injected, dict) else {}


def remember_shown(session: str, root: str, shown: dict[str, str]) -> None:
    """Replaces what was injected in the session; silent when the state folder cannot be written."""
    _write(session, root, {**_read(session, root), "injected": shown})


def brief_given(session: str, root: str) -> list[str]:
    """The paths of the memories in the brief that this session was given; [] when it was given none."""
    return _paths(_read(session, root), "brief")


def brief_is_whole(session: str, root: str) -> bool | None:
    """Whether the session's brief showed every memory; None when it was given none."""
    whole = _read(session, root).get("brief_whole")
    return whole if isinstance(whole, bool) else None


def remember_brief(session: str, root: str, paths: list[str], whole: bool | None) -> None:
    """Keeps what the session's brief showed, and whether that was every memory."""
    value = {key: kept for key, kept in _read(session, root).items() if key != "brief_due"}
    _write(session, root, {**value, "brief": paths, "brief_whole": whole})


def listed_before(session: str, root: str) -> list[str]:
    """The paths of the memories whose titles a shortlist has shown in this session."""
    return _paths(_read(session, root), "listed")


def remember_listed(session: str, root: str, paths: list[str]) -> None:
    """Adds what a shortlist has shown."""
    value = _read(session, root)
    _write(session, root, {**value, "listed": _paths(value, "listed") + paths})


def note_read(session: str, root: str, paths: list[str]) -> list[str]:
    """Those of `paths` that the session had not read before; from now on it has."""
    value = _read(session, root)
    before = _paths(value, "read")
    new = [path for path in paths if path not in before]
    if new:
        _write(session, root, {**value, "read": before + new})
    return new


def request_brief(session: str, root: str) -> None:
    """Forgets the session, and has the next prompt bring the brief: for hosts that send no start after a compaction."""
    _write(session, root, {**_kept(session, root), "brief_due": True})


def is_brief_due(session: str, root: str) -> bool:
    """Whether the next prompt is to bring the brief again."""
    return _read(session, root).get("brief_due") is True


def forget(session: str, root: str) -> None:
    """Allows everything to be injected again, as after a compaction. What was read stays noted: it counts once."""
    kept = _kept(session, root)
    if kept:
        _write(session, root, kept)
    else:
        end(session, root)


def end(session: str, root: str) -> None:
    """Removes what is kept of a session that has ended."""
    if config.state_dir():
        remove_quietly(_path(session, root))


def prune(now: float) -> None:
    """Removes the files of sessions that have not changed for KEEP_DAYS."""
    remove_older("sessions", KEEP_DAYS, now)


def _kept(session: str, root: str) -> dict[str, Any]:
    """What outlasts a compaction."""
    read = _paths(_read(session, root), "read")
    return {"read": read} if read else {}


def _paths(value: dict[str, Any], key: str) -> list[str]:
    paths = value.get(key)
    return [path for path in paths if isinstance(path, str)] if isinstance(paths, list) else []


def _read(session: str, root: str) -> dict[str, Any]:
    if not session or not config.state_dir():
        return {}
    path = _path(session, root)
    if _held is not None and path in _held:
        return _held[path]
    value = config.read_json(path, [])
    value = value if isinstance(value, dict) else {}
    if _held is not None:
        _held[path] = value
    return value


def _write(session: str, root: str, value: dict[str, Any]) -> None:
    if not session or not config.state_dir():
        return
    path, value = _path(session, root), {**value, "root": root}
    if _held is None:
        _save(path, value)
    else:
        _held[path] = {**value, "changed": True}


def _save(path: str, value: dict[str, Any]) -> None:
    try:
        write_private(path, jsontext.dumps(value).encode("ascii"))
    except OSError:
        pass


def _path(session: str, root: str) -> str:
    start = os.path.join(config.state_dir(), "sessions", "")
    return project_path(root, lambda text: start + path_key(session + "\x00" + text, b"s", "replace") + ".json")
