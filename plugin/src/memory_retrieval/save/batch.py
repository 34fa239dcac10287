"""One write of a store as a batch of steps.

They are taken one at a time, and back when a later one fails: at any instant each file is old or new.
"""

from __future__ import annotations

import os

from ..core import jsontext
from ..core.errors import StoreError
from ..core.reading import read_regular
from ..store import catalog, writer

MAX_CONTENT = 33_554_432  # bytes of a file that a write replaces, and the journal keeps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Step = tuple[str, str, Any]
    Files = dict[str, list["bytes | None"]]  # path: content before and after

    Record = dict[str, Any]


class Batch:
    """Steps in the order in which they are written.

    steps      (verb, path, value): ("put", path, record), ("remove", path, None)
    action     the command's name, and `id` the record it is about, for the undo journal
    candidate  the inbox candidate that this write accepts; the journal keeps it, so that undo can restore it
    filed      inbox candidates that came with this write, which undo removes
    notes      secondary steps that the commit could not do
    """

    def __init__(self, action: str, id: str, candidate: Record | None = None) -> None:
        self.action, self.id, self.candidate = action, id, candidate
        self.steps: list[tuple[str, str, Any]] = []
        self.filed: list[str] = []
        self.notes: list[str] = []

    def put(self, path: str, record: Record) -> None:
        """Creates or replaces the record at `path`."""
        self.steps.append(("put", path, record))

    def remove(self, path: str) -> None:
        self.steps.append(("remove", path, None))

    def pending(self, path: str) -> Record | None:
        """The record that this batch will write to a path, the last of several; None when it writes none."""
        return next(
            (
                value
                for verb, at, value in reversed(self.steps)
                if verb == "put" and at == path
            ),
            None,
        )

    def main(self) -> tuple[str, Record | None]:
        """(path before the write, record after it) of what the write is about; ("", None) when it does not write it."""
        written = (
            (path, value)
            for verb, path, value in self.steps
            if verb == "put" and value.get("id") == self.id
        )
        return next(written, ("", None))

    def entries_after(self, entries: list[catalog.Entry]) -> list[catalog.Entry]:
        """The store's entries after this batch; `entries` are those before it."""
        touched = {path for _, path, _ in self.steps}
        written = {
            path: catalog.from_record(value, path)
            for verb, path, value in self.steps
            if verb == "put" and "id" in value
        }
        return [entry for entry in entries if entry.path not in touched] + list(
            written.values()
        )


def serialize(record: Record) -> bytes:
    """The file of a record: stable key order, indent 2, UTF-8, final newline."""
    return (jsontext.pretty(record) + "\n").encode("utf-8")


def take(absolute: Callable[[str], str], step: Step, files: Files) -> None:
    """Writes one step; StoreError when it cannot be, or when it may not outlast a power cut."""
    verb, path, _ = step
    target = absolute(path)
    if verb == "put":
        writer.make_folder(os.path.dirname(target))
        writer.write_file(target, files[path][1] or b"")
    else:
        writer.remove_file(target)


def take_back(absolute: Callable[[str], str], steps: list[Step], files: Files) -> bool:
    """Restores what was there before `steps`, the last one first; False when that fails too, as on a full disk."""
    try:
        for _, path, _ in reversed(steps):
            before = files[path][0]
            if read_bytes(absolute(path)) == before:
                continue  # not written yet
            elif before is None:
                writer.remove_file(absolute(path))
            else:
                writer.write_file(absolute(path), before)
    except StoreError:
        return False
    return True


def in_part(error: StoreError, step: str) -> StoreError:
    """The error of a write of which a part stays; `step` says what the user does about it."""
    problem = error.problems[0]
    why = problem.message.split(";")[0].replace("not written", "only a part is written")
    return StoreError.at(problem.path, f"{why}; {step}", problem.code)


def read_bytes(path: str) -> bytes | None:
    """The content of a regular file; None when there is none."""
    try:
        return read_regular(path, MAX_CONTENT)
    except FileNotFoundError:
        return None
    except OSError as error:
        message = f"cannot be read: {error.strerror}; check its permissions"
        raise StoreError.at(path, message, "unreadable") from error
