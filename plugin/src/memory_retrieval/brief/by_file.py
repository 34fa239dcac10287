"""Memories that name a file which is about to be changed."""

from __future__ import annotations

from ..core import globs, holds
from ..core.categories import BY_KEY, SESSION
from ..core.clock import believed
from ..core.environment import now
from ..core.files import relative
from ..core.model import CATEGORIES, Hit
from ..state import usage
from ..store.settings import load_config
from .indexed import memories_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from ..core.model import Memory, Store
    from ..core.settings import Config

KINDS = sorted(
    [kind for kind in CATEGORIES if kind != SESSION],
    key=lambda kind: not BY_KEY[kind].binding[0],
)
"""What may speak of a file, in the order that breaks ties: rules first."""
LIMIT = 2  # memories for one change
ADVICE = "These memories name %s. Read them before you change it, unless you have."


def memories_for(
    stores: list[Store], files: list[str], given: Collection[str], deadline: float
) -> list[Hit]:
    """At most LIMIT memories whose `related_files` name one of `files`, best first; paths in `given` are left out.

    stores    the project's, the nearest first, then their documents
    files     absolute paths; those outside the project name nothing
    deadline  on the monotonic clock, until which the index is brought up to date
    """
    config, root = (
        load_config(*[store for store in stores if not store.kind.documents]),
        stores[0].root,
    )
    names = list(filter(None, [relative(path, root) for path in files]))
    if not names or not config.get("files.enabled"):
        return []
    muted = usage.load(root, stores).muted
    hits = []

    def naming(pattern: str) -> bool:
        return any(_directness(pattern, name) for name in names)

    for store in stores:
        for memory in memories_of(store, deadline, naming)[0]:
            if (
                not _may_come(memory, config)
                or memory.path in given
                or memory.path in muted
            ):
                continue
            directness = max(
                [
                    _directness(pattern, name)
                    for pattern in memory.related_files
                    for name in names
                ]
                or [0]
            )
            if directness:
                hits.append((_sort_key(memory, directness), Hit(memory, store, 1.0)))
    hits.sort(key=lambda pair: pair[0])
    return [hit for _, hit in hits[:LIMIT]]


def _may_come(memory: Memory, config: Config) -> bool:
    if memory.kind not in KINDS or not holds.holds(memory, now()):
        return False
    return bool(config.get(f"categories.{memory.kind}.enabled"))


def _directness(pattern: str, name: str) -> int:
    """2 for the file itself, 1 for a folder or a glob that is not over nearly everything, 0 for another file."""
    if not globs.names(pattern, name):
        return 0
    if not globs.WILD & set(pattern) and pattern.removeprefix("./") == name:
        return 2
    return 0 if globs.is_broad(pattern) or "/" not in pattern.strip("./") else 1


def _sort_key(memory: Memory, directness: int) -> tuple[bool, int, int, int, str]:
    binding = (
        memory.severity is not None
        and memory.severity in BY_KEY[memory.kind].binding[1:]
    )
    updated = believed(memory.updated, now()) or 0
    return not binding, -directness, KINDS.index(memory.kind), -updated, memory.path
