"""Before a tool call: refuses what must not be, and points to the memories of a file that is read.

A pointer given before a call reaches the model with the call's result. At the reading of a file, that is before a
change of it; at the change, it would be too late.
"""

from __future__ import annotations

import os

from ..core.jsontext import dumps
from ..state import watched
from . import guard
from .payload import answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..state.session import Session
    from .deadline import Deadline
    from .payload import Payload

MAX_FILES = 20  # of one call that are considered
READERS = frozenset(["read", "read_file", "view"])
PATH, ENDING = "file_path", ".json"
PRINTERS = frozenset("cat head tail less more bat nl sed".split())  # commands that show files


def run(payload: Payload, session: Session, deadline: Deadline) -> tuple[str, Callable[[], None] | None]:
    """The refusal of a call, or pointers to the memories of the file that it reads, once a session, or nothing."""
    said = guard.decide(payload.raw, payload.host) or _whole_path(payload, session)
    if said:
        return said, None
    from . import rules

    refusal, after = rules.decide(payload, session, deadline)
    if refusal or after or not payload.host.tool_context:
        return refusal, after
    return _pointers(payload, session, deadline, "pre-tool")


def run_after(payload: Payload, session: Session, deadline: Deadline) -> tuple[str, Callable[[], None] | None]:
    """The same pointers after a file was read, for hosts that take no context before a tool call."""
    return _pointers(payload, session, deadline, "after-tool")


def _whole_path(payload: Payload, session: Session) -> str:
    """The answer that completes a short name of a brief to the path in a store: one call then opens the memory.

    "" for a file that is there, and where not exactly one fits. Nothing is allowed here: the host judges the call with
    the whole path as it would judge any other.
    """
    given = payload.raw.get("tool_input") if payload.raw.get("tool_name") == "Read" else None
    given = given if isinstance(given, dict) else {}
    path = given.get(PATH)
    if not isinstance(path, str) or "\x00" in path or os.path.lexists(os.path.join(payload.cwd, path)):
        return ""
    folder, name = os.path.split(os.path.join(payload.cwd, path.removesuffix(ENDING).rstrip("*")))
    folders = [os.path.join(store.root, *below.split("/")) for store in session.stores for below, _ in store.folders]
    files = os.listdir(folder) if name and os.path.realpath(folder) in folders else []
    begun = [file for file in files if file.startswith(name) and file.endswith(ENDING)]
    output = {"hookEventName": "PreToolUse", "updatedInput": {**given, PATH: os.path.join(folder, *begun)}}
    return dumps({"hookSpecificOutput": output}) + "\n" if len(begun) == 1 else ""


def _read_by(payload: Payload) -> list[str]:
    """The files that a call reads, and words of a command that may be others."""
    tool, given = guard.call_of(payload.raw, payload.host)
    command = guard.command_of(tool, given)
    if not command:
        return guard.targets(payload.raw, payload.host, READERS) if tool in READERS else []
    from ..core.commands import commands_of
    from ..core.shell import program

    shown = [one.words for one in commands_of(command) if one.words and not one.writes]
    return [word for words in shown if program(words[0]) in PRINTERS for word in words[1:]]


def _pointers(
    payload: Payload, session: Session, deadline: Deadline, event: str
) -> tuple[str, Callable[[], None] | None]:
    files = [os.path.join(payload.cwd or os.curdir, path) for path in _read_by(payload)[:MAX_FILES]]
    if not files or not session.projects or session.is_off:
        return "", None
    known = [watched.read(store.home) for store in session.projects]
    if not any(one is None or any(text in path for text in one.files for path in files) for one in known):
        return "", None
    from ..brief.by_file import ADVICE, memories_for
    from ..retrieve.render import render

    shown = session.shown
    hits = memories_for(session.projects, files, shown.injected, deadline.for_index())
    block, kept = render(hits, first=not shown.injected, changed=shown.changed)
    if not block:
        return "", None
    names = ", ".join([f'"{_quoted(os.path.basename(path))}"' for path in files[:3]])
    shown.injected = {**shown.injected, **{hit.memory.path: hit.memory.digest for hit in kept}}
    text = block + "\n" + ADVICE % names

    def after() -> None:
        from ..state import ledger  # not at the top: most calls are answered with nothing

        shown.store()
        paths = [hit.memory.path for hit in kept]
        ledger.note("file", session, deadline.started, paths=paths, characters=len(text))

    return answer(payload.host, event, text), after


def _quoted(name: str) -> str:
    """A file's name for the space between quotation marks: it cannot end them."""
    from ..core.sanitize import escape, one_line

    return escape(one_line(name, 80)).replace('"', "&quot;")
