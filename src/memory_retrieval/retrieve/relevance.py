"""The logistic models that turn a candidate's signals into a chance. The weights are in `weights.py`."""

from __future__ import annotations

from math import exp

from . import weights

NORMAL = "normal"
STRICTNESS = ("quiet", NORMAL, "eager")


class Relevance:
    """A logistic model: `bias` and a weight for each signal.

    levels      {strictness: (score from which the best memory is injected, score from which those beside it are)}
    floor       score below which a search leaves a memory out
    calibrated  whether scores are chances; if not, they are the engine's own points and signals play no part
    """

    __slots__ = ("bias", "calibrated", "floor", "levels", "weights")

    def __init__(
        self,
        bias: float,
        weights: dict[str, float],
        levels: dict[str, tuple[float, float]],
        floor: float = 0.0,
        calibrated: bool = True,
    ) -> None:
        self.bias, self.weights, self.levels, self.floor, self.calibrated = bias, weights, levels, floor, calibrated

    def chance(self, values: dict[str, float]) -> float:
        """The chance (0 to 1) that a memory with these signals helps."""
        z = self.bias
        for name, weight in self.weights.items():
            z += weight * values[name]
        return sigmoid(z)

    def needed(self, strictness: str) -> tuple[float, float]:
        """(score from which the best memory is injected, score from which those beside it are)."""
        return self.levels.get(strictness) or self.levels[NORMAL]


def sigmoid(z: float) -> float:
    """Log-odds to a chance; saturates beyond +-30."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, z))))


FOR_LISTS = Relevance(weights.LIST_BIAS, weights.LIST, weights.LEVELS, floor=weights.FLOOR)
"""Orders what a search or a shortlist shows: fitted on prompts that a memory answers."""

FOR_INJECTION = Relevance(weights.BIAS, weights.WEIGHTS, weights.LEVELS)
"""Decides what the hook injects: fitted on those and on prompts that no memory answers."""

POINTS = Relevance(0.0, {}, {NORMAL: (1.0, 1.0)}, calibrated=False)
"""For whole points: one is enough to be injected."""


def by_terms(mode: str) -> Relevance:
    """The model for the vectors of the shipped term table, in a mode of `trace.Request`."""
    return FOR_INJECTION if mode == "auto" else FOR_LISTS
