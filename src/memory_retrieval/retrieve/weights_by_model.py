"""x"""

LIST_BIAS = -4.0
LIST = {"bm25_log": 1.0, "cosine_z": 2.0, "header_z": 1.0}
FLOOR = 0.01
BIAS = -6.0
WEIGHTS = {"bm25_log": 1.0, "cosine_z": 2.0, "header_z": 1.0, "kind": 1.0}
LEVELS = {"quiet": (0.4, 0.6), "normal": (0.3, 0.5), "eager": (0.2, 0.4)}
