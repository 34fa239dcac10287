"""The fitted numbers of the relevance model. Written by training/fit_relevance.py; explained in docs/decisions."""

THRESHOLD = 0.5
BIAS = -6.0
WEIGHTS = {
    "coverage": 2.5,
    "head": 2.0,
    "title": 1.0,
    "rarest": 1.0,
    "bm25": 1.0,
    "of_best": 1.0,
    "cosine": 3.0,
    "stands": 2.0,
    "routine": -1.5,
    "intent": 0.3,
    "files": 0.5,
}
