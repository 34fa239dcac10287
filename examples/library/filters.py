"""Keeps memories of one kind, of a severity, of the last year, and of at least this confidence.

    python filters.py examples/trailhead
"""

import sys

from memory_retrieval import MemoryRetriever

with MemoryRetriever(root=sys.argv[1]) as retriever:
    for filters in (
        {"category": "runbook"},
        {"category": "pattern", "severity": ["warning", "error"]},
        {"recent_days": 365, "min_confidence": 0.9},
    ):
        found = retriever.query("parse an uploaded gpx file", top_k=1, **filters)
        print(" ".join(filters) + ":", *[result.title for result in found])
