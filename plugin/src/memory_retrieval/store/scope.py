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
from .kinds import PROJECT
from .trust import folders_inside, home_folder, is_own, owner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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


def future_root(cwd: str) -> str:
    """The git repository in which a first save would create its store; "" outside one and in the home folder."""
    if not cwd or not os.path.isdir(cwd):
        return ""
    root = repository_root(os.path.realpath(cwd)) or ""
    return "" if root == home_folder() else root


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


def _given(root: str) -> Store:
    path = os.path.realpath(os.path.expanduser(root))
    if not os.path.isdir(path):
        raise StoreError.at(
            root, "no such folder; set --root (or MEMORIES_ROOT) to a project or store folder", "not-found"
        )
    parent, name = os.path.split(path)
    above, outer = os.path.split(parent)
    listed: list[tuple[str, list[tuple[str, str]]]] = [(path, layouts.folders_of(path))]
    if name == layouts.PATTERN_STORE:
        listed.append((parent, layouts.pattern_folders(parent, layouts.PATTERN_STORE + "/")))
    if [outer, name] == layouts.PROJECT_STORE.split("/"):
        listed.append((above, layouts.project_folders(layouts.PROJECT_STORE + "/")))
    if layouts.is_pattern_store(path):
        listed.append((path, layouts.pattern_folders(path, "")))
    folders = layouts.project_folders("")
    if any(os.path.isdir(os.path.join(path, folder)) for folder, _ in folders):
        listed.append((path, folders))
    store = next(filter(None, [_project(root, folders, "given") for root, folders in listed]), None)
    if store is None:
        message = "contains neither .claude/memory nor .memories; run `memories init` there"
        raise StoreError.at(root, message, "no-store")
    return store


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
    return _project(root, layouts.project_folders(layouts.PROJECT_STORE + "/"), "another worktree has a store")


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
    home, top = home_folder(), repository_root(cwd)
    own = owner(cwd)
    for folder in upwards(cwd):
        if folder == home or (top is None and own is not None and owner(folder) != own):
            return
        store = _at(folder, "found from the current folder")
        if store is not None and is_own(folder, (own, owner(top or cwd))):
            yield store
            if top is None:
                return
        if folder == top:
            return


def _at(folder: str, reason: str) -> Store | None:
    """The store of a project folder, without layouts that lead out of it."""
    return _project(folder, folders_inside(folder), reason)


def _project(root: str, folders: Iterable[tuple[str, str]], reason: str) -> Store | None:
    listed = tuple(folders)
    return Store(kind=PROJECT, root=root, folders=listed, reason=reason) if listed else None
