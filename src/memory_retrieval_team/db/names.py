"""The names of workspaces and projects in a database."""

from __future__ import annotations

import os

from memory_retrieval.core import git
from memory_retrieval.core.errors import MemoryRetrievalError

MAX_NAME = 200  # characters
PATIENCE = 5  # seconds


def default_project(root: str) -> str:
    """The last part of the origin remote's path, which all clones share; without one, the folder's name."""
    remote = git.run(root, ["config", "remote.origin.url"], PATIENCE).strip()
    path = remote.rstrip("/").replace(":", "/")
    name = path.rpartition("/")[2].removesuffix(".git")
    return name or os.path.basename(os.path.realpath(root)) or "project"


def checked(name: str, option: str) -> str:
    """The name if it is a valid key that prints on one line; MemoryRetrievalError otherwise."""
    shows = name.isprintable() and name == name.strip()
    if not 1 <= len(name) <= MAX_NAME or not shows or name == "*":
        raise MemoryRetrievalError(
            f"{option} {name[:60]!r}: expected 1 to {MAX_NAME} displayable characters, other than '*'"
        )
    return name
