"""The relevance model where vectors come from a sentence model, whose nearness says more than that of the term table.

A team database only, so no hook loads it. Chosen by hand (docs/decisions/0011), not written by training/fit_relevance.py.
"""

from .rank import Relevance

BY_MODEL = Relevance(-6.61, {"cosine": 11.1, "bm25": 1.66, "head": 3.33, "routine": -4.11})
