"""The changes that make up one write, collected before any of them is made. A store's `commit` writes them."""

from __future__ import annotations

from ..core import jsontext
from ..store import catalog

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Batch:
    """Steps in the order in which they are written.

    steps      (verb, path, value): ("put", path, record), ("move", old path, new path), ("remove", path, None)
    action     the command's name, and `id` the record it is about, for the undo journal
    candidate  the inbox candidate that this write accepts; the journal keeps it, so that undo can restore it
    notes      secondary steps that the commit could not do
    """

    def __init__(self, action: str, id: str, candidate: dict[str, Any] | None = None) -> None:
        self.action, self.id, self.candidate = action, id, candidate
        self.steps: list[tuple[str, str, Any]] = []
        self.notes: list[str] = []

    def put(self, path: str, record: dict[str, Any]) -> None:
        """Creates or replaces the record at `path`."""
        self.steps.append(("put", path, record))

    def move(self, old: str, new: str, record: dict[str, Any]) -> None:
        """Replaces the record at `old` by `record` at `new`, a free path; at any instant exactly one of them exists."""
        self.steps.append(("move", old, new))
        self.steps.append(("put", new, record))

    def remove(self, path: str) -> None:
        self.steps.append(("remove", path, None))

    def pending(self, path: str) -> dict[str, Any] | None:
        """The record that this batch will write to a path, the last of several; None when it writes none."""
        return next((value for verb, at, value in reversed(self.steps) if verb == "put" and at == path), None)

    def main(self) -> tuple[str, dict[str, Any] | None]:
        """(path before the write, record after it) of what the write is about; ("", None) when it does not write it."""
        written = ((path, value) for verb, path, value in self.steps if verb == "put" and value.get("id") == self.id)
        path, record = next(written, ("", None))
        return next((old for verb, old, new in self.steps if verb == "move" and new == path), path), record

    def entries_after(self, entries: list[catalog.Entry]) -> list[catalog.Entry]:
        """The store's entries after this batch; `entries` are those before it."""
        touched = {path for _, path, _ in self.steps}
        written = {path: catalog.from_record(value, path) for verb, path, value in self.steps if verb == "put"}
        return [entry for entry in entries if entry.path not in touched] + list(written.values())


def serialize(record: dict[str, Any]) -> bytes:
    """The file of a record: stable key order, indent 2, UTF-8, final newline."""
    return (jsontext.pretty(record) + "\n").encode("utf-8")
