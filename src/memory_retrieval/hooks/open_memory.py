"""Before the agent reads a memory by the short name that a brief gives it: the whole path, so that one call opens it.

Nothing is allowed here: the host judges the call with the whole path as it would judge any other.
"""

from __future__ import annotations

import os

from ..core.jsontext import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..state.session import Session
    from .payload import Payload

PATH, ENDING = "file_path", ".json"


def run(payload: Payload, session: Session) -> str:
    """The answer that completes a path in a store; "" for a file that is there, and where not exactly one fits."""
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
