"""Which folders of a project are read: none that a link leads out of it, and none that a stranger has planted."""

from __future__ import annotations

import os

from ..core import environment
from ..core.repository import repository_root
from . import layouts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def folders_at(home: str) -> list[tuple[str, str]]:
    """(folder, kind) of the stores of the project at `home` (a real path) that may be read."""
    top = repository_root(home) or home
    return folders_inside(home) if is_own(home, (owner(home), owner(top))) else []


def folders_inside(folder: str) -> list[tuple[str, str]]:
    """The same, without layouts that lead out of the folder, whoever owns it; a home folder is never a project."""
    if folder == home_folder():
        return []
    folders = layouts.folders_of(folder)
    for base in (layouts.PROJECT_STORE, layouts.PATTERN_STORE) if folders else ():
        if not inside(os.path.join(folder, base), folder):
            folders = [
                listed for listed in folders if not listed[0].startswith(f"{base}/")
            ]
    return folders


def home_folder() -> str:
    """The user's home folder as a real path; "" without one."""
    home = environment.home()
    return os.path.realpath(home) if home else ""


def inside(path: str, root: str) -> bool:
    """Whether `path`, links resolved, is below `root` (a real path)."""
    return os.path.realpath(path).startswith(root.rstrip(os.sep) + os.sep)


def is_own(folder: str, owners: tuple[Any, ...]) -> bool:
    """Whether the stores of a folder belong to one of `owners`, to the user or to root.

    In a folder that several users share, anybody may plant one.
    """
    if not hasattr(os, "geteuid"):
        return True  # Windows
    own = (*owners, os.geteuid(), 0, None)
    bases = (
        os.path.dirname(layouts.PROJECT_STORE),
        layouts.PROJECT_STORE,
        layouts.PATTERN_STORE,
    )
    return all(owner(os.path.join(folder, base)) in own for base in bases)


def owner(path: str) -> Any:
    """The user who owns a file; None for none."""
    try:
        return os.stat(path).st_uid
    except OSError:
        return None
