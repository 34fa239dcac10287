"""The guards that this user accepted, by the SHA-256 of their text: a private file for each store."""

from __future__ import annotations

import os

from ..core import config, jsontext
from ..core.files import content_digest, path_key, project_path, write_private
from .folders import read_private

MOST = 1_000  # guards of a store, the latest


def mark(path: str, guard: str, sentence: str) -> str:
    """What stands for a guard: it changes with the rule's file, its pattern, its effect and its sentence."""
    return content_digest(jsontext.dumps([path, guard, sentence]).encode("ascii", "replace"))


def read(root: str) -> list[str]:
    """The marks of the guards that were accepted in the store at `root`."""
    value = read_private(_file(root)) if config.state_dir() else None
    found = value.get("accepted") if isinstance(value, dict) else None
    return [text for text in found if isinstance(text, str)] if isinstance(found, list) else []


def accept(root: str, marks: list[str]) -> bool:
    """Adds marks; False when they cannot be written, and the guards then only remind."""
    known = read(root)
    new = [text for text in marks if text not in known]
    try:
        if new and config.state_dir():
            kept = (known + new)[-MOST:]
            write_private(_file(root), jsontext.dumps({"root": root, "accepted": kept}).encode("ascii"))
    except OSError:
        return False
    return bool(config.state_dir())


def _file(root: str) -> str:
    folder = os.path.join(config.state_dir(), "accepted")
    return project_path(root, lambda text: os.path.join(folder, path_key(text, b"a", "replace") + ".json"))
