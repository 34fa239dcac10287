"""The logistic models that turn a candidate's signals into a chance. The weights are in `weights.py`."""

from __future__ import annotations

from math import exp, log

from ..core.model import Value
from . import weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Hit

IN_COMMON = 1.1  # a search whose best memory has less in common with it asks for something that the store has not
HALF = 0.5  # share of a query's words with which a memory answers all the same
NORMAL = "normal"
LONG = {
    "long": -1.0
}  # not fitted: hardly a memory of the projects is long; chats and sessions are
STRICTNESS = ("quiet", NORMAL, "eager")


def stricter(strictness: str) -> str:
    """The next stricter one: where a brief stands, the agent itself finds what it needs."""
    return STRICTNESS[max(0, STRICTNESS.index(strictness) - 1)]


class Relevance(Value):
    """A logistic model: `bias` and a weight for each signal.

    levels      {strictness: (score from which the best memory is injected, score from which those beside it are)}
    floor       score below which a search leaves out a memory without a word of the query
    in_common   what the best memory of a search needs, see `any_in_common`; 0 for no such rule
    calibrated  whether scores are chances; if not, they are the engine's own points and signals play no part
    """

    bias: float
    weights: dict[str, float]
    levels: dict[str, tuple[float, float]]
    floor: float = 0.0
    calibrated: bool = True
    in_common: float = 0.0

    def chance(self, values: dict[str, float]) -> float:
        """The chance (0 to 1) that a memory with these signals helps."""
        z = self.bias
        for name, weight in self.weights.items():
            z += weight * values[name]
        return sigmoid(z)

    def needed(self, strictness: str) -> tuple[float, float]:
        """(score from which the best memory is injected, score from which those beside it are)."""
        return self.levels.get(strictness) or self.levels[NORMAL]


def any_in_common(hits: list[Hit], relevance: Relevance) -> bool:
    """Whether one of the hits has enough in common with a query, by words or by meaning, whatever the others have."""
    for values in [hit.signals for hit in hits]:
        common = values.get("bm25_log", 0.0) + 2 * values.get("cosine", 0.0)
        if common >= relevance.in_common or values.get("coverage", 0.0) >= HALF:
            return True
    return False


def log_odds(chance: float) -> float:
    """The inverse of `sigmoid`, for a chance above 0 and below 1."""
    return log(chance / (1 - chance))


def sigmoid(z: float) -> float:
    """Log-odds to a chance; saturates beyond +-30."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, z))))


FOR_LISTS = Relevance(
    weights.LIST_BIAS,
    {**weights.LIST, **LONG},
    weights.LEVELS,
    floor=weights.FLOOR,
    in_common=IN_COMMON,
)
"""Orders what a search or a shortlist shows: fitted on prompts that a memory answers."""

FOR_INJECTION = Relevance(weights.BIAS, weights.WEIGHTS, weights.LEVELS)
"""Decides what the hook injects: fitted on those and on prompts that no memory answers."""

POINTS = Relevance(0.0, {}, {NORMAL: (1.0, 1.0)}, calibrated=False)
"""For whole points: one is enough to be injected."""


def by_terms(mode: str) -> Relevance:
    """The model for the vectors of the shipped term table, in a mode of `trace.Request`."""
    return FOR_INJECTION if mode == "auto" else FOR_LISTS
