"""The files of the inbox, one for each candidate of a store, for all worktrees of a clone together.

upkeep/inbox.py knows what is in them.
"""

from __future__ import annotations

import os

from ..core.files import remove_quietly
from ..core.repository import in_clone
from .folders import ENDING, Filed, folder_path, private_folder, read_private

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FILES = Filed("inbox")


def candidate_path(root: str, id: str) -> str:
    """The file of a candidate. `root` is the project folder; StoreError when the inbox cannot be created."""
    return os.path.join(private_folder(FILES.kind, _shared(root)), f"{id}.json")


def count_candidates(root: str) -> int:
    """How many candidates wait, without creating the inbox."""
    return len(FILES.paths(_shared(root)))


def read_candidates(root: str) -> list[Any]:
    """The JSON value of every file in no particular order; None for a damaged one."""
    private_folder(FILES.kind, _shared(root))
    return [read_private(path) for path in FILES.paths(_shared(root))]


def write_candidate(root: str, id: str, text: str) -> None:
    """Stores a candidate as ASCII JSON. StoreError when it cannot be written."""
    FILES.write(_shared(root), id, text)


def remove_candidate(root: str, id: str) -> bool:
    """Removes a candidate; False for a missing one."""
    path = candidate_path(root, id)
    there = os.path.exists(path)
    remove_quietly(path)
    return there


def _shared(root: str) -> str:
    """The project that the inbox is kept under; what a version before 0.3 kept for a worktree alone is moved there."""
    own = os.path.realpath(root)
    shared = in_clone(own)
    former = folder_path(FILES.kind, own) if shared != own else ""
    if not os.path.isdir(former):
        return shared
    for path in FILES.paths(own):
        there = FILES.path(shared, os.path.basename(path).removesuffix(ENDING))
        private_folder(FILES.kind, shared)
        try:
            if not os.path.exists(there):
                os.rename(path, there)
        except OSError:
            continue  # another process has moved it
    return shared
