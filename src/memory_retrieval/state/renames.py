"""Carries state that is kept under a record's path over to a new path: mutes, counts of use, what a review kept, and
lines of the ledger.

The ledger is append-only, so its lines stay as they are. A file beside them notes each rename with its time; readers of
the ledger get today's paths from `current`. The prompt hook only writes the ledger and never comes here.
"""

from __future__ import annotations

import os
import time

from ..core import config, jsontext
from ..core.files import append_private, write_private
from . import reviewed, usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Rename = tuple[float, str, str, str]  # (seconds since 1970, root or "" for every project, old path, new path)

NAME = "renames"  # in the ledger's folder, so that it is removed when the last line before it is


def follow(root: str, old: str, new: str, everywhere: bool = False) -> None:
    """Moves the state of the record at `old` (below `root`) to `new`. OSError when it cannot be written.

    everywhere  the record is in the user's own store, which every project sees
    """
    _follow_muted(root, old, new, everywhere)
    if not config.state_dir():
        return
    for path in _usage_files(root, everywhere):
        _follow_counts(path, old, new, everywhere)
    reviewed.follow(root, old, new)
    _note_rename("" if everywhere else root, old, new)


def current(entry: dict[str, Any], renames: list[Rename]) -> dict[str, Any]:
    """An entry of the ledger with today's paths of its memories."""
    root, at = entry.get("root"), entry.get("at")
    if not isinstance(at, (int, float)):
        return entry
    known = [(old, new) for when, whose, old, new in renames if when >= at and whose in ("", root)]
    if not known:
        return entry
    out = dict(entry)
    if isinstance(entry.get("injected"), list):
        out["injected"] = [[_last(known, p[0]), *p[1:]] if isinstance(p, list) and p else p for p in entry["injected"]]
    for key in ("used", "paths"):
        if isinstance(entry.get(key), list):
            out[key] = [_last(known, path) for path in entry[key]]
    return out


def read() -> list[Rename]:
    """Every rename since the oldest line of the ledger, oldest first. Skips damaged lines."""
    out: list[Rename] = []
    try:
        with open(_path(), encoding="utf-8", errors="replace") as lines:
            for line in lines:
                try:
                    at, root, old, new = jsontext.loads(line)
                except (TypeError, ValueError):
                    continue
                if isinstance(at, (int, float)) and all(isinstance(text, str) for text in (root, old, new)):
                    out.append((at, root, old, new))
    except OSError:
        return []
    return out


def _last(known: list[tuple[str, str]], path: Any) -> Any:
    for old, new in known:
        if path == old:
            path = new
    return path


def _note_rename(root: str, old: str, new: str) -> None:
    """Notes the rename for the ledger's lines, if there are any."""
    if not os.path.isdir(os.path.dirname(_path())):
        return
    line = jsontext.dumps([int(time.time()), root, old, new])  # the ledger's clock
    append_private(_path(), (line + "\n").encode("ascii"))


def _follow_muted(root: str, old: str, new: str, everywhere: bool) -> None:
    """Mutes the new path exactly if the old one was, whatever mute a deleted record has left for the new one."""
    value = config.read_json(config.muted_path(), []) if config.config_dir() else None
    if not isinstance(value, dict):
        return
    after = dict(value)
    for project, listed in value.items():
        if not isinstance(listed, list) or not (project == root or (everywhere and not _has(project, old))):
            continue
        if old in listed or new in listed:
            after[project] = [p for p in listed if p not in (old, new)] + ([new] if old in listed else [])
    if after != value:
        import json

        write_private(config.muted_path(), (json.dumps(after, indent=2) + "\n").encode("ascii"))


def _follow_counts(path: str, old: str, new: str, everywhere: bool) -> None:
    value = config.read_json(path, [])
    if not isinstance(value, dict) or (everywhere and _has(value.get("root"), old)):
        return
    after = dict(value)
    for name in ("shown", "used"):
        counts = value.get(name)
        if isinstance(counts, dict) and (old in counts or new in counts):
            after[name] = {p: n for p, n in counts.items() if p not in (old, new)}
            if old in counts:
                after[name][new] = counts[old]
    if after != value:
        write_private(path, jsontext.dumps(after).encode("ascii"))


def _usage_files(root: str, everywhere: bool) -> list[str]:
    if not everywhere:
        return [usage.counts_path(root)]
    folder = os.path.dirname(usage.counts_path(root))
    try:
        return [os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".json")]
    except OSError:
        return []


def _has(project: Any, path: str) -> bool:
    """Whether a project has a record of its own at a path of the user's store."""
    return isinstance(project, str) and os.path.lexists(os.path.join(project, *path.split("/")))


def _path() -> str:
    return os.path.join(config.state_dir(), "ledger", NAME)
