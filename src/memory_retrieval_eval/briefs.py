"""What the brief at a session's start holds of labelled projects: of each store, of parts of it, and of all in one.

Needs no prompt and no engine. Text sets are passed over: nobody starts a session with them.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from memory_retrieval.brief.brief import make_brief
from memory_retrieval.brief.source import Source
from memory_retrieval.brief.work import Bearing, Work
from memory_retrieval.core import environment, holds, settings
from memory_retrieval.core.model import JsonObject, Memory, Store
from memory_retrieval.state.usage import Usage
from memory_retrieval.store.place import Place
from memory_retrieval.store.reader import read_store, record_of

from .sandbox import changed_environment, sandbox
from .stores import PARTS
from .values import Collection

POOL = "all"
COUNTS = ("titles", "characters", "left_out")
NAMES = tuple(
    f"brief.{count}{part}"
    for part in ("", *(f"@{size}" for size in PARTS))
    for count in COUNTS
)
"""Every figure of a brief, as JSON and gate files name it."""

_Memories = dict[tuple[str, str], tuple[Memory, Store, JsonObject | None]]
"""(collection, path): a memory, its store, its record's content."""


@dataclass(frozen=True)
class BriefCounts:
    """One brief in numbers.

    store       the collection, or POOL for the memories of all collections in one store
    part        how many memories it was made from; 0 for all that the store has
    titles      memories that it shows
    characters  of its text
    left_out    memories that it could show and does not
    """

    store: str
    part: int
    titles: int
    characters: int
    left_out: int

    @property
    def label(self) -> str:
        return f"{self.store}, {self.part} of its memories" if self.part else self.store

    @property
    def figures(self) -> dict[str, int]:
        """{name in JSON and gate files: value}."""
        suffix = f"@{self.part}" if self.part else ""
        return {f"brief.{count}{suffix}": getattr(self, count) for count in COUNTS}


def measure_briefs(collections: Sequence[Collection]) -> list[BriefCounts]:
    """The counts of each project's store and of its parts, then of all projects together if there are several.

    The same collections give the same counts: nothing has been read or muted, no work is at hand.
    """
    out: list[BriefCounts] = []
    pooled: _Memories = {}
    for collection in collections:
        with (
            sandbox(collection, "fts5_bm25") as box,
            changed_environment(box.variables),
        ):
            memories = _read(collection.name, Place(str(box.root)).require())
            out += _of_store(collection.name, memories)
        pooled.update(memories)
    if len(collections) > 1:
        latest = max(collection.now for collection in collections)
        with changed_environment({"MEMORIES_NOW": latest}):
            out.append(_count(POOL, pooled))
    return out


def by_store(briefs: Sequence[BriefCounts]) -> dict[str, dict[str, int]]:
    """{collection or POOL: {name: value}}, for JSON and for a gate. A single project is its own pool."""
    out: dict[str, dict[str, int]] = {}
    for brief in briefs:
        out.setdefault(brief.store, {}).update(brief.figures)
    if len(out) == 1:
        (out[POOL],) = out.values()
    return out


def _read(name: str, store: Store) -> _Memories:
    """The memories of a store, each with its record; the name of the collection replaces the temporary folder."""
    named, found = store.replace(root=name), _Memories()
    for _, memory, _ in read_store(store):
        if memory is not None:
            found[name, memory.path] = memory, named, record_of(store.root, memory.path)
    return found


def _of_store(name: str, memories: _Memories) -> list[BriefCounts]:
    """The whole store, then the parts that are smaller than it."""
    active = [
        key
        for key, (memory, *_) in memories.items()
        if holds.holds(memory, environment.now())
    ]
    active.sort(
        key=lambda key: (zlib.crc32(key[1].encode()), key)
    )  # a sample that stays the same
    counts = [_count(name, memories)]
    for size in PARTS:
        if size < len(active):
            part = {key: memories[key] for key in active[:size]}
            counts.append(_count(name, part, size))
    return counts


def _count(name: str, memories: _Memories, part: int = 0) -> BriefCounts:
    source = Source(
        left_off=[],
        memories=[(memory, store) for memory, store, _ in memories.values()],
        read=lambda entry: memories[entry.store.root, entry.memory.path][2],
        bearing=lambda: Bearing(Work()),
        usage=Usage({}, {}, set()),
    )
    brief = make_brief(source, settings.load(), environment.now())
    titles, left_out = len(brief.entries), len(brief.left_out)
    return BriefCounts(name, part, titles, len(brief.text), left_out)
