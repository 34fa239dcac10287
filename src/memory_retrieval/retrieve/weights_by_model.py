"""Fitted numbers of the relevance model for a sentence model's vectors.

Written by training/fit_relevance.py, see docs/decisions.
"""

FIRST = 0.25  # score from which the best memory is injected
FURTHER = 0.55  # score from which a second and a third are: they have to be surer
BIAS = -6.85
WEIGHTS = {
    "bm25": 1.06,
    "coverage": 3.61,
    "head": 3.17,
    "of_best": 2.70,
    "cosine": 1.91,
    "cos_best": 3.02,
    "cos_place": 1.14,
    "rarest": -1.76,
    "routine": -3.63,
}
"""What each signal adds to the log-odds that a memory helps; a name "a*b" would be a product of two signals."""

ANSWER_FROM = 0.50  # chance that anything helps at all; below it nothing is injected
ANSWER_BIAS = -3.06
ANSWER = {
    "log_odds": 0.25,
    "coverage": 2.11,
    "head": 0.88,
    "cosine": 11.21,
    "stands": 0.00,
    "bm25": 1.35,
    "routine": -7.76,
    "rarest": 0.08,
}
"""What the best memory's own log-odds and signals add to the log-odds that the prompt has an answer here."""
