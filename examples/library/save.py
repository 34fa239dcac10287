"""Saves a memory, reads what is wrong with another, and undoes the first.

    python save.py PROJECT
"""

import sys

from memory_retrieval import RecordError, save_memory, undo

root = sys.argv[1]
preference = {"category": "preference", "title": "Dates are ISO 8601", "topic": "dates"}
try:
    save_memory(preference, root)
except RecordError as error:
    print([problem.location for problem in error.problems])
whole = {"value": "ISO 8601", "reason": "sorts as text", "strength": "strong"}
saved = save_memory({**preference, **whole}, root)
print(saved.status, saved.id)
print(undo(root).status)
