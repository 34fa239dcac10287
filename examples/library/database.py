"""Finds memories in a team database; `project` says whose each one is.

    python database.py postgresql://db.example/memories
"""

import sys

from memory_retrieval import DatabaseError, MemoryRetriever

try:
    with MemoryRetriever(db_url=sys.argv[1], workspace="outdoor") as retriever:
        for result in retriever.query("offline download database is locked", top_k=1):
            print(result.category, result.id, result.project)
        print(retriever.total_scanned, "searched", *retriever.notes)
except DatabaseError as error:
    sys.exit(str(error))
