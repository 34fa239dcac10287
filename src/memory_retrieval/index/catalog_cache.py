"""The catalogue's cache: what was read from a file of a given signature, a line a file, appended as files change.

Disposable: a damaged, foreign or missing cache only means that the records are read again.
"""

import os
import zlib

from ..core import config, jsontext

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VERSION = 1  # of the fields of an entry and of the stems in it; another version is another file
MAX_BYTES = 268_435_456


class Cache:
    """One store's cache, loaded whole; `save` appends what is new."""

    def __init__(self, root):
        # type: (str) -> None
        self._root = root.encode("utf-8", "replace").decode("utf-8")
        self._path = _path(root)
        self._lines = 0
        self._new = []  # type: list[list[Any]]
        self._known = self._load()

    def get(self, path, sign):
        # type: (str, str) -> list[Any] | None
        """The fields of a file ([] when it is no record), None when it is unknown or has changed."""
        known = self._known.get(path)
        return known[2] if known is not None and known[1] == sign else None

    def put(self, path, sign, fields):
        # type: (str, str, list[Any]) -> None
        self._new.append([path, sign, fields])

    def save(self, present):
        # type: (set[str]) -> None
        """Keeps what is new; writes the whole file anew when most of its lines are outdated. Never fails."""
        if not self._path or not self._new:
            return
        fresh = {row[0]: row for row in self._new}
        crowded = self._lines + len(fresh) > 2 * len(present) + 200
        try:
            if self._lines and not crowded:
                self._append(_text(fresh.values()))
            else:
                kept = {**{path: row for path, row in self._known.items() if path in present}, **fresh}
                self._replace(jsontext.dumps([VERSION, self._root]) + "\n" + _text(kept.values()))
        except OSError:
            return

    def _load(self):
        # type: () -> dict[str, list[Any]]
        try:
            with open(self._path, "rb") as file:
                lines = file.read(MAX_BYTES).decode("utf-8").splitlines()
            rows = jsontext.loads("[" + ",".join(lines) + "]")
            if rows and rows[0] == [VERSION, self._root]:
                self._lines = len(rows)
                return {row[0]: row for row in rows[1:] if len(row) == 3}
        except (OSError, ValueError, TypeError, KeyError):
            pass
        return {}

    def _append(self, text):
        # type: (str) -> None
        fd = os.open(self._path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
        try:
            os.write(fd, text.encode("ascii"))
        finally:
            os.close(fd)

    def _replace(self, text):
        # type: (str) -> None
        os.makedirs(os.path.dirname(self._path), mode=0o700, exist_ok=True)
        temporary = "%s.%d.tmp" % (self._path, os.getpid())
        with open(temporary, "wb") as file:
            file.write(text.encode("ascii"))
        os.replace(temporary, self._path)


def _text(rows):
    # type: (Any) -> str
    return "".join([jsontext.dumps(row) + "\n" for row in rows])


def _path(root):
    # type: (str) -> str
    """The cache file of a store's real path; "" where no folder can hold it."""
    base = config.cache_dir() or config.plugin_data_dir()
    raw = root.encode("utf-8", "surrogateescape")
    name = "".join([c if c.isalnum() and c.isascii() else "-" for c in os.path.basename(root)])[:40]
    key = "%08x%08x" % (zlib.crc32(raw), zlib.crc32(raw[::-1] + b"\x00"))
    return os.path.join(base, "catalog", "%s-%s.v%d.jsonl" % (name or "store", key, VERSION)) if base else ""
