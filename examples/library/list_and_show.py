"""Lists the runbooks of a project and prints one in full; `db_url=` instead of the folder reads a database.

    python list_and_show.py examples/trailhead
"""

import sys

from memory_retrieval import list_memories, show

runbooks = list_memories(sys.argv[1], category="runbook", status="active")
print(len(runbooks), "runbooks")
stored = show("offline-download-database-locked", sys.argv[1])
print(stored.path)
for step in stored.record["content"]["steps"]:
    print("-", step)
