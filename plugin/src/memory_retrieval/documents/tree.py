"""The files below a folder, asked for by their paths."""

from __future__ import annotations

import os
import stat


class Tree:
    """Answers for paths with slashes below `root`; nothing outside of it, and no link, is there."""

    def __init__(self, root: str) -> None:
        self._root = root

    def has(self, path: str) -> bool:
        if not path or path[0] == "/" or path.startswith("../"):
            return False
        try:
            return stat.S_ISREG(os.lstat(os.path.join(self._root, path)).st_mode)
        except (OSError, ValueError):
            return False

    def names(self, folder: str) -> list[str]:
        """What is in a folder; [] without one."""
        try:
            return os.listdir(os.path.join(self._root, folder))
        except (OSError, ValueError):
            return []
