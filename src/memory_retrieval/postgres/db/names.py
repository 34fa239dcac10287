"""The names of workspaces and projects in a database."""

from __future__ import annotations

import os
import subprocess  # runs git, with an argument list

from ...core.errors import MemoryRetrievalError

MAX_NAME = 200  # characters


def default_project(root: str) -> str:
    """The last part of the origin remote's path, which all clones share; without one, the folder's name."""
    try:
        done = subprocess.run(
            ["git", "-C", root, "config", "--get", "remote.origin.url"],
            capture_output=True,
            text=True,
            timeout=5,
            check=False,
        )
        remote = done.stdout.strip() if done.returncode == 0 else ""
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        remote = ""
    name = remote.rstrip("/").replace(":", "/").rsplit("/", 1)[-1].removesuffix(".git")
    return name or os.path.basename(os.path.realpath(root)) or "project"


def checked(name: str, option: str) -> str:
    """The name if it is a valid key that prints on one line; MemoryRetrievalError otherwise."""
    if not name or len(name) > MAX_NAME or not name.isprintable() or name != name.strip() or name == "*":
        raise MemoryRetrievalError(
            f"{option} {name[:60]!r}: expected 1 to {MAX_NAME} characters that can be shown, other than '*'"
        )
    return name
