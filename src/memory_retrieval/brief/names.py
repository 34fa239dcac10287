"""Short names of records: the beginning of an ID that no other ID has, as every command, `get` and a glob take it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

SHORTEST = 6  # characters of a short name at least: a shorter one is soon the beginning of another ID too


def short_names(ids: Iterable[str]) -> dict[str, str]:
    """{id: its first words, as few as tell it from all the others}; the whole ID where they cannot."""
    ordered = ["", *sorted(ids), ""]
    return {id: _short(id, (ordered[at], ordered[at + 2])) for at, id in enumerate(ordered[1:-1])}


def _short(id: str, around: tuple[str, str]) -> str:
    """The same for one ID; `around` are the IDs before and after it in alphabetical order."""
    ends = [at for at in range(SHORTEST, len(id)) if id[at] in "-_"]
    end = next((at for at in ends if not any(other.startswith(id[:at]) for other in around)), len(id))
    return id if id[end + 1 :].isdigit() else id[:end]  # a number at the end tells an ID from another of the same title
