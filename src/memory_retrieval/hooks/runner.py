"""The frame of every hook: reads the payload, keeps the deadline, prints the answer or nothing, and exits 0 whatever happens."""

from __future__ import annotations

import _thread
import os
import time

from ..core import config
from ..state.log import log_line
from .payload import HOSTS, Payload, read_payload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import NoReturn

EVENTS = ("prompt", "session-start", "stop", "pre-compact", "pre-tool", "allow-save", "session-end")
DEADLINE = {"session-start": 5.0}  # seconds; every other event has one


class Watch:
    """Ends the process silently when its deadline passes before an answer is there. What is indexed stays.

    A thread, since a signal would not interrupt SQLite, and Windows has none.
    """

    __slots__ = ("_answered", "_at", "_stopped", "event", "started")

    def __init__(self, event: str, started: float) -> None:
        self.event, self.started, self._at, self._stopped = event, started, 0.0, False
        self._answered = _thread.allocate_lock()  # held by whoever decides: the answer, or silence

    def set(self, seconds: float) -> None:
        """The deadline, in seconds after the start; a later call replaces an earlier one."""
        if self._at == self.started + seconds:
            return
        self._at = self.started + seconds
        _thread.start_new_thread(self._wait, (self._at,))

    def stop(self) -> None:
        """From here on the answer may be written. Does not return when the deadline has passed."""
        if not self._stopped:
            self._stopped, self._at = True, 0.0
            self._answered.acquire()

    def log(self, text: str) -> None:
        """A line in the log for what is wrong but stops nothing."""
        log_line(self.event, text)

    def left(self, share: float = 1.0) -> float:
        """The point on the monotonic clock at which `share` of the time allowed is over."""
        return self.started + (self._at - self.started) * share

    def _wait(self, at: float) -> None:
        time.sleep(max(0.0, at - time.monotonic()))
        if self._at == at and self._answered.acquire(False):
            log_line(self.event, "no answer within %.2f s; silent" % (at - self.started))
            os._exit(0)


def main(argv: Sequence[str], bundle: str = "", root: str = "") -> None:
    """Handles one event and ends the process with code 0. Only a complete answer ever reaches standard output.

    bundle  where to bundle the modules of the package at `root` for the next start; "" when that was done already
    """
    event, host = _arguments(argv)
    started = time.monotonic()
    watch = Watch(event, started)
    watch.set(DEADLINE.get(event, 1.0))
    after = None
    try:
        if event not in EVENTS:
            raise ValueError("unknown event %.40r; expected one of %s" % (event, ", ".join(EVENTS)))
        if config.switched_off():
            _exit()
        text, after = _handler(event)(Payload(read_payload(), host), watch)
        watch.stop()
        _write(text)
    except BaseException as error:  # the one handler of this host: a hook never breaks a prompt
        watch.stop()
        log_line(event, error)
    if after is not None:
        try:
            after()
        except BaseException as error:
            log_line(event, error)
    if bundle and event == "prompt":
        _bundle(bundle, root)
    _exit()


def _bundle(path: str, root: str) -> None:
    try:
        from .bundle import write

        write(path, root)
    except Exception as error:  # only the next start is slower
        log_line("bundle", error)


def _handler(event: str) -> Callable[..., tuple[str, Callable[[], None] | None]]:
    """The event's module; a function of payload and start that returns the answer and what to do after it."""
    if event == "prompt":
        from . import prompt

        return prompt.run
    if event in ("session-start", "session-end"):
        from . import session

        return session.run_start if event == "session-start" else session.run_end
    if event == "allow-save":
        from . import permit_save

        return permit_save.run
    from . import stop

    return {"stop": stop.run_stop, "pre-compact": stop.run_pre_compact, "pre-tool": stop.run_pre_tool}[event]


def _arguments(argv: Sequence[str]) -> tuple[str, str]:
    host = ""
    for i, word in enumerate(argv):
        if word == "--host" and i + 1 < len(argv):
            host = argv[i + 1]
        elif word.startswith("--host="):
            host = word[7:]
    words = [w for i, w in enumerate(argv) if not w.startswith("-") and argv[i - 1 : i] != ["--host"]]
    return (words[0] if words else ""), host if host in HOSTS else ""


def _write(text: str) -> None:
    data = text.encode("utf-8", "replace")
    while data:
        data = data[os.write(1, data) :]


def _exit() -> NoReturn:
    os._exit(0)  # skips the interpreter's tidying up: 2 ms, and nothing is left to tidy
