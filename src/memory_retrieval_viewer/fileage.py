"""Whether the files that memories are about are gone or were changed since, according to git. Standard library only."""

from __future__ import annotations

import os
from typing import Any

from memory_retrieval.core import git
from memory_retrieval.core.reading import read_below
from memory_retrieval.save.draft import leads_out

from .values import Fields, FileState

PATIENCE = 10  # seconds
COMMITS = 5  # listed for a file
MAX_LOG = 67_108_864  # bytes of names of files
MAX_BLOB = 16_777_216  # bytes of a file whose hash is compared
LOG = ["log", "--no-renames", "--relative", "--name-only", "--format=%x1e%ct%x09%s"]
MARK = "\x1e"  # before each commit
Commit = tuple[int, str]
"""(seconds since 1970, subject)."""


def states(root: str, raw: Fields, since: int | None) -> tuple[FileState, ...]:
    """The files that a record names, in its order, with the commits that changed them after `since`."""
    anchors = {}
    for anchor in listed(raw.get("anchors")):
        if isinstance(anchor, dict) and isinstance(anchor.get("path"), str):
            anchors[anchor["path"]] = anchor.get("blob")
    names = list(dict.fromkeys([*texts(raw.get("related_files")), *anchors]))
    inside = [name for name in names if not leads_out(name)]
    commits = _commits(root, inside, since) if inside and since is not None else {}
    states = [
        _state(root, name, anchors.get(name), commits.get(name, [])) for name in names
    ]
    return tuple(states)


def listed(value: Any) -> list[Any]:
    """The list under a key of a record; [] for another type, since keys unknown to its version are not validated."""
    return value if isinstance(value, list) else []


def texts(value: Any) -> list[str]:
    return [item for item in listed(value) if isinstance(item, str)]


def _state(root: str, name: str, blob: str | None, commits: list[Commit]) -> FileState:
    if leads_out(name):
        return FileState(
            name, False, note="leads out of the project, so it is not looked at"
        )
    if not os.path.lexists(os.path.join(root, name)):
        return FileState(name, False)
    differs = bool(blob) and blob != _blob(root, name)
    note = "differs from the version it was written about" if differs else ""
    return FileState(name, True, bool(commits) or differs, tuple(commits), note)


def _commits(root: str, names: list[str], since: int) -> dict[str, list[Commit]]:
    """{name: its last commits after `since`}, newest first; without git or when it fails, none."""
    out: dict[str, list[Commit]] = {name: [] for name in names}
    said = git.run(
        root, [*LOG, "-n", "200", f"--since=@{since}", "--", *names], PATIENCE, MAX_LOG
    )
    for part in said.split(MARK)[1:]:
        head, *touched = part.split("\n")
        when, _, subject = head.partition("\t")
        if not when.isdigit() or int(when) <= since:
            continue
        for name in names:
            folder = name.rstrip("/") + "/"
            changed = name in touched or any(
                path.startswith(folder) for path in touched
            )
            if changed and len(out[name]) < COMMITS:
                out[name].append((int(when), subject))
    return out


def _blob(root: str, name: str) -> str:
    """The hash that git gives the content of a regular file below `root`; "" for anything else, a link included."""
    import hashlib

    try:
        data = read_below(root, name, MAX_BLOB)
    except (OSError, ValueError):
        return ""
    return hashlib.sha1(
        b"blob %d\x00" % len(data) + data, usedforsecurity=False
    ).hexdigest()
