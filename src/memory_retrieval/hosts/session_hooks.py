"""The start and end of a session: what was injected before a compaction may be injected again; old state is cleared away."""

import time

from ..retrieve import session
from ..store.scope import find_project

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .hook import Watch
    from .payload import Payload

LOST_CONTEXT = ("compact", "resume", "clear")


def run_start(payload, watch):
    # type: (Payload, Watch) -> tuple[str, Callable[[], None] | None]
    """Says nothing; forgets what the session had been given when its context is no longer there."""
    source = payload.source
    store = find_project(payload.cwd)
    if store is not None and source in LOST_CONTEXT and payload.session:
        session.forget(payload.session, store.root)
    return "", lambda: session.prune(time.time())


def run_end(payload, watch):
    # type: (Payload, Watch) -> tuple[str, Callable[[], None] | None]
    """Nothing is owed at the end of a session; the file of what it was given goes."""
    store = find_project(payload.cwd)
    if store is not None and payload.session:
        session.forget(payload.session, store.root)
    return "", None
