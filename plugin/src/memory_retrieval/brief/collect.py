"""What the brief of a project is made from."""

from __future__ import annotations

import os
import time

from ..core import git
from ..core.categories import binds
from ..core.environment import now
from ..core.files import relative
from ..core.model import Value
from ..core.sanitize import one_line
from ..hosts import UNKNOWN
from ..state import left_off
from ..state.session import Session
from ..store.reader import record_of
from . import rows
from .asked import Asked
from .brief import make_brief
from .host_files import in_context, is_said
from .indexed import memories_of
from .source import Source
from .work import Bearing, read_work

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..core.model import Memory, Store
    from ..core.settings import Config
    from ..hosts import Host
    from .values import Brief

SECONDS = 0.5  # that git may take to name an author
LAST_CHANGE = (
    "rev-list --max-count=1 --abbrev-commit --pretty=format:%an HEAD --".split()
)
MAX_NAME = 40  # characters
PATIENCE = 30.0  # seconds for reading the stores when nobody waits for a prompt


class ProjectBrief(Value):
    """A project's brief, with what it was made for. `invalid` counts the files of its store without a valid record.

    indexed  whether the indexes show every file
    asked    what git was asked
    """

    brief: Brief
    config: Config
    invalid: int
    store: Store
    indexed: bool
    asked: Asked


def open_brief(
    cwd: str, root: str = "", deadline: float | None = None
) -> ProjectBrief | None:
    """The brief of the project at or above `cwd`, or at `root`; None without a store.

    deadline  on the monotonic clock, until which the search indexes are brought up to date; None: PATIENCE from now
    """
    return brief_of(Session(cwd, root=root, by_hand=True), deadline)


def brief_of(
    session: Session,
    deadline: float | None = None,
    *,
    rules: bool = False,
    host: Host = UNKNOWN,
) -> ProjectBrief | None:
    """The same for the project of a session; with `rules`, of those in force alone.

    host  what the files that it puts into context itself say is left out
    """
    project, config = session.project, session.config
    if project is None:
        return None
    deadline = time.monotonic() + PATIENCE if deadline is None else deadline
    memories: list[tuple[Memory, Store]] = []
    invalid, whole = 0, True
    for store in session.stores:
        found, problems, in_index = memories_of(store, deadline)
        whole &= in_index
        own = {memory.path for memory, _ in memories} if store.kind.branch else ()
        memories += [(memory, store) for memory in found if memory.path not in own]
        invalid += problems if store.kind.own and not store.kind.documents else 0
    drafts = [
        _there(draft, store.home)
        for store in session.projects
        for draft in left_off.drafts(store.home)
    ]
    if host.reads:
        inside = relative(session.cwd, project.home) or "."
        context = in_context(project.home, host.reads_in(inside))
        memories = [one for one in memories if not is_said(one[0].title, context)]
    if rules:
        memories = [one for one in memories if binds(one[0].kind, one[0].severity)]
        drafts = []
    asked = Asked(project.root)
    source = Source(
        memories=memories,
        complete=time.monotonic() < deadline,
        read=lambda entry: (
            None
            if entry.store.kind.documents
            else record_of(entry.store.root, entry.memory.path)
        ),
        written=lambda entry: entry.store.written(entry.memory.path),
        origin=lambda entry, record: origin(
            entry.store.root, entry.memory.path, record, asked
        ),
        bearing=lambda: Bearing(read_work(project.root, session.cwd, asked)),
        branch=git.branch_of(project.root),
        left_off=sorted(drafts, key=lambda draft: draft["at"], reverse=True),
        usage=session.usage,
        kept=rows.load(project.home),
    )
    return ProjectBrief(
        make_brief(source, config, now()), config, invalid, project, whole, asked
    )


def _there(draft: dict[str, Any], home: str) -> dict[str, Any]:
    """A draft of a session, with those of the files that it changed that are still there."""
    files = [
        path
        for path in draft.get("files") or []
        if isinstance(path, str) and os.path.lexists(os.path.join(home, path))
    ]
    return {**draft, "files": files}


def given_by(opened: ProjectBrief | None) -> tuple[dict[str, str], bool] | None:
    """({path: its line}, whether they are all) of a session that starts with this brief; None for nothing."""
    if (
        opened is None
        or not opened.brief.text
        or opened.config.get("session.brief") == "off"
    ):
        return None
    return opened.brief.lines, opened.brief.whole


def origin(root: str, path: str, record: dict[str, Any], asked: Asked) -> str:
    """`commit 1a2b3c4 by Ana`, `not committed`, or whom the record names; "" when nothing is known.

    Both can be forged, so they are only named.
    """
    answer = asked(root, [*LAST_CHANGE, path], SECONDS)
    if answer is not None:
        commit, _, by = answer.partition("\n")
        return (
            plain_name(commit) + " by " + (plain_name(by) or "nobody")
            if commit
            else "not committed"
        )
    source = record.get("source")  # no repository, or one without commits
    author = (
        source.get("author") or source.get("agent")
        if isinstance(source, dict)
        else None
    )
    name = plain_name(author) if isinstance(author, str) else ""
    return f"by {name}" if name else ""


def plain_name(text: str) -> str:
    """A name that cannot be mistaken for anything around it."""
    line = one_line(text, 400)
    for char in {char for char in line if not char.isalnum()}.difference(" .'-_@"):
        line = line.replace(char, " ")
    return one_line(line, MAX_NAME)
