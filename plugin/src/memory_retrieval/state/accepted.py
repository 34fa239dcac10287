"""The guards that this user accepted, by the SHA-256 of their text and their path: a private file for each store."""

from __future__ import annotations

from ..core import environment, jsontext
from ..core.files import content_digest
from ..core.jsontext import texts_of
from .folders import Keyed

FILE = Keyed("accepted")
MOST = 1_000  # guards of a store, the latest


def mark(path: str, guard: str, sentence: str) -> str:
    """What stands for a guard: it changes with the rule's file, its pattern, its effect and its sentence."""
    return (
        content_digest(
            jsontext.dumps([path, guard, sentence]).encode("ascii", "replace")
        )
        + " "
        + path
    )


def read(root: str) -> list[str]:
    """The marks of the guards that were accepted in the store at `root`."""
    return texts_of(FILE.read(root).get("accepted"))


def accept(root: str, marks: list[str]) -> bool:
    """Adds marks; False in an agent's shell and when they cannot be written: the guards then only remind."""
    if environment.in_agents_shell():
        return False
    known = read(root)
    new = [text for text in marks if text not in known]
    if not new:
        return bool(FILE.path(root))
    return FILE.write(root, accepted=(known + new)[-MOST:])
