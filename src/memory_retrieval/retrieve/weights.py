"""The fitted numbers of the relevance model. Written by training/fit_relevance.py; explained in docs/decisions."""

FIRST = 0.28  # score from which the best memory is injected
FURTHER = 0.44  # score from which a second and a third are: they have to be surer
BIAS = -6.84
WEIGHTS = {
    "bm25": 1.44,
    "coverage": 3.78,
    "head": 4.47,
    "of_best": 2.60,
    "cos_best": 1.37,
    "cos_place": 0.82,
    "sentence": 1.36,
    "sent_place": 0.93,
    "stands": 1.14,
    "rarest": -1.99,
    "routine": -4.29,
}
"""What each signal adds to the log-odds that a memory helps; a name "a*b" would be a product of two signals."""
