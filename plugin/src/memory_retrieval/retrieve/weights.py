"""Fitted numbers of the relevance models, see lab/training/fit_relevance.py and docs/signals.md."""

LIST_BIAS = -5.763
LIST = {
    "bm25": 3.706,
    "bm25_log": -2.185,
    "coverage": 3.881,
    "header_coverage": 3.968,
    "rarest": 1.352,
    "named": 0.942,
    "cosine": 1.047,
    "cosine_z": 7.438,
}
"""What each signal adds to the log-odds that a memory answers a prompt that some memory answers."""

FLOOR = 0.0041  # score below which a search leaves a memory out; set by hand (the fit gives less)

BIAS = -5.643
WEIGHTS = {
    "bm25": 0.357,
    "bm25_log": 2.110,
    "bm25_lead": 1.791,
    "coverage": 2.205,
    "header_coverage": 0.337,
    "rarest": -0.574,
    "named": 0.776,
    "cosine": 5.826,
    "cosine_z": -0.094,
    "cosine_lead": 1.270,
    "prompt_terms": -2.079,
    "enriched": 0.658,
    "kind": 2.529,
    "session": -0.332,
}
"""What each signal adds to the log-odds that a memory is worth injecting."""

LEVELS = {"quiet": (0.65, 0.87), "normal": (0.37, 0.68), "eager": (0.19, 0.46)}
"""Score from which the best memory is injected, and from which a second and a third are, at each strictness."""
