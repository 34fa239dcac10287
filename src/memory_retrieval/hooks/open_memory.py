"""Before the agent reads a memory by the short name that a brief gives it: the whole path, so that one call opens it.

Nothing is allowed here: the host judges the call with the whole path as it would judge any other.
"""

from __future__ import annotations

import os

from .payload import printed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..state.session import Session
    from .payload import Payload

TOOL, PATH = "Read", "file_path"
ENDING = ".json"


def run(payload: Payload, session: Session) -> str:
    """The host's answer that completes the path; "" for a file that is there, and where not exactly one fits."""
    given = payload.raw.get("tool_input")
    given = given if isinstance(given, dict) and payload.raw.get("tool_name") == TOOL else {}
    path = given.get(PATH)
    if not isinstance(path, str) or "\x00" in path or not path.endswith(ENDING):
        return ""
    path = os.path.join(payload.cwd or os.curdir, path)
    found = "" if os.path.lexists(path) else _only(path, session)
    return printed(payload.host.changed({**given, PATH: found})) if found else ""


def _only(path: str, session: Session) -> str:
    """The one record in the folder of `path` whose name begins so; "" outside the stores, and for none or several."""
    folder, name = os.path.split(path[: -len(ENDING)])
    name = name.rstrip("*")
    real = os.path.realpath(folder)
    if not name or not any(real == os.path.join(s.root, *f.split("/")) for s in session.stores for f, _ in s.folders):
        return ""
    begun = [other for other in os.listdir(real) if other.startswith(name) and other.endswith(ENDING)]
    return os.path.join(folder, begun[0]) if len(begun) == 1 else ""
