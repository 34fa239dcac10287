"""The log of failures in the state folder. Hooks and the MCP server have no other place to report them."""

from __future__ import annotations

import os
import time

from ..core import environment
from ..core.files import append_private, move_file

NAME = "hook.log"
MAX_LOG = 1_048_576  # bytes; a larger log is set aside as hook.log.1


def log_line(event: str, error: object, text: str | None = None) -> None:
    """Adds the time, the event and the error with its origin; a log that cannot be written is no failure.

    text  what is kept instead of the error's own text, which may quote a secret: save/failures.py takes those out
    """
    try:
        _append(event, error, str(error) if text is None else text)
    except Exception:  # out of memory, of space, of what else: the caller has a failure to get over already
        return


def _append(event: str, error: object, text: str) -> None:
    from ..core.sanitize import one_line  # not at the top: most hooks log nothing

    kind = type(error).__name__ + ": " if isinstance(error, BaseException) else ""
    stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    event = " ".join(event.split())[:40] or "-"
    said = kind + one_line(text, 300) + _origin(error)
    line = f"{stamp} {event} {said}\n"
    folder = environment.state_dir()
    if not folder:
        return
    path = os.path.join(folder, NAME)
    if os.path.exists(path) and os.path.getsize(path) > MAX_LOG:
        move_file(path, f"{path}.1")
    append_private(path, line.encode("utf-8", "replace"))


def _origin(error: object) -> str:
    """File and line of the innermost frame; "" for anything but an exception that was raised."""
    origin = ""
    trace = getattr(error, "__traceback__", None)
    while trace is not None:
        name = os.path.basename(trace.tb_frame.f_code.co_filename)
        origin = f" ({name}:{trace.tb_lineno})"
        trace = trace.tb_next
    return origin
