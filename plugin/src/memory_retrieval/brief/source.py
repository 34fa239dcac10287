"""What a brief is made from, of all stores of a project."""

from __future__ import annotations

from ..core.model import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..core.model import Memory, Store
    from ..state.usage import Usage
    from .values import Entry
    from .work import Bearing

    Record = dict[str, Any]


class Source(Value):
    """What a brief is made from.

    memories  (memory, its store), the project's own first; retired ones may be among them
    read      a record as it is on disk now; None when it is gone or invalid
    written   when its file was last written, in any unit
    origin    whose words a record holds; "" when nothing is known
    branch    that is checked out; "" for none
    kept      what earlier briefs worked out, see rows.Lines
    complete  whether `memories` are all that there are
    left_off  where sessions stopped, as drafted from their transcripts, the last one first
    bearing   says how much a memory has to do with the work at hand; asked for only when not everything fits
    """

    bearing: Callable[[], Bearing]
    left_off: list[Record]
    memories: list[tuple[Memory, Store]]
    read: Callable[[Entry], Record | None]
    usage: Usage
    branch: str = ""
    complete: bool = True
    kept: Record = {}
    origin: Callable[[Entry, Record], str] = lambda entry, record: ""
    written: Callable[[Entry], int] = lambda entry: 0
