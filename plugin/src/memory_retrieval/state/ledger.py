"""The ledger: a line of JSON for each prompt that was searched, each brief, and each pointer to the memories of a file.

A file for each day. It may be lost.
"""

from __future__ import annotations

import os
import time

from ..core import environment, jsontext
from ..core.files import append_private

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from ..core.model import JsonObject
    from .session import Session

KIND = "ledger"


def record(entry: JsonObject) -> None:
    """Appends one line to the day's file; silent when it cannot be written."""
    if not environment.state_dir():
        return
    day = time.strftime("%Y-%m-%d", time.gmtime())
    path = os.path.join(environment.state_dir(), KIND, f"{day}.jsonl")
    try:
        append_private(path, (jsontext.dumps(entry) + "\n").encode("ascii"))
    except OSError:
        pass


def note(
    event: str, session: Session, started: float | None = None, **facts: Any
) -> None:
    """Records an event of a session, with its duration since `started` on the monotonic clock if that is given."""
    entry: JsonObject = {
        "event": event,
        "at": int(time.time()),
        "session": session.id,
        "root": session.base,
    }
    if started is not None:
        entry["ms"] = round((time.monotonic() - started) * 1000, 1)
    record({**entry, **facts})


def entries(days: int = 30, event: str = "prompt") -> Iterator[JsonObject]:
    """The entries of the last `days` days, oldest first; damaged lines are skipped.

    event  "prompt", "brief" or "file"; "" for all of them
    """
    folder = os.path.join(environment.state_dir() or os.devnull, KIND)
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(".jsonl"))[
            -days:
        ]
    except OSError:
        return
    for name in names:
        for entry in _read_day(os.path.join(folder, name)):
            if not event or entry.get("event", "prompt") == event:
                yield entry


def newest(event: str, root: str) -> JsonObject | None:
    """The newest entry about a project; None when there is none."""
    last = None
    for entry in entries(event=event):
        if entry.get("root") == root:
            last = entry
    return last


def _read_day(path: str) -> Iterator[JsonObject]:
    try:
        with open(path, encoding="utf-8", errors="replace") as lines:
            for line in lines:
                try:
                    value = jsontext.loads(line)
                except ValueError:
                    continue
                if isinstance(value, dict):
                    yield value
    except OSError:
        return
