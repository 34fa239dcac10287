"""Which copy of this product a host has started: a private file for each host and folder, written as a session starts.

`memories doctor` reads them: what was seen is what the host starts, however it was installed.
"""

from __future__ import annotations

from .. import __version__
from ..core.model import Value
from .folders import Keyed, files_of, read_object

FILE = Keyed("seen")
TOGETHER = 60  # seconds within which the hooks of one session's start run


class Seen(Value):
    """A start: `root` is the plugin's folder, `version` that of its code, `at` in seconds since 1970."""

    host: str
    root: str
    version: str
    session: str
    at: float = 0.0

    def is_beside(self, other: Seen) -> bool:
        """Whether both belong to one start of a session."""
        return self.session == other.session and abs(self.at - other.at) < TOGETHER


def note(host: str, root: str, session: str) -> None:
    """Notes that a session of a host has started the copy in `root`; silent when it cannot be written."""
    if host and root:
        FILE.write(root, host, host=host, version=__version__, session=session)


def started(host: str) -> list[Seen]:
    """What the last session of a host has started: one copy, several where it starts several, or none."""
    found = [_seen(read_object(path), changed) for path, changed in files_of(FILE.kind)]
    own = [one for one in found if one.host == host and one.root]
    own.sort(key=lambda one: -one.at)
    return [one for one in own if one.is_beside(own[0])]


def _seen(value: dict[str, object], at: float) -> Seen:
    """What was noted, with "" in place of damaged parts."""
    host, root, version, session = [
        str(value.get(key, "")) for key in ("host", "root", "version", "session")
    ]
    return Seen(host, root, version, session, at)
