"""The catalogue's cache: what was read from a file with a given fingerprint, a line for each file, new lines appended.

Disposable: when the cache is damaged, foreign or missing, the records are read again.
"""

from __future__ import annotations

import os

from ..core import environment
from ..core.files import store_key, write_private
from ..core.reading import read_regular

VERSION = 3  # of the fields of an entry, how titles are cleaned, and of the stems in it; another version is another file
WIDTH = 13  # texts of a row
MAX_BYTES = 268_435_456


class Cache:
    """One store's cache, loaded whole; `save` appends to it. A row is a list of texts without tabs and newlines."""

    def __init__(self, root: str) -> None:
        self._head = "%d\t%s" % (
            VERSION,
            root.encode("utf-8", "replace").decode("utf-8").replace("\n", " "),
        )
        self._path = _path(root)
        self._new: list[str] = []
        self._torn = (
            False  # the last line is incomplete: appended text would continue it
        )
        self._lines = self._load()
        self._known: dict[str, str] = {}
        for line in self._lines[1:]:
            self._known[line[: line.find("\t")]] = line

    def get(self, path: str, fingerprint: str) -> list[str] | None:
        """The row of a file ([] when it is no record, else of WIDTH texts), None when it is unknown or has changed."""
        line = self._known.get(path)
        if line is None or not line.startswith(f"{fingerprint}\t", len(path) + 1):
            return None
        row = line.split("\t")[2:]
        if row == [""]:
            return []
        return row if len(row) == WIDTH else None

    def put(self, path: str, fingerprint: str, row: list[str]) -> None:
        if "\t" not in path and "\n" not in path:
            self._new.append(
                "\t".join([path, fingerprint, *row]) + ("" if row else "\t")
            )

    def save(self, present: set[str]) -> None:
        """Appends what is new; rewrites the file when most of its lines are outdated. Never fails."""
        if not self._path or not self._new:
            return
        crowded = len(self._lines) + len(self._new) > 2 * len(present) + 200
        try:
            if self._lines and not crowded and not self._torn:
                self._append("\n".join(self._new) + "\n")
            else:
                new = {line[: line.find("\t")]: line for line in self._new}
                kept = {
                    **{
                        path: line
                        for path, line in self._known.items()
                        if path in present
                    },
                    **new,
                }
                write_private(
                    self._path,
                    ("\n".join([self._head, *kept.values()]) + "\n").encode("utf-8"),
                )
        except OSError:
            return

    def _load(self) -> list[str]:
        """Its lines; [] when it is missing, damaged or of another store."""
        try:
            lines = read_regular(self._path, MAX_BYTES).decode("utf-8").split("\n")
        except (OSError, UnicodeDecodeError):
            return []
        self._torn = bool(lines.pop())
        return lines if lines and lines[0] == self._head else []

    def _append(self, text: str) -> None:
        fd = os.open(self._path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
        try:
            os.write(fd, text.encode("utf-8"))
        finally:
            os.close(fd)


def _path(root: str) -> str:
    """The cache file of a store's real path; "" where no folder can hold it."""
    base = environment.cache_dir() or environment.plugin_data_dir()
    return (
        os.path.join(base, "catalog", "%s.v%d.tsv" % (store_key(root), VERSION))
        if base
        else ""
    )
