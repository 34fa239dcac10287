"""The relevance models for vectors of a sentence model, whose cosine says more than that of the term table.

Only a team database has such vectors, so no hook loads this (docs/decisions/0011).
"""

from __future__ import annotations

from . import weights_by_model as fitted
from .relevance import Relevance

FOR_LISTS = Relevance(
    -6.61, {"cosine": 11.1, "bm25": 1.66, "header_coverage": 3.33}, fitted.LEVELS
)
"""For a list that a person reads; chosen by hand, so that no kind of text does badly."""

FOR_INJECTION = Relevance(fitted.BIAS, fitted.WEIGHTS, fitted.LEVELS)
"""For what is injected unasked."""


def relevance_by_model(mode: str) -> Relevance:
    """The model for a mode of `trace.Request`."""
    return FOR_INJECTION if mode == "auto" else FOR_LISTS
