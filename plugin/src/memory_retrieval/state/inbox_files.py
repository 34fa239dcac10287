"""The files of the inbox: one private JSON file for each candidate. upkeep/inbox.py knows what is in them."""

from __future__ import annotations

import os

from ..core.files import remove_quietly, write_private
from ..store.writer import storage_error
from .folders import folder_path, private_folder, read_private

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

KIND = "inbox"


def candidate_path(root: str, id: str) -> str:
    """The file of a candidate. `root` is the project folder; StoreError when the inbox cannot be created."""
    return os.path.join(private_folder(KIND, os.path.realpath(root)), id + ".json")


def count_candidates(root: str) -> int:
    """How many candidates wait, without creating the inbox."""
    return len(_names(folder_path(KIND, os.path.realpath(root))))


def read_candidates(root: str) -> list[Any]:
    """The JSON value of every file in no particular order; None for a damaged one."""
    folder = private_folder(KIND, os.path.realpath(root))
    return [read_private(os.path.join(folder, name)) for name in _names(folder)]


def write_candidate(root: str, id: str, text: str) -> None:
    """Stores a candidate as ASCII JSON. StoreError when it cannot be written."""
    path = candidate_path(root, id)
    try:
        write_private(path, text.encode("ascii"))
    except OSError as error:
        raise storage_error(path, error) from error


def remove_candidate(root: str, id: str) -> bool:
    """Removes a candidate; False for a missing one."""
    path = candidate_path(root, id)
    there = os.path.exists(path)
    remove_quietly(path)
    return there


def _names(folder: str) -> list[str]:
    try:
        return [name for name in os.listdir(folder) if name.endswith(".json") and not name.startswith(".")]
    except OSError:
        return []
