"""Fitted numbers of the relevance models, see training/fit_relevance.py and docs/signals.md."""

LIST_BIAS = -5.225
LIST = {
    "bm25": 4.428,
    "bm25_log": -2.587,
    "coverage": 3.413,
    "header_coverage": 1.905,
    "rarest": 2.280,
    "header_idf": 0.162,
    "header_terms": -1.213,
    "header_rare_1": 0.364,
    "header_rare_2": -0.214,
    "rare_1": -1.713,
    "rare_2": 0.732,
    "cosine": 0.704,
    "cosine_z": 6.827,
    "header_z": 0.957,
}
"""What each signal adds to the log-odds that a memory answers a prompt that some memory answers."""

FLOOR = 0.0041  # score below which a search leaves a memory out; set by hand (the fit gives 0.0017)

BIAS = -5.743
WEIGHTS = {
    "bm25": 0.519,
    "bm25_log": 1.416,
    "bm25_lead": 1.509,
    "coverage": 3.143,
    "header_coverage": 0.287,
    "rarest": -1.361,
    "header_idf": 0.616,
    "header_terms": 0.304,
    "header_rare_1": -0.705,
    "header_rare_2": -1.671,
    "rare_1": 1.391,
    "rare_2": -0.096,
    "cosine": 4.170,
    "cosine_z": -0.361,
    "cosine_lead": 2.174,
    "header_z": 0.492,
    "prompt_terms": -0.700,
    "enriched": 0.500,
    "kind": 2.630,
    "session": -0.273,
}
"""What each signal adds to the log-odds that a memory is worth injecting."""

LEVELS = {"quiet": (0.61, 0.78), "normal": (0.32, 0.51), "eager": (0.20, 0.35)}
"""Score from which the best memory is injected, and from which a second and a third are, at each strictness."""
