"""The shortlist: in a store that is too large for the brief, a few titles with each real task, for the agent to judge.

Which of them bear on the prompt is not decided here: a language model does that better from the titles than any score
(docs/decisions). The list only has to hold the right one, and to be empty where nothing can be right.
"""

from __future__ import annotations

from math import log

from .relevance import log_odds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Hit
    from ..core.settings import Config

TITLES = 12  # handed over with a prompt at most, those that are injected included
MEANING = 6.0  # what a cosine of 1 counts beside the log-odds of a score and of the prompt's kind
FLOOR = -0.5  # least worth of the best title in a store of SMALL memories or fewer
MORE = 1.2  # times the logarithm of how many times more there are: chance brings something near, then
SMALL = 200
BESIDE = 2.0  # by how much less one may be worth that is listed beside it
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


def choose(
    kind: float, hits: list[Hit], total: int, room: int
) -> tuple[list[Hit], str]:
    """(at most `room` titles for the agent to judge, the surest first; the sentence that says why these, or why none).

    kind   log-odds by `kind.py`
    hits   what the prompt could bring and the session was not given, best score first
    total  memories that were searched

    Each title has a worth of its own, whatever else was found or given before.
    """
    worth = [
        log_odds(hit.score) + kind + MEANING * hit.signals["cosine"] for hit in hits
    ]
    if not worth:
        return [], "the agent was given every title that could be in it"
    best, floor = max(worth), FLOOR + MORE * log(max(SMALL, total) / SMALL)
    said = f"the best title that was not given is worth {best:.2f} (kind of prompt {kind:+.2f})"
    if best < floor:
        return [], f"{said}, below the floor of {floor:.2f}"
    near = [hit for hit, value in zip(hits, worth) if value >= floor - BESIDE]
    return near[:room], f"{said}, which reaches the floor of {floor:.2f}"
