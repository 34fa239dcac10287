"""Puts the successor of a superseded memory in its place: one step, and only a successor that holds."""

from __future__ import annotations

from ..core import holds
from .rank import sort_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Hit, Memory


def in_place(hits: list[Hit], known: dict[tuple[str, str], Memory], now: int) -> list[Hit]:
    """The hits, best first, each successor with the score of the best match that it supersedes if that is higher.

    known  {(root of the store, id): memory} of the successors

    The prompt was about what the superseded memory says, in whatever words; its successor says what holds of that.
    """
    best: dict[tuple[str, str], Hit] = {(hit.store.root, hit.memory.id): hit for hit in reversed(hits)}
    moved: dict[tuple[str, str], Hit] = {}
    for hit in hits:
        key = hit.store.root, hit.memory.superseded_by or ""
        successor = known.get(key)
        if successor is None or holds.state(hit.memory, now) != "superseded" or not holds.holds(successor, now):
            continue
        own = moved.get(key) or best.get(key)
        if own is None or own.score < hit.score:
            moved[key] = hit.replace(memory=successor, replaces=hit.memory.id)
    if not moved:
        return hits
    kept = [hit for hit in hits if (hit.store.root, hit.memory.id) not in moved]
    return sorted([*kept, *moved.values()], key=sort_key)
