"""What an agent's saves took out of use in a session: a private file for each store, gone when a session begins.

Where no hook says when that is, a day ends it.
"""

from __future__ import annotations

from ..core import clock, environment
from ..core.files import remove_quietly
from .folders import read_object, state_file, write_object

KIND = "replaced"


def read(root: str) -> list[str]:
    """The paths of the records, in the store at `root`."""
    value = read_object(state_file(KIND, root))
    paths, since = value.get("paths"), value.get("since")
    if not isinstance(paths, list) or not isinstance(since, int) or environment.now() - since > clock.DAY:
        return []
    return [path for path in paths if isinstance(path, str)]


def add(root: str, paths: list[str]) -> None:
    known = read(root)
    write_object(state_file(KIND, root), {"root": root, "since": environment.now(), "paths": [*known, *paths]})


def forget(root: str) -> None:
    remove_quietly(state_file(KIND, root))
