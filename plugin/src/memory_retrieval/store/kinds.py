"""The kinds of stores: a value each, and all that the code does differently for one of them.

A kind that has `find` is searched beside the project's own stores, in the order of the table.
"""

from __future__ import annotations

import os

from ..core import environment
from ..core.errors import MemoryRetrievalError
from ..core.model import FOLDERS, Kind, Store
from . import documents, layouts, mirrors, shares, worktrees

MEMORIES = tuple([(folder, category) for category, folder in FOLDERS.items()])


def _users(kind: Kind, homes: list[str]) -> list[Store]:
    """The store of what applies to every project of this user; [] before its first record."""
    root = environment.data_dir()
    if not root or not os.path.isdir(root):
        return []
    return [
        Store(
            kind=kind,
            root=os.path.realpath(root),
            folders=kind.folders,
            reason="user store",
        )
    ]


PROJECT = Kind(
    name="project",
    base=layouts.PROJECT_STORE,
    folders=MEMORIES,
    own=True,
    written=True,
    curated=True,
    guarded=True,
    committed=True,
    elsewhere="%.80r is a memory of the project; leave out --store",
)
USER = Kind(
    name="user",
    folders=MEMORIES,
    written=True,
    curated=True,
    personal=True,
    weight=0.98,
    source="from your own store",
    elsewhere="%.80r is a memory of the user store; add --store user",
    find=_users,
)
PATTERNS = Kind(
    name="patterns",
    base=layouts.PATTERN_STORE,
    folders=layouts.PATTERN_FOLDERS,
    own=True,
    written=True,
    guarded=True,
    committed=True,
    elsewhere="%.80r is a memory of the pattern store, whose memories have neither a status nor aliases; "
    "`memories show ID --store patterns` shows it, `memories save --store patterns --update ID` "
    "changes it, and `memories undo --store patterns` undoes its last write",
)
DOCUMENTS = Kind(
    name="documents",
    own=True,
    committed=True,
    documents=True,
    refused="a document that is read in place; edit %s, or save a memory that replaces it",
    find=documents.find,
)
TEAM = Kind(
    name="team",
    folders=mirrors.HELD,
    weight=0.96,
    source="from the team",
    refused="a copy from the team database; change it in its own project %s",
    find=mirrors.find,
    project=mirrors.owners,
)
WORKTREE = Kind(
    name="worktree",
    committed=True,
    weight=0.96,
    source="from another worktree",
    refused="a copy from another worktree; change it in %s",
    find=worktrees.find,
    branch=worktrees.branch,
)
SHARED = Kind(
    name="shared",
    weight=0.95,
    source="from a shared store",
    refused="a copy from %s; change it in its own repository",
    find=shares.find,
    project=shares.label,
)
SHARED_DOCUMENTS = SHARED.replace(name="shared-documents", documents=True)
DATABASE = Kind(
    name="database", files=False, project=lambda store: lambda path: store.root
)

KINDS = (
    PROJECT,
    DOCUMENTS,
    USER,
    PATTERNS,
    TEAM,
    WORKTREE,
    SHARED,
    SHARED_DOCUMENTS,
    DATABASE,
)
READ_ALONE = (DOCUMENTS, SHARED, SHARED_DOCUMENTS)
"""What is read also in a repository without a store, where the user's own settings name it."""
WRITTEN = tuple([kind for kind in KINDS if kind.written])
BY_NAME = {kind.name: kind for kind in KINDS}


def named(name: str) -> Kind:
    """The kind of store that can be written which a caller names."""
    if name not in [kind.name for kind in WRITTEN]:
        known = ", ".join([kind.name for kind in WRITTEN])
        raise MemoryRetrievalError(f"store: expected one of {known}, got {name!r}")
    return BY_NAME[name]


def option(kind: Kind) -> str:
    """The option that names a store to a command; "" for the one that a command takes without it."""
    return "" if kind is PROJECT else f" --store {kind.name}"


def project_of(store: Store, path: str) -> str:
    """`workspace/project` of a record from another project; "" for all others."""
    return store.kind.project(store)(path) if store.kind.project else ""


def branch_of(store: Store) -> str:
    """The branch that the records of a store are of, where it is not the project's own; else ""."""
    return store.kind.branch(store) if store.kind.branch else ""


def others(homes: list[str]) -> list[Store]:
    """The stores that are searched beside those of the projects at `homes`, which are the nearest first."""
    return [store for kind in KINDS for store in kind.stores(homes)]


def users_store() -> Store | None:
    """The store of what applies to every project of this user; None before its first record."""
    return next(iter(USER.stores([])), None)
