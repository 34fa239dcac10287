"""The frame of every hook: reads the payload, keeps the deadline, prints an answer or nothing, exits with code 0."""

from __future__ import annotations

import os
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

LIMITS = dict.fromkeys(("session-start", "subagent-start", "stop", "pre-compact"), 5.0)  # seconds; the others have one
LIMITS["pre-tool"] = 3.0  # of the five that hosts give it: what is not answered in time would pass


def main(argv: Sequence[str], bundle: str = "", root: str = "") -> None:
    """Handles one event and ends the process with code 0. Only a complete answer ever reaches standard output.

    bundle  the file to write the package's modules to, for the next start; "" when it is up to date
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
            event = "unknown"  # what it is called is the host's own text, and is not kept
            raise ValueError("unknown event; expected one of {}".format(", ".join(EVENTS)))
        if not environment.switched_off():
            payload = Payload(read_payload(), host)
            text, after = _handler(event)(payload, Session(payload.cwd, payload.session), deadline)
    except BaseException as error:  # the one handler of this host: a hook never breaks a prompt
        deadline.stop()
        _log(event, error)
        text = deadline.otherwise()
    deadline.stop()
    for step in (lambda: _write(text), after, lambda: _note_start(event, payload, root)):
        try:
            if step is not None:
                step()
        except BaseException as error:
            _log(event, error)
    if bundle and event == "prompt" and not environment.switched_off():
        _bundle(bundle, root)


def _note_start(event: str, payload: Payload | None, root: str) -> None:
    """Once a session, for `memories doctor`."""
    if event == "session-start" and payload is not None:
        from ..state import seen

        seen.note(payload.host.name, root, payload.session)


def _log(event: str, error: BaseException) -> None:
    try:
        from ..save.failures import log_failure  # not at the top: most hooks log nothing
    except Exception:  # out of memory, or a checkout that is half gone
        return log_line(event, error, "(its text is left out)")
    log_failure(event, error)


def _bundle(path: str, root: str) -> None:
    try:
        from .bundle import write

        write(path, root)
    except Exception as error:  # only the next start is slower
        _log("bundle", error)


def _handler(event: str) -> Callable[[Payload, Session, Deadline], tuple[str, Callable[[], None] | None]]:
    """The event's function to (answer, what to do afterwards). Imports only its module."""
    if event == "prompt":
        from . import prompt

        return prompt.run
    if event in ("pre-tool", "after-tool"):
        from . import pre_tool

        return pre_tool.run if event == "pre-tool" else pre_tool.run_after
    if event == "tool-failed":
        from . import failed

        return failed.run
    if event == "allow-save":
        from . import permit_save

        return permit_save.run
    if event in ("session-start", "subagent-start"):
        from . import session

        return session.run_start if event == "session-start" else session.run_subagent
    from . import stop

    return {"stop": stop.run_stop, "pre-compact": stop.run_pre_compact}.get(event, stop.run_end)


def _arguments(argv: Sequence[str]) -> tuple[str, str]:
    host = ""
    for i, word in enumerate(argv):
        if word == "--host" and i + 1 < len(argv):
            host = argv[i + 1]
        elif word.startswith("--host="):
            host = word[7:]
    words = [w for i, w in enumerate(argv) if not w.startswith("-") and argv[i - 1 : i] != ["--host"]]
    return (words[0] if words else ""), host


def _write(text: str) -> None:
    data = text.encode("utf-8", "replace")
    while data:
        data = data[os.write(1, data) :]


def _exit() -> NoReturn:
    os._exit(0)  # skips the interpreter's tidying up: 2 ms, and nothing is left to tidy
