"""Memories that another worktree of the same repository has and has not committed.

    worktrees/<project>/.claude/memory/<folder>/<name>.json   copies in the user's cache, with the project's own paths
    worktrees/<project>/home                                the project's folder, without which they go

A prompt has no time to ask git, so each write copies what its own worktree has not committed, and a search by hand and
the start of a session do so for all the others. What is committed comes with its branch, and its copy goes.
"""

from __future__ import annotations

import os
import time

from ..core import environment
from ..core.files import project_path, remove_quietly, store_key, write_private
from ..core.model import Kind, Store
from ..core.reading import read_below, read_regular
from ..core.repository import MAX_LINE, in_worktrees
from . import layouts
from .listing import MAX_RECORD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable


HOME = "home"
MOST = 8  # worktrees: each that has something not committed is one more store to search
SECONDS = 1.0  # for git in a worktree, and after which no other worktree is looked at
LISTED = [
    "ls-tree",
    "-r",
    "--name-only",
    "-z",
    "HEAD",
    "--",
    layouts.PROJECT_STORE,
    layouts.PATTERN_STORE,
]


def find(kind: Kind, homes: list[str]) -> list[Store]:
    """The copies for the projects of a session, one store for each other worktree that has any."""
    found = []
    for origin in _all_others(homes):
        root = _copies(origin)
        folders = layouts.folders_of(root) if root else []
        if folders:
            found.append(
                Store(
                    kind,
                    root,
                    tuple(folders),
                    f"not committed in {origin}",
                    True,
                    origin=origin,
                )
            )
    return found[:MOST]


def copy_others(homes: Iterable[str]) -> None:
    """`copy_uncommitted` for the other worktrees of the projects' repository. Copies of what is gone are removed."""
    _remove_gone()
    end = time.monotonic() + SECONDS
    for origin in _all_others(homes)[:MOST]:
        if time.monotonic() < end:
            copy_uncommitted(origin)


def copy_uncommitted(home: str) -> None:
    """Copies the records of the project at `home` that it has not committed, where its repository has other worktrees.

    Copies of other records are removed, and all of them where git gives no answer. Nothing here fails.
    """
    from ..core import git
    from .listing import list_folder
    from .trust import folders_at

    root = _copies(home)
    folders = folders_at(home) if root and _others(home) else []
    answer = git.run_all(home, [LISTED], SECONDS)[0] if folders else None
    committed = set((answer or b"").decode("utf-8", "replace").split("\0"))
    listed = []
    for folder, kind in folders if answer is not None else ():
        try:
            listed += [] if kind == "llm_cache" else list_folder(home, folder, kind)
        except OSError:
            continue
    wanted = [
        entry.path
        for entry in listed
        if not entry.problem and entry.path not in committed
    ]
    _remove_others(root, [HOME, *wanted] if wanted else [])
    if wanted:
        _note_home(root, home)
    for path in wanted:
        try:
            _copy(home, root, path)
        except OSError:
            continue  # unreadable, or gone meanwhile


def branch(store: Store) -> str:
    """The branch that copies come from, or the name of its worktree's folder where none is checked out."""
    from ..core.git import branch_of

    return branch_of(store.origin) or os.path.basename(store.origin)


def _all_others(homes: Iterable[str]) -> list[str]:
    return [other for home in homes for other in _others(home)]


def _others(home: str) -> list[str]:
    """The project's folder in the other worktrees of its repository."""
    return [folder for folder in in_worktrees(home)[1:] if folder != home]


def _copies(home: str) -> str:
    base = environment.cache_dir()
    return (
        project_path(
            home, lambda text: os.path.join(base, "worktrees", store_key(home, text))
        )
        if base
        else ""
    )


def _note_home(root: str, home: str) -> None:
    try:
        write_private(os.path.join(root, HOME), os.fsencode(home))
    except OSError:
        pass  # a cache that cannot be written gets no copies either


def _remove_gone() -> None:
    """Removes the copies of projects whose folder is gone."""
    base = (
        os.path.join(environment.cache_dir(), "worktrees")
        if environment.cache_dir()
        else ""
    )
    for root in (
        [os.path.join(base, name) for name in os.listdir(base)]
        if os.path.isdir(base)
        else ()
    ):
        try:
            there = os.path.isdir(read_regular(os.path.join(root, HOME), MAX_LINE))
        except OSError:
            there = False
        if not there:
            _remove_others(root, [])


def _remove_others(root: str, wanted: list[str]) -> None:
    """Removes the files below a folder that are not wanted, and folders without any."""
    kept = {os.path.join(root, *path.split("/")) for path in wanted}
    for folder, _, names in os.walk(root, topdown=False):
        for path in [os.path.join(folder, name) for name in names]:
            if path not in kept:
                remove_quietly(path)
        try:
            os.rmdir(folder)
        except OSError:
            continue  # not empty


def _copy(home: str, root: str, path: str) -> None:
    """Copies a record, with its time, unless the copy has that time and its size."""
    source, target = os.path.join(home, path), os.path.join(root, *path.split("/"))
    there = os.lstat(source)
    if os.path.exists(target):
        here = os.lstat(target)
        if (here.st_mtime_ns, here.st_size) == (there.st_mtime_ns, there.st_size):
            return
    write_private(target, read_below(home, path, MAX_RECORD))
    os.utime(target, ns=(there.st_mtime_ns, there.st_mtime_ns))
