"""What the user kept in a review: a private file for each store, so that nothing is asked again until it changes."""

from __future__ import annotations

import os

from ..core import config, jsontext
from ..core.files import path_key, project_path, write_private
from ..core.model import Value
from ..store.writer import storage_error
from .folders import read_private

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable


class Kept(Value):
    """A decision to keep a record.

    at     seconds since 1970
    marks  the facts that were known then, such as "gone:src/a.py"
    """

    at: int
    marks: tuple[str, ...]


NEVER = Kept(at=0, marks=())


def read(root: str) -> dict[str, Kept]:
    """{path of a record: the last decision to keep it}; damaged entries are left out."""
    value = _value(root)
    return {
        path: Kept(at=item["at"], marks=tuple(mark for mark in item["marks"] if isinstance(mark, str)))
        for path, item in value.items()
        if isinstance(item, dict) and isinstance(item.get("at"), int) and isinstance(item.get("marks"), list)
    }


def keep(root: str, path: str, at: int, marks: Iterable[str]) -> None:
    """Notes that a record was kept; the caller holds the store's lock. StoreError when it cannot be written."""
    _write(root, {**_value(root), path: {"at": at, "marks": sorted(set(marks))}})


def _value(root: str) -> dict[str, Any]:
    value = read_private(_file(root)) if config.state_dir() else None
    kept = value.get("kept") if isinstance(value, dict) else None
    return kept if isinstance(kept, dict) else {}


def _write(root: str, kept: dict[str, Any]) -> None:
    if not config.state_dir():
        return
    try:
        write_private(_file(root), jsontext.dumps({"root": root, "kept": kept}).encode("ascii"))
    except OSError as error:
        raise storage_error(_file(root), error) from error


def _file(root: str) -> str:
    folder = os.path.join(config.state_dir(), "reviewed")
    return project_path(root, lambda text: os.path.join(folder, path_key(text, b"r", "replace") + ".json"))
