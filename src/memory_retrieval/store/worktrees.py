"""Memories that another worktree of the same repository has and has not committed.

    worktrees/<project>/.claude/memory/<folder>/<name>.json   copies in the user's cache, with the project's own paths

A prompt has no time to ask git, so each write copies what its own worktree has not committed, and a search by hand and
the start of a session do so for all the others. What is committed comes with its branch, and its copy goes.
"""

from __future__ import annotations

import os

from ..core import config
from ..core.files import project_path, remove_quietly, store_key, write_private
from ..core.model import Store
from ..core.reading import read_below
from ..core.repository import in_worktrees
from . import layouts
from .listing import MAX_RECORD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable

MOST = 8  # worktrees: each that has something not committed is one more store to search
SECONDS = 1.0  # for git, for each worktree
LISTED = ["ls-tree", "-r", "--name-only", "-z", "HEAD", "--", layouts.PROJECT_STORE, layouts.PATTERN_STORE]


def find_uncommitted(projects: Iterable[Store]) -> list[Store]:
    """The copies for the projects of a session, one store for each other worktree that has any."""
    found = []
    for home in [home for project in projects for home in _others(project.home)]:
        root = _copies(home)
        folders = layouts.folders_of(root) if root else []
        if folders:
            found.append(Store("worktree", root, tuple(folders), "not committed in " + home, True, origin=home))
    return found[:MOST]


def find_uncommitted_now(projects: Iterable[Store]) -> list[Store]:
    """The same after git was asked, for what is not a prompt."""
    projects = list(projects)
    copy_others(projects)
    return find_uncommitted(projects)


def copy_others(projects: Iterable[Store]) -> None:
    """`copy_uncommitted` for the other worktrees of the projects' repository."""
    for home in [home for project in projects for home in _others(project.home)][:MOST]:
        copy_uncommitted(home)


def copy_uncommitted(home: str) -> None:
    """Copies the records of the project at `home` that it has not committed, where its repository has other worktrees.

    Copies of other records are removed. Nothing is copied where git gives no answer; nothing here fails.
    """
    from ..core import git
    from .listing import list_folder
    from .scope import store_of

    root = _copies(home) if _others(home) else ""
    store = store_of(home) if root else None
    answer = git.run_all(home, [LISTED], SECONDS)[0] if store is not None else None
    committed = set((answer or b"").decode("utf-8", "replace").split("\0"))
    try:
        listed = [
            entry.path
            for folder, kind in (store.folders if store is not None and answer is not None else ())
            for entry in (list_folder(home, folder, kind) if kind != "llm_cache" else ())
            if not entry.problem and entry.path not in committed
        ]
        _remove_others(root, listed)
        for path in listed:
            _copy(home, root, path)
    except OSError:
        pass  # the next write, or the next session, tries again


def branch(store: Store) -> str:
    """The branch that copies come from, or the name of its worktree's folder where none is checked out."""
    from ..core.git import branch_of

    return branch_of(store.origin) or os.path.basename(store.origin)


def _others(home: str) -> list[str]:
    """The project's folder in the other worktrees of its repository."""
    return [folder for folder in in_worktrees(home)[1:] if folder != home]


def _copies(home: str) -> str:
    base = config.cache_dir()
    return project_path(home, lambda text: os.path.join(base, "worktrees", store_key(home, text))) if base else ""


def _remove_others(root: str, listed: list[str]) -> None:
    """Removes the files below a folder that are not listed, and folders without any."""
    kept = {os.path.join(root, *path.split("/")) for path in listed}
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
