"""Before a tool call: refuses what must not be, and points to the memories of a file that is read.

A pointer given before a call reaches the model with the call's result. At the reading of a file, that is before a
change of it; at the change, it would be too late.
"""

from __future__ import annotations

import os

from ..state import watched
from . import protect
from .call import Call
from .payload import answer, printed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..state.session import Session
    from .deadline import Deadline
    from .payload import Answer, Payload

MAX_FILES = 20  # of one call that are considered
READERS = frozenset(["read", "read_file", "view"])
PATH, ENDING = "file_path", ".json"
PRINTERS = frozenset(
    "cat head tail less more bat nl sed".split()
)  # commands that show files


def run(payload: Payload, session: Session, deadline: Deadline) -> Answer:
    """The refusal of a call, or pointers to the memories of the file that it reads, once a session, or nothing."""
    call, cwd = Call(payload.raw, payload.host), payload.raw.get("cwd")
    said = protect.refusal(call, payload.host, cwd if isinstance(cwd, str) else "")
    said = said or _whole_path(payload, session)
    if said:
        return said, None
    from . import rules

    refusal, after = rules.decide(call, payload, session, deadline)
    if refusal or after or not payload.host.tool_context:
        return refusal, after
    return _pointers(call, payload, session, deadline, "pre-tool")


def run_after(payload: Payload, session: Session, deadline: Deadline) -> Answer:
    """The same pointers after a file was read, for hosts that take no context before a call; what a command that ended
    well printed of a failure."""
    call = Call(payload.raw, payload.host)
    if call.command:
        from . import failed

        return failed.run(payload, session, deadline)
    return _pointers(call, payload, session, deadline, "after-tool")


def _whole_path(payload: Payload, session: Session) -> str:
    """The answer that completes a short name of a brief to the path in a store: one call then opens the memory.

    "" for a file that is there, and where not exactly one fits. Nothing is allowed here: the host judges the call with
    the whole path as it would judge any other.
    """
    given = payload.raw.get("tool_input")
    if payload.raw.get("tool_name") != "Read" or not isinstance(given, dict):
        return ""
    path = given.get(PATH)
    if not isinstance(path, str) or "\x00" in path:
        return ""
    whole = os.path.join(payload.cwd, path)
    folder, name = os.path.split(whole.removesuffix(ENDING).rstrip("*"))
    if os.path.lexists(whole):
        return ""
    if not name or os.path.realpath(folder) not in _folders(session):
        return ""
    begun = [
        file
        for file in os.listdir(folder)
        if file.startswith(name) and file.endswith(ENDING)
    ]
    if len(begun) != 1:
        return ""
    completed = {**given, PATH: os.path.join(folder, begun[0])}
    return printed(
        {
            "hookSpecificOutput": {
                "hookEventName": "PreToolUse",
                "updatedInput": completed,
            }
        }
    )


def _folders(session: Session) -> list[str]:
    found = []
    for store in session.stores:
        found += [
            os.path.join(store.root, *folder.split("/")) for folder, _ in store.folders
        ]
    return found


def _read_by(call: Call) -> list[str]:
    """The files that a call reads, and words of a command that may be others."""
    if not call.command:
        return call.names() if call.tool in READERS else []
    from ..core.commands import commands_of
    from ..core.shell import program

    words: list[str] = []
    commands = commands_of(call.command)
    written = {path for command in commands for path, _ in command.writes}
    for command in commands:
        if not command.words or program(command.words[0]) not in PRINTERS:
            continue
        if written.isdisjoint(command.words):
            words += command.words[1:]
    return words


def _pointers(
    call: Call, payload: Payload, session: Session, deadline: Deadline, event: str
) -> Answer:
    cwd = payload.cwd or os.curdir
    files = [os.path.join(cwd, path) for path in _read_by(call)[:MAX_FILES]]
    if not files or not session.projects or session.is_off:
        return "", None
    documents = [store for store in session.stores if store.kind.documents]
    known = watched.of(
        [*session.homes, *[store.home + watched.DOCUMENTS for store in documents]]
    ).files
    if not any(text in path for text in known for path in files):
        return "", None
    from ..brief.by_file import ADVICE, memories_for
    from ..retrieve.render import render

    shown = session.shown
    hits = memories_for(
        [*session.projects, *documents], files, shown.injected, deadline.for_index()
    )
    block, kept = render(hits, first=not shown.injected)
    if not block:
        return "", None
    names = ", ".join([_quoted(os.path.basename(path)) for path in files[:3]])
    shown.inject(kept)
    text = block + "\n" + ADVICE % names

    def after() -> None:
        from ..state import (
            ledger,
        )  # not at the top: most calls are answered with nothing

        shown.store()
        paths = [hit.memory.path for hit in kept]
        ledger.note(
            "file", session, deadline.started, paths=paths, characters=len(text)
        )

    return answer(payload.host, event, text), after


def _quoted(name: str) -> str:
    """A file's name between quotation marks, which it cannot end."""
    from ..core.sanitize import escape, one_line

    return '"' + escape(one_line(name, 80)).replace('"', "&quot;") + '"'
