"""The shortlist: in a store that is too large for the brief, a few titles with each real task, for the agent to judge.

Which of them bear on the prompt is not decided here: a language model does that better from the titles than any score
(docs/decisions). The list only has to hold the right one, and to be empty where nothing can be right.
"""

from __future__ import annotations

from math import log, sqrt

from .relevance import FOR_LISTS, any_in_common

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..core.model import Hit
    from ..core.settings import Config

TITLES = 8  # handed over with a prompt at most, those that are injected included
WORDS = 3.0  # what the signal bm25_log of the best match counts beside the log-odds of the prompt's kind
FLOOR = 0.5  # least worth of a prompt, times the logarithm of the memories: more of them share a word by chance
LEAST = 0.004  # score by the model for lists from which a title is handed over
PART = 0.03  # of the best title's weight: what a weaker one needs
LINE = 75  # characters that a memory takes in a brief


def ruled_out(config: Config, total: int, brief_is_whole: bool | None) -> str:
    """Why no prompt gets a shortlist in this store; "" where prompts can.

    total           memories that were searched
    brief_is_whole  whether the session's brief showed every memory; None when it was given none
    """
    mode = config.get("retrieval.shortlist")
    if mode == "off":
        return "retrieval.shortlist is off in the configuration"
    if mode == "auto" and brief_is_whole is None:
        brief_is_whole = total * LINE <= config.get("session.brief_chars")
    return "the brief shows every memory" if mode == "auto" and brief_is_whole else ""


def judge(kind: float, hits: list[Hit], total: int) -> tuple[bool, str]:
    """(whether the prompt gets titles, the sentence that says why).

    kind   log-odds by `kind.py`
    hits   every candidate that the prompt could bring, with what it has been given already
    total  memories that were searched

    A prompt is worth titles by its kind and by the words it shares with the best match. Where a search would list
    nothing, there are none.
    """
    words = WORDS * max([hit.signals["bm25_log"] for hit in hits], default=0.0)
    if not any_in_common(hits, FOR_LISTS):
        return False, "the best match has too little in common with the prompt"
    floor = FLOOR * log(max(2, total))
    passed = kind + words >= floor
    parts = f"kind of prompt {kind:+.2f}, words in common {words:+.2f}"
    verb = "reaches" if passed else "is below"
    return (
        passed,
        f"the prompt's worth of {kind + words:.2f} ({parts}) {verb} the floor of {floor:.2f}",
    )


def choose(hits: Iterable[Hit], given: Iterable[str], room: int) -> list[Hit]:
    """The best `room` hits, best first, without those in `given` (paths) or much weaker than the best."""
    known = frozenset(given)
    weighed = []
    for hit in hits:
        listed = 0.0 if hit.memory.path in known else FOR_LISTS.chance(hit.signals)
        if listed >= LEAST:
            weighed.append((-listed * sqrt(hit.score), hit.memory.path, hit))
    weighed.sort(key=lambda item: item[:2])
    return [hit for weight, _, hit in weighed[:room] if weight <= PART * weighed[0][0]]
