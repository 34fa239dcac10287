"""Says why a prompt is given a memory, and why another is left out.

    python reasons.py examples/trailhead
"""

import sys

from memory_retrieval import why

trace = why("the offline download says that the database is locked", sys.argv[1])
for candidate in trace["candidates"][:2]:
    print(candidate["decision"], candidate["path"].rsplit("/", 1)[-1])
    print("  because", candidate["reason"])
print(len(trace["injected"]), "of", len(trace["candidates"]), "injected")
