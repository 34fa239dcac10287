"""The relevance models where vectors come from a sentence model, whose nearness says more than that of the term table.

A team database only, so no hook loads them (docs/decisions/0011).
"""

from . import weights_by_model as fitted
from .rank import Relevance

BY_MODEL = Relevance(-6.61, {"cosine": 11.1, "bm25": 1.66, "head": 3.33, "routine": -4.11})
"""For a list that somebody looks at; chosen by hand, so that no kind of text does badly."""

TO_INJECT = Relevance(
    fitted.BIAS, fitted.WEIGHTS, fitted.FIRST, fitted.FURTHER, (fitted.ANSWER_BIAS, fitted.ANSWER), fitted.ANSWER_FROM
)
"""For what is handed over unasked: how a candidate compares with the others counts here, and few may be wrong."""
