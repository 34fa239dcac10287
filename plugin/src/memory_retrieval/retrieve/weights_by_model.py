"""Fitted numbers of the relevance models, see lab/training/fit_relevance.py and docs/signals.md."""

BIAS = -5.808
WEIGHTS = {
    "bm25": 0.010,
    "bm25_log": 1.689,
    "bm25_lead": 1.794,
    "coverage": 2.858,
    "header_coverage": 0.375,
    "rarest": -1.057,
    "named": 0.695,
    "cosine": 6.144,
    "cosine_lead": 1.952,
    "prompt_terms": -0.351,
    "enriched": 1.599,
    "kind": 2.597,
    "session": -0.341,
}
"""What each signal adds to the log-odds that a memory is worth injecting."""

LEVELS = {"quiet": (0.61, 0.85), "normal": (0.34, 0.65), "eager": (0.19, 0.47)}
"""Score from which the best memory is injected, and from which a second and a third are, at each strictness."""
