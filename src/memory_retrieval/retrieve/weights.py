"""Fitted numbers of the relevance models, see training/fit_relevance.py and docs/signals.md."""

LIST_BIAS = -5.117
LIST = {
    "bm25": 4.530,
    "bm25_log": -2.535,
    "coverage": 3.237,
    "header_coverage": 1.131,
    "rarest": 2.529,
    "header_idf": 0.125,
    "header_terms": -1.440,
    "header_rare_1": 0.041,
    "header_rare_2": -0.308,
    "rare_1": -2.156,
    "rare_2": 0.931,
    "cosine": 0.478,
    "cosine_z": 6.287,
    "header_z": 1.724,
}
"""What each signal adds to the log-odds that a memory answers a prompt that some memory answers."""

FLOOR = 0.0065  # score below which a search leaves a memory out

BIAS = -5.799
WEIGHTS = {
    "bm25": 1.142,
    "bm25_log": 0.531,
    "bm25_lead": 1.315,
    "coverage": 4.074,
    "header_coverage": 0.322,
    "rarest": -1.582,
    "header_idf": 0.473,
    "header_terms": 0.294,
    "header_rare_1": -0.762,
    "header_rare_2": -1.498,
    "rare_1": 1.798,
    "rare_2": -0.188,
    "cosine": 3.476,
    "cosine_z": -0.393,
    "cosine_lead": 2.137,
    "header_z": 0.729,
    "prompt_terms": -0.051,
    "enriched": 0.320,
    "kind": 2.660,
    "session": -0.242,
}
"""What each signal adds to the log-odds that a memory is worth injecting."""

LEVELS = {"quiet": (0.59, 0.76), "normal": (0.33, 0.52), "eager": (0.20, 0.35)}
"""Score from which the best memory is injected, and from which a second and a third are, at each strictness."""
