"""The fitted numbers of the relevance model. Written by training/fit_relevance.py; explained in docs/decisions."""

FIRST = 0.30  # score from which the best memory is injected
FURTHER = 0.46  # score from which a second and a third are: they have to be surer
BIAS = -6.97
WEIGHTS = {
    "bm25": 1.50,
    "coverage": 3.73,
    "head": 4.55,
    "of_best": 2.50,
    "cos_best": 1.57,
    "cos_place": 0.82,
    "sentence": 1.11,
    "sent_place": 0.87,
    "stands": 0.96,
    "rarest": -1.77,
    "routine": -4.11,
}
"""What each signal adds to the log-odds that a memory helps; a name "a*b" would be a product of two signals."""
