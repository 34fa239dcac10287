"""The undo journal: what each of the last writes of a store replaced, one private file for each."""

from __future__ import annotations

import os
import zlib

from ..core import jsontext
from ..core.files import remove_quietly, write_private
from ..store.writer import storage_error
from .folders import private_folder, read_private

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

KIND = "undo"
KEEP = 20  # writes that can be undone


def digest(data: bytes) -> str:
    """A hash that tells contents apart by accident, not against attackers. Entries and ids of candidates contain it."""
    return f"{zlib.crc32(data):08x}{zlib.adler32(data):08x}{len(data):x}"


def append_entry(root: str, entry: dict[str, Any]) -> str:
    """Adds a write; returns the entry's file. StoreError when it cannot be written.

    KEEP earlier ones stay, so that a write which is then refused, and dropped, has pushed none of them out.
    """
    folder = private_folder(KIND, root)
    names = _names(folder)
    number = int(names[-1].split(".")[0]) + 1 if names else 1
    file = os.path.join(folder, "%08d.json" % number)
    try:
        write_private(file, jsontext.dumps(entry).encode("ascii"))
    except OSError as error:
        raise storage_error(file, error) from error
    for name in names[: max(0, len(names) - KEEP)]:
        remove_quietly(os.path.join(folder, name))
    return file


def entries(root: str) -> list[tuple[str, dict[str, Any]]]:
    """(file, entry) of every write, newest first; damaged entries are left out."""
    folder = private_folder(KIND, root)
    out = []
    for name in reversed(_names(folder)):
        entry = read_private(os.path.join(folder, name))
        if isinstance(entry, dict) and isinstance(entry.get("files"), list):
            out.append((os.path.join(folder, name), entry))
    return out


def _names(folder: str) -> list[str]:
    try:
        return sorted(n for n in os.listdir(folder) if n.endswith(".json") and n.split(".")[0].isdigit())
    except OSError:
        return []
