"""Hooks that the running MCP server answers, without a process for each event. `memories setup claude --in-server`.

The command hook stays registered; exactly one of the two answers. A file named after the client's process ID tells
which: `launch.sh` exits at once while it says "live" and the server that wrote it runs. So a dead server leaves nothing
to undo. The server writes it only after it saw that the client's command hooks look at the file.
"""

from __future__ import annotations

import os
import time

from .. import __version__
from ..core import config, jsontext
from ..core.files import remove_quietly, write_private
from ..state.log import log_line
from ..state.session import Session
from .deadline import Deadline
from .payload import Payload
from .runner import handler

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

FOLDER = "served"  # in our cache folder; launch.sh has the same name
QUIET = 1.0  # seconds without an event before the server takes over, so that no command hook is still at work
SWEEP_EVERY = 60.0  # seconds between two looks at every file of a store
EVENTS = {
    "UserPromptSubmit": "prompt",
    "PreToolUse": "pre-tool",
    "PostToolUse": "tool-done",
    "PostToolUseFailure": "tool-failed",
}


class Late(Exception):
    """The answer came after the deadline."""


class ServerDeadline(Deadline):
    """A deadline that answers with nothing and leaves the process alone. `reply` sends an answer."""

    __slots__ = ("reply",)
    own_process = False

    def __init__(self, event: str, started: float, reply: Callable[[str], None]) -> None:
        Deadline.__init__(self, event, started)
        self.reply = reply

    def stop(self) -> None:
        """From here on the answer may be sent. Late when the time has passed."""
        if not self._answered:
            self._answered, self._at = True, 0.0
            if not self._lock.acquire(False):
                raise Late

    def _end(self, at: float) -> None:
        if self._at == at and self._lock.acquire(False):
            log_line(self.event, "no answer within %.2f s; the server added nothing" % (at - self.started))
            self.reply("")


class Hooks:
    """The hooks of the client that started this server."""

    def __init__(self) -> None:
        self._path = os.path.join(config.cache_dir(), FOLDER, str(os.getppid())) if config.cache_dir() else ""
        self._calls = 0
        self._swept: dict[str, float] = {}

    def answer(self, arguments: dict[str, Any], reply: Callable[[str], None]) -> None:
        """Sends one answer, "" where the command hook gives it. Raises nothing."""
        started = time.monotonic()
        event = EVENTS.get(str(arguments.get("hook_event_name")), "")
        if not event or arguments.get("version") != __version__ or not self._is_live():
            reply("")
            if event and arguments.get("version") == __version__:
                self._offer()
            return
        deadline = ServerDeadline(event, started, reply)
        try:
            deadline.set(1.0)
            text, after = "", None
            if not config.switched_off():
                payload = Payload(read(arguments), "claude")
                session = Session(payload.cwd, payload.session)
                text, after = self._run(event, payload, session, deadline)
            deadline.stop()
            reply(text)
            if after is not None:
                after()
                self._sweep(session)
        except Late:
            return
        except BaseException as error:
            self._fail(deadline, error)

    def _run(
        self, event: str, payload: Payload, session: Session, deadline: Deadline
    ) -> tuple[str, Callable[[], None] | None]:
        """As the command hook, but for files that were edited in place and are no hit: the sweep sees those."""
        session.stores = [store.replace(only_replaced=True) for store in session.stores]
        return handler(event)(payload, session, deadline)

    def _sweep(self, session: Session) -> None:
        now = time.monotonic()
        if now - self._swept.get(session.base, 0.0) > SWEEP_EVERY:
            from ..index.sweep import LIMIT, sweep

            self._swept[session.base] = now
            sweep(session.stores, now + LIMIT)

    def close(self) -> None:
        """The command hook answers again."""
        if self._path and self._calls:
            remove_quietly(self._path)
            remove_quietly(self._path + ".seen")

    def _fail(self, deadline: ServerDeadline, error: BaseException) -> None:
        from ..save.failures import log_failure

        log_failure(deadline.event, error)
        if not deadline._answered:
            try:
                deadline.stop()
            except Late:
                return
            deadline.reply("")

    def _is_live(self) -> bool:
        try:
            with open(self._path, "rb") as file:
                return file.read(64) == self._state("live")
        except OSError:
            return False

    def _state(self, word: str) -> bytes:
        return b"%d %s\n" % (os.getpid(), word.encode())

    def _offer(self) -> None:
        """Lets the command hook show that it looks at the file; once it has, and all is quiet, the server is live."""
        self._calls += 1
        calls = self._calls
        try:
            if calls == 1:
                remove_quietly(self._path + ".seen")
                write_private(self._path, self._state("offer"))
            time.sleep(QUIET)
            if self._calls == calls and os.path.exists(self._path + ".seen"):
                write_private(self._path, self._state("live"))
        except OSError:
            return


def read(arguments: dict[str, Any]) -> dict[str, Any]:
    """The payload as a command hook gets it: the client fills texts in, objects as JSON, "" for what is missing."""
    given = {key: value for key, value in arguments.items() if value not in ("", "false")}
    for key in ("tool_input", "tool_response"):
        if isinstance(given.get(key), str):
            given[key] = jsontext.loads(given[key])
    return given
