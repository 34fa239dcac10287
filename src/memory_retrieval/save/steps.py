"""The steps of a batch in a store of files, one at a time, and the way back when a later one fails.

At any instant each file is old or new, and of a record that is renamed there is exactly one.
"""

from __future__ import annotations

import os

from ..core.errors import StoreError
from ..store import writer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .batch import Batch
    from .record_store import RecordStore

    Step = tuple[str, str, Any]
    Files = dict[str, list["bytes | None"]]  # path: content before and after


def take(store: RecordStore, step: Step, files: Files, batch: Batch) -> None:
    """Writes one step; StoreError when it cannot be, or when it may not outlast a power cut."""
    verb, path, value = step
    target = store.absolute(path)
    if verb == "put":
        writer.make_folder(os.path.dirname(target))
        writer.write_file(target, files[path][1] or b"")
    elif verb == "move":
        writer.rename_file(target, store.absolute(value))
        batch.notes += store.rename_usage(path, value)
    else:
        writer.remove_file(target)


def take_back(store: RecordStore, steps: list[Step], files: Files) -> bool:
    """Restores what was there before `steps`, the last one first; False when that fails too, as on a full disk."""
    moved = {new: old for verb, old, new in steps if verb == "move"}
    try:
        for verb, path, value in reversed(steps):
            before = files[moved.get(path, path)][0]
            if verb == "move":
                if store.holds(value) and not store.holds(path):
                    writer.rename_file(store.absolute(value), store.absolute(path))
                    store.rename_usage(value, path)
            elif store.content(path) == before or (path in moved and not store.holds(path)):
                continue  # not written yet
            elif before is None:
                writer.remove_file(store.absolute(path))
            else:
                writer.write_file(store.absolute(path), before)
    except StoreError:
        return False
    return True


def in_part(error: StoreError, step: str) -> StoreError:
    """The error of a write of which a part stays; `step` says what the user does about it."""
    problem = error.problems[0]
    why = problem.message.split(";")[0].replace("not written", "only a part is written")
    return StoreError.at(problem.path, "%s; %s" % (why, step), problem.code)
