"""The catalogue's cache: what was read from a file with a given fingerprint, a line for each file.

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
    """One store's cache, loaded whole. A row is a list of texts without tabs and newlines.

    `save` keeps what was asked for or put since then.
    """

    def __init__(self, root: str) -> None:
        self._head = "%d\t%s" % (
            VERSION,
            root.encode("utf-8", "replace").decode("utf-8").replace("\n", " "),
        )
        self._path = _path(root)
        self._known = {line[: line.find("\t")]: line for line in self._load()}
        self._kept: dict[str, str] = {}
        self._changed = False

    def get(self, path: str, fingerprint: str) -> list[str] | None:
        """The row of a file ([] when it is no record, else of WIDTH texts), None when it is unknown or has changed."""
        line = self._known.get(path)
        if line is None or not line.startswith(f"{fingerprint}\t", len(path) + 1):
            return None
        row = line.split("\t")[2:]
        if row == [""]:
            row = []
        elif len(row) != WIDTH:
            return None
        self._kept[path] = line
        return row

    def put(self, path: str, fingerprint: str, row: list[str]) -> None:
        if "\t" not in path and "\n" not in path:
            self._kept[path] = "\t".join([path, fingerprint, *(row or [""])])
            self._changed = True

    def save(self) -> None:
        """Replaces the file when something was put. Never fails."""
        if not self._path or not self._changed:
            return
        lines = "\n".join([self._head, *self._kept.values(), ""])
        try:
            write_private(self._path, lines.encode("utf-8"))
        except OSError:
            return

    def _load(self) -> list[str]:
        """Its lines; [] when it is missing, damaged or of another store."""
        try:
            text = read_regular(self._path, MAX_BYTES).decode("utf-8")
        except (OSError, UnicodeDecodeError):
            return []
        head, *lines = text.split("\n")[:-1] or [""]
        return lines if head == self._head else []


def _path(root: str) -> str:
    """The cache file of a store's real path; "" where no folder can hold it."""
    base = environment.cache_dir() or environment.plugin_data_dir()
    return (
        os.path.join(base, "catalog", "%s.v%d.tsv" % (store_key(root), VERSION))
        if base
        else ""
    )
