"""The lines of one brief: what a memory is called, says of itself, and is marked with; all of it escaped.

What its text says is worked out once (lines.py) and kept in private state, for as long as its file stays as it is.
"""

from __future__ import annotations

import os
from _bisect import bisect_left  # `bisect` costs a source module more

from .. import __version__
from ..core import holds
from ..core.categories import SESSION
from ..core.clock import believed, format_time
from ..core.instructions import spoken
from ..core.model import Value
from ..core.sanitize import escape, one_line
from ..state.folders import Keyed
from ..store import witnesses
from ..store.kinds import branch_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from ..core.model import JsonObject, Memory
    from .values import Entry

MAX_NAME = 100  # characters of a file name
SHORTEST = 6  # characters of a short name at least: a shorter one is soon the beginning of another ID too
MAX_TAG = 24  # characters
TAGS = 2  # of a title that says little
DETAILS = 6
KEPT = Keyed("rows")
SOURCES = "binding.py", "lines.py", "rows.py"  # what they make of a text is kept


def plain(text: str, limit: int = 120) -> str:
    """A foreign name as part of a line: one line, nothing invisible, nothing that could close the frame."""
    return escape(one_line(text, limit))


def told(text: str, limit: int = 120) -> str:
    """Foreign words as part of a line; "" for those that speak to the agent."""
    return escape(spoken(text, limit))


class Told(Value):
    """What a brief may say of a memory, not escaped but for `name` and `marks`.

    imported  whether it comes from other notes
    quotes    of what is to be obeyed, from its first clauses to all; [] for any other memory
    short     the first clause of `title`
    title     what stands for the title
    vague     whether that says little
    name      as commands take it, escaped
    marks     state, end and branch, and those that a pointer has
    """

    imported: bool
    quotes: list[str]
    short: str
    title: str
    vague: bool
    name: str
    marks: str


class Lines:
    """The lines of one brief.

    files  all records that a name could mean
    read   a record as it is on disk now; None when it is gone
    kept   what earlier briefs have kept of records, as `load` gives it
    made   the same for this brief; {} where nothing is new
    """

    def __init__(
        self,
        files: Iterable[Memory],
        read: Callable[[Entry], dict[str, Any] | None],
        now: int,
        kept: JsonObject,
    ) -> None:
        self._names = sorted(
            [name for memory in files for name in {memory.id, _file_name(memory)}]
        )
        self._read, self._now, self._kept = read, now, kept
        self._known: dict[tuple[str, str], Told] = {}
        self._used: JsonObject = {}

    @property
    def made(self) -> JsonObject:
        return {} if self._used.items() <= self._kept.items() else self._used

    def name(self, entry: Entry) -> str:
        return plain(short_name(_file_name(entry.memory), self._names), MAX_NAME)

    def row(self, entry: Entry, detail: int) -> str:
        """`name: title [state]`, under it a rule as a quotation, and tags where the title says little.

        detail  from 0, the first clause of the title, to DETAILS, all of it
        """
        said = self.told(entry)
        text = f"{said.name}: " + escape(said.title if detail else said.short)
        text += said.marks
        if detail >= DETAILS and said.vague:
            tags = [told(tag, MAX_TAG) for tag in entry.memory.tags]
            new = [
                tag
                for tag in tags
                if tag not in ("", "untagged") and tag.lower() not in text.lower()
            ]
            more = ", ".join(new[:TAGS])
            text += f" ({more})" if more else ""
        quoted = said.quotes[: detail - 1][-1:] if detail > 1 else []
        return "\n".join([text, *[f'  "{escape(quote)}"' for quote in quoted]])

    def told(self, entry: Entry) -> Told:
        key = entry.store.root, entry.memory.path
        if key not in self._known:
            digest, place = entry.memory.digest, "\n".join(key)
            kept = self._kept.get(place)
            if not (kept and digest and kept[0] == digest):
                kept = [digest, *self._worked_out(entry)]
            self._used[place] = kept
            _, anchors, imported, quotes, short, title, vague = kept
            found = ", ".join(filter(None, self._marks(entry, anchors)))
            marks = f" [{found}]" if found else ""
            name = self.name(entry)
            said = Told(imported, quotes, short, title, vague, name, marks)
            self._known[key] = said
        return self._known[key]

    def _worked_out(self, entry: Entry) -> list[Any]:
        """The anchors of a record, then the first fields of Told."""
        from . import lines

        record = self._read(entry)
        return [witnesses.given(record), *lines.worked_out(entry.memory, record or {})]

    def _marks(self, entry: Entry, anchors: Any) -> Iterator[str]:
        """State, end and branch of a memory, and the month of a session, as far as they are to be told."""
        memory = entry.memory
        yield holds.mark(memory, self._now)
        yield from witnesses.marks(entry.store, memory, anchors)
        if memory.expires:
            yield "until " + format_time(memory.expires - 1)[:10]
        if entry.store.kind.branch:
            yield "branch " + plain(branch_of(entry.store), MAX_TAG)
        if memory.kind == SESSION:
            yield format_time(believed(memory.updated, self._now) or self._now)[:7]


def load(root: str) -> JsonObject:
    """What briefs of a project have kept of its records; {} where other code has written it."""
    kept = KEPT.read(root)
    rows = kept.get("rows")
    return rows if kept.get("by") == _code() and isinstance(rows, dict) else {}


def keep(root: str, rows: JsonObject) -> None:
    """Replaces it."""
    KEPT.write(root, by=_code(), rows=rows)


def _code() -> list[Any]:
    here = os.path.dirname(__file__)
    times = [os.stat(os.path.join(here, name)).st_mtime_ns for name in SOURCES]
    return [__version__, *times]


def _file_name(memory: Memory) -> str:
    """Without its ending it is the ID, or `mem_` and the ID of a pattern."""
    return memory.path.rpartition("/")[2].removesuffix(".json")


def short_name(id: str, ids: list[str]) -> str:
    """The first words of an id, as few as tell it from all the others, as commands, `get` and globs take them.

    ids  all of them, sorted, with this one
    """
    at, end = bisect_left(ids, id), SHORTEST
    around = [*ids[max(0, at - 1) : at], *ids[at + 1 : at + 2]]
    while end < len(id) and (
        id[end] not in "-_" or any(other.startswith(id[:end]) for other in around)
    ):
        end += 1
    # a number tells it from another of the same title
    return id if id[end + 1 :].isdigit() else id[:end]
