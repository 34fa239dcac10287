"""Private files outside the repository, a folder a store: the undo journal and the inbox lie here.

All of it is the user's alone (0700, 0600) and may be lost without harm to the store.
"""

from __future__ import annotations

import os
import zlib

from ..core import config, jsontext
from ..core.errors import StoreError
from ..store import writer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

KEEP = 20  # writes that can be taken back
MAX_FILE = 33_554_432  # bytes; an entry holds the files of one write


def store_key(root: str) -> str:
    """A readable name for a store's real path, unique by 64 bits."""
    raw = root.encode("utf-8", "surrogateescape")
    name = "".join([c if c.isalnum() and c.isascii() else "-" for c in os.path.basename(root)])[:40]
    return "%s-%08x%08x" % (name or "store", zlib.crc32(raw), zlib.crc32(raw[::-1] + b"\x00"))


def folder(kind: str, root: str) -> str:
    """The private folder of a store for one kind of file, made when needed. StoreError without a home folder."""
    base = config.state_dir()
    if not base:
        raise StoreError("no home folder: set XDG_STATE_HOME to keep %s files" % kind)
    path = os.path.join(base, kind, store_key(root))
    writer.make_folder(path, 0o700)
    return path


def discard(kind: str, root: str) -> None:
    """Removes the private folder of a store that is no more."""
    import shutil

    if config.state_dir():
        shutil.rmtree(os.path.join(config.state_dir(), kind, store_key(root)), ignore_errors=True)


def digest(data: bytes) -> str:
    """Tells contents apart; against accidents, not against attackers."""
    return "%08x%08x%x" % (zlib.crc32(data), zlib.adler32(data), len(data))


def read_private(path: str) -> Any:
    """The JSON value of a private file; None when it is missing or damaged."""
    try:
        with open(path, "rb") as file:
            return jsontext.loads(file.read(MAX_FILE).decode("utf-8"))
    except (OSError, ValueError):
        return None


def append_entry(root: str, entry: dict[str, Any]) -> str:
    """Adds a write to the undo journal and lets the oldest go; returns the entry's file."""
    path = folder("undo", root)
    names = _names(path)
    number = int(names[-1].split(".")[0]) + 1 if names else 1
    file = os.path.join(path, "%08d.json" % number)
    writer.write_file(file, jsontext.dumps(entry).encode("ascii"), 0o600, durable=False)
    for name in names[: max(0, len(names) + 1 - KEEP)]:
        drop_entry(os.path.join(path, name))
    return file


def entries(root: str) -> list[tuple[str, dict[str, Any]]]:
    """(file, entry) of the journal, newest first; damaged ones are left out."""
    path = folder("undo", root)
    found = []
    for name in reversed(_names(path)):
        entry = read_private(os.path.join(path, name))
        if isinstance(entry, dict) and isinstance(entry.get("files"), list):
            found.append((os.path.join(path, name), entry))
    return found


def drop_entry(file: str) -> None:
    try:
        os.unlink(file)
    except OSError:
        pass


def _names(path: str) -> list[str]:
    try:
        return sorted(n for n in os.listdir(path) if n.endswith(".json") and n.split(".")[0].isdigit())
    except OSError:
        return []
