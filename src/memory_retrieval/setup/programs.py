"""The programs of hosts: `claude`, `codex`. One that lies in the repository at hand is not taken for a host's."""

from __future__ import annotations

import os
import shutil

from ..core import config
from ..store.scope import repository_root


def find(name: str) -> str | None:
    """The path of a host's program; None without one. Folders of the PATH in the current repository are left out."""
    project = os.path.realpath(repository_root(os.getcwd()) or os.devnull)
    home = os.path.realpath(config.home() or os.sep)
    inside = "" if (home + os.sep).startswith(project.rstrip(os.sep) + os.sep) else project + os.sep
    folders = [
        folder
        for folder in config.environ("PATH").split(os.pathsep)
        if os.path.isabs(folder) and not (inside and (os.path.realpath(folder) + os.sep).startswith(inside))
    ]
    return shutil.which(name, path=os.pathsep.join(folders)) if folders else None
