"""The logistic model that turns a candidate's signals into the chance that it helps. Weights are in `weights.py`."""

from __future__ import annotations

from math import exp

from .weights import ANSWER, ANSWER_BIAS, ANSWER_FROM, BIAS, FIRST, FURTHER, WEIGHTS


class Relevance:
    """A logistic model: `bias` and a weight for each signal, or for a product "a*b" of two.

    first        score from which the best memory is injected
    further      score from which those beside it are
    answer       (bias, weights) of the model behind `rank.answerable`
    answer_from  chance of an answer from which anything is injected
    calibrated   whether scores are chances; if not, they are the engine's own points and signals play no part
    """

    __slots__ = ("answer", "answer_from", "bias", "calibrated", "first", "further", "weights", "_terms")

    def __init__(
        self,
        bias: float,
        weights: dict[str, float],
        first: float = FIRST,
        further: float = FURTHER,
        answer: tuple[float, dict[str, float]] = (ANSWER_BIAS, ANSWER),
        answer_from: float = ANSWER_FROM,
        calibrated: bool = True,
    ) -> None:
        self.bias, self.weights, self.first, self.further = bias, weights, first, further
        self.answer, self.answer_from, self.calibrated = answer, answer_from, calibrated
        self._terms = [(weight, *name.partition("*")[::2]) for name, weight in weights.items()]

    def chance(self, values: dict[str, float]) -> float:
        """The chance (0 to 1) that a memory with these signals helps."""
        z = self.bias
        for weight, first, second in self._terms:
            z += weight * values[first] * values[second] if second else weight * values[first]
        return sigmoid(z)


def sigmoid(z: float) -> float:
    """Log-odds to a chance; saturates beyond +-30."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, z))))


BY_TERMS = Relevance(BIAS, WEIGHTS)
"""For the vectors of the shipped term table."""

POINTS = Relevance(0.0, {}, first=1.0, further=1.0, calibrated=False)
"""For whole points: one is enough to be injected."""
