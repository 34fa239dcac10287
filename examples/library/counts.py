"""Counts what a team database holds, by kind and state.

    python counts.py postgresql://db.example/memories
"""

import sys

from memory_retrieval import stats

counts = stats(db_url=sys.argv[1])["counts"]
for kind, states in sorted(counts.items()):
    print(kind, dict(sorted(states.items())))
