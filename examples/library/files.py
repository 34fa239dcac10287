"""Finds memories in the files of a project.

    python files.py examples/trailhead
"""

import sys

from memory_retrieval import MemoryRetriever

with MemoryRetriever(root=sys.argv[1]) as retriever:
    for result in retriever.query("offline download database is locked", top_k=1):
        print(result.category, result.id, result.path)
        print(result.text.splitlines()[0])
