"""The frame of every hook: reads the payload, keeps the deadline, prints an answer or nothing, exits with code 0."""

from __future__ import annotations

import os
import sys
import time

from ..core import environment
from ..hosts import EVENTS
from ..state.log import log_line
from ..state.session import Session
from .deadline import Deadline
from .payload import Payload, read_payload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import NoReturn

    from .payload import Answer

LIMITS = dict.fromkeys(
    ("session-start", "subagent-start", "stop", "pre-compact"), 5.0
)  # seconds; the others have one
HANDLERS = {
    "prompt": ("prompt", "run"),
    "session-start": ("session", "run_start"),
    "subagent-start": ("session", "run_subagent"),
    "stop": ("stop", "run_stop"),
    "pre-compact": ("stop", "run_pre_compact"),
    "pre-tool": ("pre_tool", "run"),
    "after-tool": ("pre_tool", "run_after"),
    "tool-failed": ("failed", "run"),
    "allow-save": ("permit_save", "run"),
    "session-end": ("stop", "run_end"),
}
"""The module here and the function of each event in hosts.EVENTS."""
AT_ONCE = ("prompt", "session-start", "stop", "tool-failed")
"""Events that need all modules of their bundle as a rule."""
LIMITS["pre-tool"] = (
    3.0  # of the five that hosts give it: what is not answered in time would pass
)


def main(argv: Sequence[str], bundle: str = "", root: str = "") -> None:
    """Handles one event and ends the process with code 0. Only a complete answer ever reaches standard output.

    bundle  the file for the package's modules, for the next start; "" for none
    root    the folder that the package was loaded from
    """
    try:
        _handle(argv, bundle, root)
    finally:
        _exit()  # even where memory does not suffice to log an error


def _handle(argv: Sequence[str], bundle: str, root: str) -> None:
    event, host = _arguments(argv)
    deadline = Deadline(event, time.monotonic())
    text, after, payload = "", None, None
    try:
        deadline.set(LIMITS.get(event, 1.0))
        if event not in EVENTS:
            event = (
                "unknown"  # what it is called is the host's own text, and is not kept
            )
            raise ValueError("unknown event; expected one of " + ", ".join(EVENTS))
        if not environment.switched_off():
            payload = Payload(read_payload(), host)
            text, after = _handler(event)(
                payload, Session(payload.cwd, payload.session), deadline
            )
    except (
        BaseException
    ) as error:  # the one handler of this host: a hook never breaks a prompt
        deadline.stop()
        _log(event, error)
        text = deadline.otherwise()
    deadline.stop()
    for step in (
        lambda: _write(text),
        after,
        lambda: _note_start(event, payload, root),
    ):
        try:
            if step is not None:
                step()
        except BaseException as error:
            _log(event, error)
    is_due = getattr(sys.meta_path[0], "missed", True)  # a bundle is served from there
    if bundle and is_due and event in EVENTS and not environment.switched_off():
        _make_bundle(event, bundle, root)


def _note_start(event: str, payload: Payload | None, root: str) -> None:
    """Once a session, for `memories doctor`."""
    if event == "session-start" and payload is not None:
        from ..state import seen

        seen.note(payload.host.name, root, payload.session)


def _log(event: str, error: BaseException) -> None:
    try:
        from ..save.failures import (
            log_failure,
        )  # not at the top: most hooks log nothing
    except Exception:  # out of memory, or a checkout that is half gone
        return log_line(event, error, "(its text is left out)")
    log_failure(event, error)


def _make_bundle(event: str, path: str, root: str) -> None:
    """Behind a session's start, makes that of prompts too."""
    from ..core.detached import detached

    whole = event in AT_ONCE

    def behind() -> None:
        _bundle(path, root, whole=whole)
        _become_prompt(root)

    if event != "session-start" or not detached(behind):
        _bundle(path, root, whole=whole)


def _bundle(path: str, root: str, *, whole: bool) -> None:
    try:
        from .bundle import write

        write(path, root, whole=whole)
    except Exception as error:  # only the next start is slower
        _log("bundle", error)


def _become_prompt(root: str) -> None:
    """Goes on as the hook of a prompt that asks nothing, so that the first one finds its bundle."""
    read, write = os.pipe()
    os.write(write, b'{"prompt": ""}')
    os.dup2(read, 0)
    program = os.path.join(root, "hooks", "memory_hook.py")
    words = [sys.executable, "-I", "-S", program, "prompt"]
    os.execv(sys.executable, words)  # noqa: S606


def _handler(event: str) -> Callable[[Payload, Session, Deadline], Answer]:
    """The event's function. Imports only its module."""
    module, function = HANDLERS[event]
    loaded = __import__(f"{__package__}.{module}", None, None, [function])
    handler: Callable[[Payload, Session, Deadline], Answer] = getattr(loaded, function)
    return handler


def _arguments(argv: Sequence[str]) -> tuple[str, str]:
    """(the event, the host that is named; "" for none)."""
    event = host = ""
    rest = iter(argv)
    for word in rest:
        name, equals, value = word.partition("=")
        if name == "--host":
            host = value if equals else next(rest, "")
        elif not word.startswith("-"):
            event = event or word
    return event, host


def _write(text: str) -> None:
    data = text.encode("utf-8", "replace")
    while data:
        data = data[os.write(1, data) :]


def _exit() -> NoReturn:
    os._exit(0)  # skips the interpreter's tidying up: 2 ms, and nothing is left to tidy
