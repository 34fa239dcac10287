"""What an agent's saves took out of use in a session: a private file for each store, gone when a session begins.

Where no hook says when that is, a day ends it.
"""

from __future__ import annotations

from ..core import clock, environment
from ..core.files import remove_quietly
from ..core.jsontext import texts_of
from .folders import Keyed

FILE = Keyed("replaced")


def read(root: str) -> list[str]:
    """The paths of the records, in the store at `root`."""
    value = FILE.read(root)
    since = value.get("since")
    if not isinstance(since, int) or environment.now() - since > clock.DAY:
        return []
    return texts_of(value.get("paths"))


def add(root: str, paths: list[str]) -> None:
    FILE.write(root, since=environment.now(), paths=[*read(root), *paths])


def forget(root: str) -> None:
    remove_quietly(FILE.path(root))
