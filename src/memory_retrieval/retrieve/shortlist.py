"""The shortlist: in a store that is too large for the brief, a few titles with each real task, for the agent to judge.

Which of them bear on the prompt is not decided here: a language model does that better from the titles than any score
(docs/decisions). The list only has to hold the right one.
"""

from __future__ import annotations

from .relevance import FOR_LISTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..core.config import Config
    from ..core.model import Hit

TITLES = 8  # handed over with a prompt at most, those that are injected included
TASK = -1.6  # log-odds of `kind.py` from which a prompt is taken for a real task or question
LEAST = 0.004  # score by the model for lists from which a title is handed over
LINE = 75  # characters that a memory takes in a brief


def is_wanted(config: Config, kind: float | None, total: int, brief_is_whole: bool | None) -> bool:
    """Whether a prompt of this kind gets a shortlist.

    kind            log-odds by `kind.py`; None where signals play no part
    total           memories that were searched
    brief_is_whole  whether the session's brief showed every memory; None when it was given none
    """
    mode = config.get("retrieval.shortlist")
    if mode == "off" or kind is None or kind < TASK:
        return False
    if mode == "auto" and brief_is_whole is None:
        brief_is_whole = total * LINE <= config.get("session.brief_chars")
    return mode == "on" or not brief_is_whole


def choose(hits: Iterable[Hit], given: Iterable[str], room: int) -> list[Hit]:
    """The best `room` hits by the model for lists, best first, without those whose path is in `given`."""
    known = frozenset(given)
    scored = [(FOR_LISTS.chance(hit.signals), hit) for hit in hits if hit.memory.path not in known]
    scored = [pair for pair in scored if pair[0] >= LEAST]
    scored.sort(key=lambda pair: (-pair[0], pair[1].memory.path))
    return [hit for _, hit in scored[:room]]
