"""Fitted numbers of the relevance models, see lab/training/fit_relevance.py and docs/signals.md."""

BIAS = -6.451
WEIGHTS = {
    "bm25": -0.137,
    "bm25_log": 1.355,
    "bm25_lead": 1.847,
    "coverage": 3.340,
    "header_coverage": 0.715,
    "rarest": -1.702,
    "header_idf": 0.175,
    "header_terms": 1.004,
    "header_rare_1": -0.262,
    "header_rare_2": -1.636,
    "rare_1": 1.820,
    "rare_2": -0.253,
    "cosine": 6.304,
    "cosine_lead": 2.179,
    "prompt_terms": 0.235,
    "enriched": 1.528,
    "kind": 2.659,
    "session": -0.292,
}
"""What each signal adds to the log-odds that a memory is worth injecting."""

LEVELS = {"quiet": (0.63, 0.79), "normal": (0.32, 0.51), "eager": (0.19, 0.35)}
"""Score from which the best memory is injected, and from which a second and a third are, at each strictness."""
