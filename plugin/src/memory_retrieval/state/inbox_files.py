"""The files of the inbox, one for each candidate of a store. upkeep/inbox.py knows what is in them."""

from __future__ import annotations

import os

from ..core.files import remove_quietly
from .folders import Filed, private_folder, read_private

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FILES = Filed("inbox")


def candidate_path(root: str, id: str) -> str:
    """The file of a candidate. `root` is the project folder; StoreError when the inbox cannot be created."""
    return os.path.join(
        private_folder(FILES.kind, os.path.realpath(root)), f"{id}.json"
    )


def count_candidates(root: str) -> int:
    """How many candidates wait, without creating the inbox."""
    return len(FILES.paths(os.path.realpath(root)))


def read_candidates(root: str) -> list[Any]:
    """The JSON value of every file in no particular order; None for a damaged one."""
    private_folder(FILES.kind, os.path.realpath(root))
    return [read_private(path) for path in FILES.paths(os.path.realpath(root))]


def write_candidate(root: str, id: str, text: str) -> None:
    """Stores a candidate as ASCII JSON. StoreError when it cannot be written."""
    FILES.write(os.path.realpath(root), id, text)


def remove_candidate(root: str, id: str) -> bool:
    """Removes a candidate; False for a missing one."""
    path = candidate_path(root, id)
    there = os.path.exists(path)
    remove_quietly(path)
    return there
