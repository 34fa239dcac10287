"""The fitted numbers of the relevance model. Written by training/fit_relevance.py; explained in docs/decisions."""

FIRST = 0.22  # score from which the best memory is injected
FURTHER = 0.38  # score from which a second and a third are: they have to be surer
BIAS = -7.05
WEIGHTS = {
    "bm25": 1.38,
    "coverage": 3.94,
    "head": 4.08,
    "of_best": 2.92,
    "cos_best": 3.05,
    "cos_place": 1.25,
    "stands": 1.28,
    "rarest": -2.14,
    "routine": -4.67,
}
"""What each signal adds to the log-odds that a memory helps; a name "a*b" would be a product of two signals."""
