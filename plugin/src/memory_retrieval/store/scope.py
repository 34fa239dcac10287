"""Finds the store of a prompt, and decides what may be trusted.

`--root` or MEMORIES_ROOT decide. Else the search goes up from the working folder to the repository root, or without a
repository to the home folder or to where the owner changes; then CLAUDE_PROJECT_DIR counts. A home folder is never a
project. A store that is a link out of its project is not followed. Stores above the nearest one, up to the repository
root, count beside it.
"""

from __future__ import annotations

import os

from ..core import environment
from ..core.errors import StoreError
from ..core.model import Store
from ..core.repository import in_worktrees, repository_root, upwards
from . import layouts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

MOST = 8  # stores of a session: each is searched at every prompt, and a stranger's repository may have any number
EMPTY_STORE = (
    "the store is empty; save something with `memories note 'ONE SENTENCE'`, or import what you have: "
    "`memories import --help`"
)


def find_project(cwd: str, root: str = "") -> Store | None:
    """The project's store as seen from `cwd`; None when there is none.

    root  a project folder or a store folder given by the user; StoreError when it holds no store.
    """
    root = root or environment.get("MEMORIES_ROOT")
    if root:
        return _given(root)
    return next(_found(cwd), None)


def find_stores(cwd: str, root: str = "") -> list[Store]:
    """The project's stores as seen from `cwd`, the nearest first; paths are relative to the outermost one's project.

    root  as for `find_project`; the store given is then the only one
    """
    if root or environment.get("MEMORIES_ROOT"):
        store = find_project(cwd, root)
        return [store] if store is not None else []
    return _together(_found(cwd))


def stores_around(root: str) -> list[Store]:
    """The stores of the projects around that at `root` (a real path), the nearest first."""
    return [store for store in _together(_walk(root)) if store.home != root]


def store_of(home: str) -> Store | None:
    """The store of the project at `home` (a real path) itself; None without one."""
    store = next(_walk(home), None)
    return store if store is not None and store.home == home else None


def future_root(cwd: str) -> str:
    """The git repository in which a first save would create its store; "" outside one and in the home folder."""
    if not cwd or not os.path.isdir(cwd):
        return ""
    root = repository_root(os.path.realpath(cwd)) or ""
    home = os.path.realpath(environment.home()) if environment.home() else ""
    return "" if root == home else root


def require_project(cwd: str, root: str = "") -> Store:
    """The same; StoreError with the next step when there is none."""
    store = find_project(cwd, root)
    if store is None:
        raise no_store()
    return store


def no_store() -> StoreError:
    """The error of a command that needs a store."""
    return StoreError("no memory store in this folder or above it; run `memories init`, or pass --root")


def require_store(stores: list[Store]) -> None:
    """StoreError with the next step when there is no store. For commands; the hook stays silent instead."""
    if not stores:
        raise no_store()


def find_user() -> Store | None:
    """The store of what applies to every project of this user; None before its first record."""
    root = environment.data_dir()
    if not root or not os.path.isdir(root):
        return None
    return Store(
        scope="user", root=os.path.realpath(root), folders=tuple(layouts.project_folders("")), reason="user store"
    )


def inside(path: str, root: str) -> bool:
    """Whether `path`, links resolved, lies below `root` (a real path)."""
    return os.path.realpath(path).startswith(root.rstrip(os.sep) + os.sep)


def _given(root: str) -> Store:
    path = os.path.realpath(os.path.expanduser(root))
    if not os.path.isdir(path):
        raise StoreError.at(
            root, "no such folder; set --root (or MEMORIES_ROOT) to a project or store folder", "not-found"
        )
    store = _at(path, "given", trust_links=True)
    if store is not None:
        return store
    parent, name = os.path.split(path)
    if name == layouts.PATTERN_STORE:
        folders = layouts.pattern_folders(parent, layouts.PATTERN_STORE + "/")
        return Store(scope="project", root=parent, folders=tuple(folders), reason="given")
    if [os.path.basename(parent), name] == layouts.PROJECT_STORE.split("/"):
        folders = layouts.project_folders(layouts.PROJECT_STORE + "/")
        return Store(scope="project", root=os.path.dirname(parent), folders=tuple(folders), reason="given")
    if layouts.is_pattern_store(path):
        return Store(scope="project", root=path, folders=tuple(layouts.pattern_folders(path, "")), reason="given")
    folders = layouts.project_folders("")
    if any(os.path.isdir(os.path.join(path, folder)) for folder, _ in folders):
        return Store(scope="project", root=path, folders=tuple(folders), reason="given")
    raise StoreError.at(root, "contains neither .claude/memory nor .memories; run `memories init` there", "no-store")


def _found(cwd: str) -> Iterator[Store]:
    """The stores at or above `cwd`, else that of the host's project."""
    stores = _walk(os.path.realpath(cwd)) if cwd and os.path.isdir(cwd) else iter(())
    first = next(stores, None)
    if first is not None:
        yield first
        yield from stores
        return
    host = environment.get("CLAUDE_PROJECT_DIR")
    store = _of_repository(future_root(cwd))
    if store is None and host and os.path.isdir(host):
        store = _at(os.path.realpath(host), "CLAUDE_PROJECT_DIR")
    if store is not None:
        yield store


def _of_repository(root: str) -> Store | None:
    """The store, not begun yet, of a worktree without one, when another worktree of the repository has one."""
    if not root or not any(_at(folder, "") for folder in in_worktrees(root)[1:] if folder != root):
        return None
    folders = layouts.project_folders(layouts.PROJECT_STORE + "/")
    return Store(scope="project", root=root, folders=tuple(folders), reason="another worktree has a store")


def _together(found: Iterator[Store]) -> list[Store]:
    stores = [store for _, store in zip(range(MOST), found)]
    return [_placed(store, stores[-1].root) for store in stores] if len(stores) > 1 else stores


def _placed(store: Store, top: str) -> Store:
    """A store as seen from the project at `top`, which is its own or one around it."""
    if store.root == top:
        return store
    place = os.path.relpath(store.root, top).replace(os.sep, "/")
    folders = tuple([(place + "/" + folder, kind) for folder, kind in store.folders])
    return store.replace(root=top, folders=folders, place=place)


def _walk(cwd: str) -> Iterator[Store]:
    """The stores from a folder up to its repository's root; without a repository, the nearest alone."""
    home = os.path.realpath(environment.home()) if environment.home() else ""
    top = repository_root(cwd)
    owner = None if top else _owner(cwd)
    for folder in upwards(cwd):
        if folder == home or (owner is not None and _owner(folder) != owner):
            return
        store = _at(folder, "found from the current folder")
        if store is not None and _is_own(folder, (_owner(cwd), _owner(top or cwd))):
            yield store
            if top is None:
                return
        if folder == top:
            return


def _at(folder: str, reason: str, trust_links: bool = False) -> Store | None:
    """The store of a project folder, without layouts that lead out of it."""
    if not trust_links and folder == (os.path.realpath(environment.home()) if environment.home() else ""):
        return None
    folders = layouts.folders_of(folder)
    if folders and not trust_links:
        for base in (layouts.PROJECT_STORE, layouts.PATTERN_STORE):
            if not inside(os.path.join(folder, base), folder):
                folders = [f for f in folders if not f[0].startswith(base + "/")]
    return Store(scope="project", root=folder, folders=tuple(folders), reason=reason) if folders else None


def _is_own(folder: str, owners: tuple[Any, ...]) -> bool:
    """Whether the stores of a folder belong to one of `owners`, to the user or to root.

    In a folder that several users share, anybody may plant one.
    """
    if not hasattr(os, "geteuid"):
        return True  # Windows
    own = (*owners, os.geteuid(), 0, None)
    bases = (os.path.dirname(layouts.PROJECT_STORE), layouts.PROJECT_STORE, layouts.PATTERN_STORE)
    return all(_owner(os.path.join(folder, base)) in own for base in bases)


def _owner(path: str) -> Any:
    try:
        return os.stat(path).st_uid
    except OSError:
        return None
