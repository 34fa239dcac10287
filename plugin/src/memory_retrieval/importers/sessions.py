"""The past sessions of a project that hosts have kept on this machine. Never those of another project."""

from __future__ import annotations

import glob
import hashlib
import math
import os
import re
from time import monotonic

from .. import hosts
from ..core import clock, environment
from ..core.model import Value
from ..core.repository import identity, in_worktrees, repository_root
from ..transcript.events import BLOCK, BUDGET, events_of, once
from ..transcript.lines import first_lines, lines_backwards, parse_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..hosts import Host
    from ..transcript.values import Event

FIRST, HEAD = (
    50,
    262_144,
)  # lines, and bytes of each, of which one says which project a transcript is about
ID = re.compile(r"([0-9a-f]{8}(?:(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?)\.jsonl$")
WHEN = re.compile(rb'"timestamp":\s?"(\d{4}-\d\d-\d\dT[\d:.]{5,15}Z)"')


class Past(Value):
    """A session's transcript.

    when     its last change, in seconds since 1970
    folders  those of the project whose lines alone are read; () for all lines
    """

    path: str
    host: Host
    when: float
    folders: tuple[str, ...] = ()

    @property
    def session(self) -> str:
        """The session's ID, or the start of it that the file is named after; "" where it has another name."""
        found = ID.search(os.path.basename(self.path))
        return found.group(1) if found else ""


class Said(Value):
    """The events of a session, and {digest of a message: when it was written, in seconds since 1970}."""

    events: list[Event]
    times: dict[int, float]


def past_sessions(root: str, until: float = math.inf) -> Iterator[Past]:
    """The sessions of the project at `root`, of its folders and worktrees, newest first.

    Those that are older than the repository are left out: another one may have been at that place. `until`, as
    `monotonic` counts, ends the search.
    """
    folders = in_worktrees(os.path.realpath(root))
    made = min(map(identity, folders)) / 1e9
    names = {hashlib.sha256(os.fsencode(folder)).hexdigest() for folder in folders}
    for past in sorted(_transcripts(), key=lambda past: -past.when):
        if past.when < made or monotonic() > until:
            return
        folder = _project(past)
        if folder in names or (os.path.isabs(folder) and _is_in(folder, folders)):
            yield past.replace(folders=tuple(folders))


def projects_below(folder: str) -> set[str]:
    """The projects whose transcripts a host keeps in a folder."""
    here = [past for past in _transcripts() if os.path.dirname(past.path) == folder]
    return {os.path.realpath(found) for found in map(_project, here) if found}


def sessions_at(paths: list[str]) -> list[Past]:
    """The sessions of transcripts that the user named, newest first. A host is known by its folder."""
    known = {os.path.realpath(past.path): past for past in _transcripts()}
    found = [
        known.get(os.path.realpath(path))
        or Past(path, hosts.UNKNOWN, os.path.getmtime(path))
        for path in paths
    ]
    return sorted(found, key=lambda past: -past.when)


def said_in(past: Past) -> Said:
    """What the end of a transcript holds, up to BUDGET bytes. A missing file holds nothing."""
    events: list[Event] = []
    times: dict[int, float] = {}
    format, now = past.host.transcript(), past.when
    inside = True
    for raw in reversed(list(lines_backwards(past.path, BUDGET, BLOCK))):
        folder = (
            past.host.project(past.path, parse_object(raw) or {})
            if past.folders
            else ""
        )
        inside = _is_in(folder, list(past.folders)) if os.path.isabs(folder) else inside
        if not inside:
            continue  # the session had moved to another project
        found = WHEN.search(raw)
        now = (found and clock.parse_time(found.group(1).decode("ascii"))) or now
        for event in events_of([raw], format):
            events.append(event)
            times[event.digest] = now
    return Said(once(events), times)


def _transcripts() -> Iterator[Past]:
    home = environment.home()
    for host in map(hosts.find, hosts.names() if home else ()):
        for path in (
            glob.glob(os.path.join(home, host.sessions % "*")) if host.sessions else ()
        ):
            try:
                yield Past(path, host, os.stat(path).st_mtime)
            except OSError:
                continue


def _is_in(folder: str, folders: list[str]) -> bool:
    """Whether a folder is one of `folders` or inside it, and neither is gone nor in another repository there."""
    real = os.path.realpath(folder)
    own = [top for top in folders if real == top or real.startswith(top + os.sep)]
    return os.path.isdir(real) and any(
        repository_root(real) in (repository_root(top), None) for top in own
    )


def _project(past: Past) -> str:
    """The project that the first line to name one names; "" where none does."""
    try:
        for raw in first_lines(past.path, FIRST, HEAD):
            entry = parse_object(raw)
            found = past.host.project(past.path, entry) if entry else ""
            if found:
                return found
    except OSError:
        pass
    return ""
