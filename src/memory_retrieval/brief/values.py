"""The values of a brief: what it was made from and what it says."""

from __future__ import annotations

from ..core.model import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Memory, Store


SECTIONS = ("stopped", "rules", "work", "catalogue", "elsewhere")
"""The parts of a brief: the last session, rules in force, what bears on the work at hand, the rest, other stores."""


class Entry(Value):
    """A memory of a brief. `reason` says why it is in its section, or why it was left out."""

    memory: Memory
    reason: str
    section: str
    store: Store


class Brief(Value):
    """What a session start hands over: `text` ("" for none), the entries shown, in order, and those left out.

    tags  shown with a title at most; the first thing to go when room is short
    """

    entries: tuple[Entry, ...]
    left_out: tuple[Entry, ...]
    tags: int
    text: str
