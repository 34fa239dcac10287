"""Builds what a brief is made of, for tests: memories, what is read of them, and what is known of the work."""

from memory_retrieval.brief.brief import make_brief
from memory_retrieval.brief.source import Source
from memory_retrieval.brief.work import Bearing, Work
from memory_retrieval.core.model import Memory, Store
from memory_retrieval.core.settings import Config
from memory_retrieval.state.usage import Usage
from memory_retrieval.store import kinds

NOW = 1_800_000_000
PROJECT = Store(kinds.PROJECT, "/p")


def brief_of(
    memories, read, settings=None, work=None, used=None, muted=(), left_off=(), **more
):
    """The brief of memories, each of the project's or with its store; `read(id)` gives fields of its record."""
    source = Source(
        left_off=list(left_off),
        memories=[
            (memory, PROJECT) if isinstance(memory, Memory) else memory
            for memory in memories
        ],
        read=lambda entry: read(entry.memory.id),
        bearing=lambda: Bearing(work or Work()),
        usage=Usage({}, used or {}, set(muted)),
        **more,
    )
    return make_brief(
        source,
        Config({"session." + key: value for key, value in (settings or {}).items()}),
        NOW,
    )
