"""What would change the answer to a prompt: each repair is tried on the pipeline, and only what works is named.

A trial changes no file. Used by commands alone; the hook never loads it.
"""

from __future__ import annotations

import os

from ..core import environment, settings
from ..core.errors import IndexUnavailable
from ..core.sanitize import one_line
from ..core.shell import command_line
from ..core.tokens import is_common
from ..index.candidate import SearchResult
from ..index.fts5 import Fts5Index
from ..state.session import Session
from .engine import Fts5Engine
from .pipeline import retrieve
from .relevance import STRICTNESS
from .results import whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Hit, Memory, Query
    from .trace import Trace

MAX_PHRASE, MAX_ALIASES = 120, 8  # characters of an alias, aliases of a record
KEY = "retrieval.strictness"


def remedies(trace: Trace, missing: Hit | None, taken: Hit | None) -> list[str]:
    """A line for each repair that works.

    missing  the best hit that only its score kept away
    taken    the best hit that was injected
    """
    lines = []
    phrase = one_line(trace.request.prompt, 2 * MAX_PHRASE)
    at = STRICTNESS.index(trace.config.get(KEY))
    if missing and _brings(_with_alias(trace, missing, phrase), missing):
        lines.append(
            "a memory was missing: "
            + command_line("memories", "alias", missing.memory.id, phrase)
        )
    if taken:
        lines.append(
            "a memory was not relevant: "
            + command_line("memories", "mute", taken.memory.id)
        )
    for level in STRICTNESS[at + 1 :]:
        if missing and _brings(_at_level(trace, level), missing):
            lines.append(
                "in general too little: "
                + _setting(level)
                + "; a project's file cannot raise it"
            )
            break
    for level in reversed(STRICTNESS[:at]):
        if taken and not _brings(_at_level(trace, level), taken):
            lines.append("in general too much: " + _setting(level))
            break
    return lines


def _setting(level: str) -> str:
    path = os.path.join(environment.config_dir(), settings.USER_FILE)
    return f"set {KEY} to {level} in your own {path}"


def _brings(trace: Trace, hit: Hit) -> bool:
    return any(chosen.memory.path == hit.memory.path for chosen in trace.chosen)


def _at_level(trace: Trace, level: str) -> Trace:
    config = settings.Config({**trace.config._values, KEY: level})
    return retrieve(_session(trace, config), trace.request)


def _with_alias(trace: Trace, hit: Hit, phrase: str) -> Trace:
    """The trace if the record had the alias too; the one that was where this cannot be tried."""
    if len(phrase) > MAX_PHRASE or is_common(phrase):
        return trace
    memory = whole(hit)
    if (
        memory is None
        or len(memory.aliases) >= MAX_ALIASES
        or trace.engine != Fts5Engine.name
    ):
        return trace
    engine = _Altered(trace, hit, memory.replace(aliases=(*memory.aliases, phrase)))
    return retrieve(_session(trace, trace.config), trace.request, engine)


def _session(trace: Trace, config: settings.Config) -> Session:
    session = Session(trace.session.cwd, trace.session.id, trace.session.root)
    session.stores, session.config = trace.stores, config
    return session


class _Altered(Fts5Engine):
    """The engine over files in which one record is another."""

    def __init__(self, trace: Trace, hit: Hit, memory: Memory) -> None:
        super().__init__(trace.stores)
        self._store, self._memory = hit.store, memory

    def search(
        self, query: Query, limit: int, now: int, deadline: float
    ) -> SearchResult:
        found = super().search(query, limit, now, deadline)
        for at, store in enumerate(self._stores):
            if store != self._store:
                continue
            try:
                with Fts5Index(store) as index:
                    found.pools[at] = index.candidates_if(self._memory, query, limit)
            except IndexUnavailable:  # not tried, so it changes nothing
                pass
        return found
