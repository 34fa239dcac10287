"""Whether the files that memories are about are gone or were changed since, according to git. Standard library only."""

from __future__ import annotations

import os
from typing import Any

from memory_retrieval.core import git
from memory_retrieval.core.reading import read_below
from memory_retrieval.save.draft import leads_out

from .values import FileState

PATIENCE = 10  # seconds
COMMITS = 5  # listed for a file
MAX_LOG = 67_108_864  # bytes of names of files
MAX_BLOB = 16_777_216  # bytes of a file whose hash is compared
LOG = ["log", "--no-renames", "--relative", "--name-only", "--format=%x1e%ct%x09%s"]
MARK = "\x1e"  # before each commit


def states(root: str, raw: dict[str, Any], since: int | None) -> tuple[FileState, ...]:
    """The files that a record names, in its order, with the commits that changed them after `since`."""
    anchors = {
        a["path"]: a.get("blob")
        for a in listed(raw.get("anchors"))
        if isinstance(a, dict) and isinstance(a.get("path"), str)
    }
    names = list(dict.fromkeys([*texts(raw.get("related_files")), *anchors]))
    inside = [name for name in names if not leads_out(name)]
    commits = _commits(root, inside, since) if inside and since is not None else {}
    return tuple(_state(root, name, anchors.get(name), commits) for name in names)


def listed(value: Any) -> list[Any]:
    """The list under a key of a record; [] for another type, since keys unknown to its version are not validated."""
    return value if isinstance(value, list) else []


def texts(value: Any) -> list[str]:
    return [item for item in listed(value) if isinstance(item, str)]


def _state(root: str, name: str, blob: str | None, commits: dict[str, list[tuple[int, str]]]) -> FileState:
    if leads_out(name):
        return FileState(name, False, note="leads out of the project, so it is not looked at")
    if not os.path.lexists(os.path.join(root, name)):
        return FileState(name, False)
    changes = tuple(commits.get(name, ()))
    differs = bool(blob) and blob != _blob(root, name)
    return FileState(
        name,
        True,
        bool(changes) or differs,
        changes,
        "differs from the version it was written about" if differs else "",
    )


def _commits(root: str, names: list[str], since: int | None) -> dict[str, list[tuple[int, str]]]:
    out: dict[str, list[tuple[int, str]]] = {}
    for when, subject, touched in _log(root, ["-n", "200", "--since=@%d" % (since or 0), "--", *names]):
        for name in names:
            if when > (since or 0) and any(t == name or t.startswith(name.rstrip("/") + "/") for t in touched):
                out.setdefault(name, []).append((when, subject))
    return {name: commits[:COMMITS] for name, commits in out.items()}


def _log(root: str, arguments: list[str]) -> list[tuple[int, str, list[str]]]:
    """(time, subject, paths relative to `root`) of commits, newest first; [] without git or when it fails."""
    out = []
    for part in git.run(root, [*LOG, *arguments], PATIENCE, MAX_LOG).split(MARK)[1:]:
        head, _, rest = part.partition("\n")
        when, _, subject = head.partition("\t")
        if when.isdigit():
            out.append((int(when), subject, [line for line in rest.split("\n") if line]))
    return out


def _blob(root: str, name: str) -> str:
    """The hash that git gives the content of a regular file below `root`; "" for anything else, a link included."""
    import hashlib

    try:
        data = read_below(root, name, MAX_BLOB)
    except (OSError, ValueError):
        return ""
    return hashlib.sha1(b"blob %d\x00" % len(data) + data, usedforsecurity=False).hexdigest()
