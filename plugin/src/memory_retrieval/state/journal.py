"""The undo journal: what each of the last writes of a store replaced, one private file for each."""

from __future__ import annotations

import os
import zlib

from ..core import jsontext
from ..core.files import remove_quietly
from ..core.model import JsonObject
from .folders import Filed, private_folder, read_private

FILES = Filed("undo")
KEEP = 20  # writes that can be undone


def digest(data: bytes) -> str:
    """A hash that tells contents apart by accident, not against attackers. Entries and ids of candidates contain it."""
    crc, adler, length = zlib.crc32(data), zlib.adler32(data), len(data)
    return f"{crc:08x}{adler:08x}{length:x}"


def append_entry(root: str, entry: JsonObject) -> str:
    """Adds a write; returns the entry's file. StoreError when it cannot be written.

    KEEP earlier ones stay, so that a write which is then refused, and dropped, has pushed none of them out.
    """
    earlier = _paths(root)
    number = _number(earlier[-1]) + 1 if earlier else 1
    file = FILES.write(root, f"{number:08d}", jsontext.dumps(entry))
    for path in earlier[: max(0, len(earlier) - KEEP)]:
        remove_quietly(path)
    return file


def entries(root: str) -> list[tuple[str, JsonObject]]:
    """(file, entry) of every write, newest first; damaged entries are left out. StoreError without a home folder."""
    private_folder(FILES.kind, root)
    found = []
    for path in reversed(_paths(root)):
        entry = read_private(path)
        if isinstance(entry, dict) and isinstance(entry.get("files"), list):
            found.append((path, entry))
    return found


def written(root: str, after: int, since: int) -> tuple[int, list[str]]:
    """(the number of the last write, the IDs that were written after the one with a number and since a time)."""
    number, ids = after, []
    for path in _paths(root):
        if _number(path) > after and os.stat(path).st_mtime >= since:
            number, entry = _number(path), read_private(path)
            ids += [str(entry["id"])] if isinstance(entry, dict) else []
    return number, ids


def _paths(root: str) -> list[str]:
    return [path for path in FILES.paths(root) if _number(path) >= 0]


def _number(path: str) -> int:
    name = os.path.basename(path).split(".")[0]
    return int(name) if name.isdigit() else -1
