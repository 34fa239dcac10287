"""What the user kept in a review: a private file for each store, so that nothing is asked again until it changes."""

from __future__ import annotations

from ..core.jsontext import texts_of
from ..core.model import JsonObject, Value
from .folders import Keyed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable

FILE = Keyed("reviewed")


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
    found = {}
    for path, item in _value(root).items():
        if (
            isinstance(item, dict)
            and isinstance(item.get("at"), int)
            and isinstance(item.get("marks"), list)
        ):
            found[path] = Kept(at=item["at"], marks=tuple(texts_of(item["marks"])))
    return found


def keep(root: str, path: str, at: int, marks: Iterable[str]) -> None:
    """Notes that a record was kept; the caller holds the store's lock. StoreError when it cannot be written."""
    FILE.must_write(
        root, kept={**_value(root), path: {"at": at, "marks": sorted(set(marks))}}
    )


def _value(root: str) -> JsonObject:
    kept = FILE.read(root).get("kept")
    return kept if isinstance(kept, dict) else {}
