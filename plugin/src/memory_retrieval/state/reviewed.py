"""What the user kept in a review: a private file for each store, so that nothing is asked again until it changes."""

from __future__ import annotations

from ..core import jsontext
from ..core.files import write_private
from ..core.model import Value
from ..store.writer import storage_error
from .folders import read_object, state_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable


KIND = "reviewed"


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
    file, kept = state_file(KIND, root), {**_value(root), path: {"at": at, "marks": sorted(set(marks))}}
    try:
        if file:
            write_private(file, jsontext.dumps({"root": root, "kept": kept}).encode("ascii"))
    except OSError as error:
        raise storage_error(file, error) from error


def _value(root: str) -> dict[str, Any]:
    kept = read_object(state_file(KIND, root)).get("kept")
    return kept if isinstance(kept, dict) else {}
