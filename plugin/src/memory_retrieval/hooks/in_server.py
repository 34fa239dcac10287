"""Hooks that the running MCP server answers, without a process for each event. `memories setup claude --in-server`.

The command hook stays registered; exactly one of the two answers. A file named after the client's process ID tells
which: `launch.sh` exits at once while it says "live" and the server that wrote it runs. So a dead server leaves nothing
to undo. The server writes it only after it saw that the client's command hooks look at the file, and after a pause in
which the client has ended or given up every hook that was left to them: a shell that is slow to start still answers.
What could refuse a call is never among the events here.
"""

from __future__ import annotations

import _thread
import os
import time

from .. import __version__
from ..core import config, jsontext
from ..core.files import remove_quietly, write_private
from ..core.reading import read_regular
from ..state.session import Session
from .deadline import Deadline
from .payload import Payload
from .runner import handle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

FOLDER = "served"  # in our cache folder; launch.sh has the same name
QUIET = 6.0  # seconds without an event before the server takes over: longer than the client waits for a command hook
SWEEP_EVERY = 60.0  # seconds between two looks at every file of a project
EVENTS = {"UserPromptSubmit": "prompt", "PostToolUse": "tool-done", "PostToolUseFailure": "tool-failed"}


class Hooks:
    """The hooks of the client that started this server."""

    def __init__(self) -> None:
        self._path = os.path.join(config.cache_dir(), FOLDER, str(os.getppid()))
        self._calls = 0
        self._taking = _thread.allocate_lock()
        self._swept: dict[str, float] = {}

    def answer(self, arguments: dict[str, Any], reply: Callable[[str], None]) -> None:
        """Calls `reply` once, with "" where the command hook answers. Raises nothing."""
        event = EVENTS.get(str(arguments.get("hook_event_name")), "")
        if not event or arguments.get("version") != __version__:
            return reply("")
        with self._taking:  # no event is left to the command hook while the server takes over
            is_live = self._is_live()
            self._calls += not is_live
            calls = self._calls
        if not is_live:
            reply("")
            return self._offer(calls)
        sessions: list[Session] = []

        def opened() -> tuple[Payload, Session]:
            payload = Payload(_read(arguments), "claude")
            session = Session(payload.cwd, payload.session)
            # A file that was edited in place, and is no hit, waits for the sweep.
            session.stores = [store.replace(only_replaced=True) for store in session.stores]
            sessions.append(session)
            return payload, session

        handle(event, opened, Deadline(event, time.monotonic(), lambda: reply("")), reply)
        for session in sessions if event == "prompt" else ():
            self._sweep(session)

    def close(self) -> None:
        """The command hook answers again."""
        if self._calls:
            remove_quietly(self._path)
            remove_quietly(self._path + ".seen")

    def _sweep(self, session: Session) -> None:
        from ..index import sweep

        now = time.monotonic()
        if now - self._swept.get(session.base, -SWEEP_EVERY) >= SWEEP_EVERY:
            self._swept[session.base] = now
            try:
                sweep.sweep(session.stores, now + sweep.LIMIT)
            except Exception as error:
                from ..save.failures import log_failure

                log_failure("sweep", error)

    def _is_live(self) -> bool:
        try:
            return read_regular(self._path, 64) == b"%d live\n" % os.getpid()
        except OSError:
            return False

    def _offer(self, calls: int) -> None:
        """Lets the command hook show that it looks at the file; once it has, and all is quiet, the server is live."""
        try:
            if calls == 1:
                remove_quietly(self._path + ".seen")
                write_private(self._path, b"%d offer\n" % os.getpid())
            time.sleep(QUIET)
            with self._taking:
                if self._calls == calls and os.path.exists(self._path) and os.path.exists(self._path + ".seen"):
                    write_private(self._path, b"%d live\n" % os.getpid())
        except OSError:  # nothing can be written there: the command hook goes on
            return


def _read(arguments: dict[str, Any]) -> dict[str, Any]:
    """The payload as a command hook gets it: the client fills texts in, objects as JSON, "" for what is missing."""
    given = {key: value for key, value in arguments.items() if value not in ("", "false")}
    objects: dict[str, Any] = {
        key: jsontext.loads(given[key]) for key in ("tool_input", "tool_response") if key in given
    }
    return {**given, **objects}
