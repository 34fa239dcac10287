"""Fitted numbers of the relevance models, see lab/training/fit_relevance.py and docs/signals.md."""

LIST_BIAS = -5.331
LIST = {
    "bm25": 4.435,
    "bm25_log": -2.522,
    "coverage": 3.476,
    "header_coverage": 1.862,
    "rarest": 2.219,
    "header_idf": 0.056,
    "header_terms": -1.450,
    "header_rare_1": 0.216,
    "header_rare_2": 0.011,
    "rare_1": -1.567,
    "rare_2": 0.801,
    "named": 0.900,
    "cosine": 0.840,
    "cosine_z": 6.234,
    "header_z": 1.270,
}
"""What each signal adds to the log-odds that a memory answers a prompt that some memory answers."""

FLOOR = 0.0041  # score below which a search leaves a memory out; set by hand (the fit gives 0.0017)

BIAS = -5.940
WEIGHTS = {
    "bm25": 0.812,
    "bm25_log": 1.260,
    "bm25_lead": 1.871,
    "coverage": 2.483,
    "header_coverage": 0.597,
    "rarest": -1.241,
    "header_idf": 0.256,
    "header_terms": 0.000,
    "header_rare_1": -0.639,
    "header_rare_2": -1.507,
    "rare_1": 1.541,
    "rare_2": 0.329,
    "named": 0.898,
    "cosine": 5.879,
    "cosine_z": -1.041,
    "cosine_lead": 1.868,
    "header_z": 0.622,
    "prompt_terms": -1.168,
    "enriched": 0.513,
    "kind": 2.571,
    "session": -0.337,
}
"""What each signal adds to the log-odds that a memory is worth injecting."""

LEVELS = {"quiet": (0.64, 0.87), "normal": (0.38, 0.69), "eager": (0.20, 0.48)}
"""Score from which the best memory is injected, and from which a second and a third are, at each strictness."""
