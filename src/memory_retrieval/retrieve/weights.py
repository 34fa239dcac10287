"""Fitted numbers of the relevance model.

Written by training/fit_relevance.py, see docs/decisions.
"""

FIRST = 0.25  # score from which the best memory is injected
FURTHER = 0.46  # score from which a second and a third are: they have to be surer
BIAS = -6.97
WEIGHTS = {
    "bm25": 1.49,
    "coverage": 3.73,
    "head": 4.55,
    "of_best": 2.50,
    "cos_best": 1.56,
    "cos_place": 0.82,
    "sentence": 1.13,
    "sent_place": 0.86,
    "stands": 0.97,
    "rarest": -1.77,
    "routine": -4.11,
}
"""What each signal adds to the log-odds that a memory helps; a name "a*b" would be a product of two signals."""

ANSWER_FROM = 0.50  # chance that anything helps at all; below it nothing is injected
ANSWER_BIAS = -3.35
ANSWER = {
    "log_odds": 0.04,
    "coverage": 2.50,
    "head": 1.25,
    "cosine": 8.22,
    "stands": -0.31,
    "bm25": 2.17,
    "routine": -7.45,
    "rarest": -0.31,
}
"""What the best memory's own log-odds and signals add to the log-odds that the prompt has an answer here."""
