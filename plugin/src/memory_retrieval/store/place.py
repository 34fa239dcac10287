"""Where somebody works, and the stores that are seen from there: found once, and decided which may be trusted.

A named root or MEMORIES_ROOT decides. Else the search goes up from the working folder to the repository root, or where
there is none to the home folder or to where the owner changes; then CLAUDE_PROJECT_DIR counts. A home folder is never a
project. A store that is a link out of its project is not followed. Stores above the nearest one, up to the repository
root, count beside it.
"""

from __future__ import annotations

import os

from ..core import environment
from ..core.errors import StoreError
from ..core.model import Kind, Store
from ..core.repository import in_worktrees, repository_root, upwards
from . import kinds, layouts, worktrees
from .kinds import PROJECT
from .trust import folders_inside, home_folder, inside, is_own, owner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any, ClassVar


MOST = 8  # stores of a session: each is searched at every prompt, and a stranger's repository may have any number
EMPTY_STORE = (
    "the store is empty; save something with `memories note 'ONE SENTENCE'`, or import what you have: "
    "`memories import --help`"
)


class Place:
    """Opened once at each door and handed on. A part is looked for when it is first asked for, and may be set before.

    cwd      the working folder; "" for none
    root     a project or store folder that the user named, or MEMORIES_ROOT; it is then the only project. "" for none
    kind     the kind of the store that a command is about
    by_hand  git is asked what other worktrees have not committed, for which a prompt has no time
    projects the stores that `cwd` or `root` leads to, the nearest first, with paths relative to the outermost project;
             StoreError when `root` holds no store
    project  the nearest; None without one
    nearest  the same with its own folder as root, as if it was alone
    homes    the folders of these projects
    others   the stores that are searched beside them: the user's, and copies of what the team and other worktrees have
    stores   all of these
    only_reads  whether nothing is kept in the nearest project, whose documents the user's own settings name
    home     the folder of the nearest project, or of the one that a first save would make
    around   the stores of the projects around `home`, the nearest first, also where `root` was named
    copies   the stores of read-only copies of these projects
    target   the store of `kind` to be written; it need not exist
    """

    if TYPE_CHECKING:
        projects: list[Store]
        project: Store | None
        nearest: Store | None
        homes: list[str]
        others: list[Store]
        stores: list[Store]
        only_reads: bool
        home: str
        around: list[Store]
        copies: list[Store]
        target: Store

    PARTS: ClassVar[dict[str, Callable[[Any], Any]]] = {
        "projects": lambda place: (
            _named(place.root) if place.root else _together(_found(place.cwd))
        ),
        "project": lambda place: next(iter(place.projects), None),
        "nearest": lambda place: _alone(place.project) if place.project else None,
        "only_reads": lambda place: bool(place.project) and not place.project.folders,
        "homes": lambda place: [store.home for store in place.projects],
        "others": lambda place: place._others(),
        "stores": lambda place: place.projects + place.others,
        "home": lambda place: place._home(),
        "around": lambda place: [
            store for store in _together(_walk(place.home)) if store.home != place.home
        ],
        "copies": lambda place: place._copies(),
        "target": lambda place: place.store(place.kind),
    }

    def __init__(
        self,
        cwd: str = ".",
        root: str = "",
        kind: Kind = PROJECT,
        *,
        by_hand: bool = True,
    ) -> None:
        self.cwd, self.kind, self.by_hand = os.fspath(cwd), kind, by_hand
        self.root = os.fspath(root) or environment.get("MEMORIES_ROOT")

    def __getattr__(self, part: str) -> Any:
        if part not in self.PARTS:
            raise AttributeError(part)
        value = self.PARTS[part](self)
        setattr(self, part, value)
        return value

    def require(self) -> Store:
        """The nearest project's store alone; StoreError with the next step when there is none."""
        if self.nearest is None:
            raise no_store()
        return self.nearest

    def store(self, kind: Kind) -> Store:
        """The store of a kind to be written; it need not exist. StoreError when it would be in a home folder."""
        if kind.personal:
            base = environment.data_dir()
            if not base:
                raise StoreError(
                    "no home folder; set XDG_DATA_HOME to keep a user store"
                )
            return _to_write(kind, os.path.realpath(base), "", given=True)
        if self.root:
            store = _given(kind, self.root)
        else:
            within = self.project.place if self.project else ""
            store = _to_write(kind, self.home, f"{kind.base}/", within=within)
        if (
            store.root in ("/", os.path.realpath(environment.home() or "/"))
            and not store.exists()
        ):
            message = "a home folder is not a project; change to a project folder or pass --root"
            raise StoreError.at(store.root, message, "home-folder")
        if (
            not store.given
            and os.path.lexists(store.base)
            and not inside(store.base, store.root)
        ):
            message = "points outside the project and is not followed; replace it with a folder"
            raise StoreError.at(store.base, message, "unsafe-link")
        return store

    def existing(self, kind: Kind | None = None) -> Store:
        """The same, or the target, for commands that need an existing store; StoreError when there is none."""
        store = self.store(kind) if kind else self.target
        if not store.exists():
            raise StoreError.at(
                store.base,
                "no memory store; run `memories init`, or pass --root",
                "no-store",
            )
        return store

    def every(self, kind: Kind) -> list[Store]:
        """The existing store of a kind, with those of the projects around it; the nearest first."""
        nearest = self.store(kind)
        stores = [nearest] if nearest.given else [nearest, *self.above(kind)]
        return [store for store in stores if store.exists()] or [self.existing(kind)]

    def above(self, kind: Kind) -> list[Store]:
        """The stores of a kind in the projects around, the nearest first; some may not exist."""
        around = self.around if kind.own else []
        return [
            _to_write(kind, found.home, f"{kind.base}/", within=found.place)
            for found in around
        ]

    def _home(self) -> str:
        if self.root:
            return _given(PROJECT, self.root).root
        folder = os.path.realpath(self.cwd or os.curdir)
        return self.project.home if self.project else repository_root(folder) or folder

    def refresh(self) -> None:
        """Copies what other worktrees have not committed, as git says, for what is not a prompt."""
        worktrees.copy_others(self.homes)

    def _others(self) -> list[Store]:
        if self.by_hand:
            self.refresh()
        return kinds.others(self.homes)

    def _copies(self) -> list[Store]:
        homes = [self.home, *[store.home for store in self.around]]
        if self.by_hand:
            worktrees.copy_others(homes)
        return [store for store in kinds.others(homes) if store.kind.copied]


def future_root(cwd: str) -> str:
    """The git repository in which a first save would create its store; "" outside one and in the home folder."""
    if not cwd or not os.path.isdir(cwd):
        return ""
    root = repository_root(os.path.realpath(cwd)) or ""
    return "" if root == home_folder() else root


def no_store() -> StoreError:
    """The error of a command that needs a store."""
    return StoreError(
        "no memory store in this folder or above it; run `memories init`, or pass --root"
    )


def require_store(stores: list[Store]) -> None:
    """StoreError with the next step when there is no store. For commands; the hook stays silent instead."""
    if not stores:
        raise no_store()


def _to_write(
    kind: Kind, root: str, prefix: str, *, within: str = "", given: bool = False
) -> Store:
    folders = (
        layouts.project_folders(prefix)
        if kind.curated
        else layouts.pattern_folders(root, prefix)
    )
    return Store(
        kind,
        root,
        tuple(folders),
        "to be written",
        prefix=prefix,
        within=within,
        given=given,
    )


def _given(kind: Kind, root: str) -> Store:
    """The store to be written in a project folder, or in a folder that is itself a store (as `_named` reads it)."""
    folder = os.path.realpath(os.path.expanduser(root))
    if not os.path.isdir(folder):
        raise StoreError.at(
            root, "no such folder; set --root to a project or store folder", "not-found"
        )
    if not os.path.isdir(os.path.join(folder, kind.base)):
        plain = folder.replace(os.sep, "/")
        for base in (PROJECT.base, kinds.PATTERNS.base):
            if plain.endswith(f"/{base}"):
                return _to_write(
                    kind,
                    os.path.dirname(folder[: -len(base)]),
                    f"{kind.base}/",
                    given=True,
                )
        if _is_bare(kind, folder):
            return _to_write(kind, folder, "", given=True)
    return _to_write(kind, folder, f"{kind.base}/", given=True)


def _is_bare(kind: Kind, folder: str) -> bool:
    """Whether a folder without a store below it is one itself, whatever its name."""
    if os.path.isdir(os.path.join(folder, PROJECT.base)):
        return False
    if kind.curated:
        return any(
            os.path.isdir(os.path.join(folder, name)) for name, _ in kind.folders
        )
    return repository_root(folder) != folder and layouts.is_pattern_store(folder)


def _named(root: str) -> list[Store]:
    """The store to be read in a folder that the user named."""
    path = os.path.realpath(os.path.expanduser(root))
    if not os.path.isdir(path):
        message = (
            "no such folder; set --root (or MEMORIES_ROOT) to a project or store folder"
        )
        raise StoreError.at(root, message, "not-found")
    parent, name = os.path.split(path)
    above, outer = os.path.split(parent)
    listed: list[tuple[str, list[tuple[str, str]]]] = [(path, layouts.folders_of(path))]
    if name == layouts.PATTERN_STORE:
        listed.append(
            (parent, layouts.pattern_folders(parent, f"{layouts.PATTERN_STORE}/"))
        )
    if [outer, name] == layouts.PROJECT_STORE.split("/"):
        listed.append((above, layouts.project_folders(f"{layouts.PROJECT_STORE}/")))
    if layouts.is_pattern_store(path):
        listed.append((path, layouts.pattern_folders(path, "")))
    folders = layouts.project_folders("")
    if any(os.path.isdir(os.path.join(path, folder)) for folder, _ in folders):
        listed.append((path, folders))
    for at, found in listed:
        if found:
            return [_project(at, found, "given")]
    store = _of_repository(future_root(path))
    if store is not None and store.root == path:
        return [store]
    message = "contains neither .claude/memory nor .memories; run `memories init` there"
    raise StoreError.at(root, message, "no-store")


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
        path = os.path.realpath(host)
        store = _at(path, "CLAUDE_PROJECT_DIR") or _of_repository(future_root(path))
    if store is not None:
        yield store


def _of_repository(root: str) -> Store | None:
    """The store, not begun yet, of a worktree without one, when another worktree of the repository has one.

    Else a store without folders, in which nothing is kept, where the user's own settings name something to read.
    """
    if not root:
        return None
    if any(
        folders_inside(folder) for folder in in_worktrees(root)[1:] if folder != root
    ):
        folders = layouts.project_folders(f"{layouts.PROJECT_STORE}/")
        return _project(root, folders, "another worktree has a store")
    if not any(kind.stores([root]) for kind in kinds.READ_ALONE):
        return None
    return _project(root, (), "your own settings name what to read")


def _together(found: Iterator[Store]) -> list[Store]:
    stores = [store for _, store in zip(range(MOST), found)]
    return (
        [_placed(store, stores[-1].root) for store in stores]
        if len(stores) > 1
        else stores
    )


def _placed(store: Store, top: str) -> Store:
    """A store as seen from the project at `top`, which is its own or one around it."""
    if store.root == top:
        return store
    place = os.path.relpath(store.root, top).replace(os.sep, "/")
    folders = tuple([(f"{place}/{folder}", kind) for folder, kind in store.folders])
    return store.replace(root=top, folders=folders, place=place)


def _alone(store: Store) -> Store:
    """A store as seen from its own project."""
    folders = tuple([(store.own(folder), kind) for folder, kind in store.folders])
    return store.replace(root=store.home, folders=folders, place="")


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
    """The store of a project folder, without layouts that lead out of it; None without one."""
    folders = folders_inside(folder)
    return _project(folder, folders, reason) if folders else None


def _project(root: str, folders: Iterable[tuple[str, str]], reason: str) -> Store:
    return Store(kind=PROJECT, root=root, folders=tuple(folders), reason=reason)
