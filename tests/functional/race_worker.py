"""One of the processes of the writers' race. `race_worker.py write|read ROOT NAME OPERATIONS`; prints one JSON line.

A writer appends one change after another to shared records and makes records of its own; a reader checks that every
file it sees is whole.
"""

import json
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "plugin" / "src"))

from memory_retrieval.core.errors import StoreError
from memory_retrieval.retrieve.pipeline import retrieve
from memory_retrieval.retrieve.trace import Request
from memory_retrieval.save.request import SaveRequest
from memory_retrieval.save.service import save
from memory_retrieval.state.session import Session
from memory_retrieval.store.place import Place

SHARED = 4
CONTENT = {"topic": "t", "value": "v", "reason": "r", "strength": "soft"}


def write(root, name, operations):
    chance, updates, created, failed = random.Random(name), {}, [], []
    for number in range(operations):
        if chance.random() < 0.75:
            title = f"Shared record {chance.randrange(SHARED)}"
            data = {
                "category": "preference",
                "title": title,
                "change_summary": f"{name} {number}",
            }
            data["content"] = {**CONTENT, "reason": f"{name}-{number}"}
        else:
            same = (
                chance.random() < 0.5
            )  # half of the new titles are everybody's: the slugs collide
            title = f"{'Common' if same else 'Writer ' + name} record {number}"
            data = {
                "category": "preference",
                "title": title,
                "content": {**CONTENT, "value": name},
            }
        try:
            outcome = save(SaveRequest(Place(root=root), data))
        except StoreError as error:
            failed.append(str(error))
            continue
        if outcome.status == "rejected":
            failed.append(repr(outcome))
        elif title.startswith("Shared"):
            updates.setdefault(outcome.id, []).append(f"{name} {number}")
        elif outcome.status == "created":
            created.append(outcome.id)
    return {
        "updates": updates,
        "created": created,
        "failed": failed,
        "operations": operations,
    }


def read(root, name, operations):
    chance, torn, seen = random.Random(name), [], 0
    folder = Path(root, ".claude", "memory", "preferences")
    for number in range(operations):
        if number % 10 == 0:
            retrieve(Session(root), Request("shared record"))
        files = list(folder.glob("[!.]*.json"))
        for path in chance.sample(files, min(10, len(files))):
            try:
                record = json.loads(path.read_bytes())
                seen += 1
                if record["id"] != path.stem:
                    torn.append("{} holds {}".format(path.name, record["id"]))
            except FileNotFoundError:
                continue
            except ValueError as error:
                torn.append(f"{path.name}: {error}")
    return {"torn": torn, "seen": seen, "operations": operations}


if __name__ == "__main__":
    print(
        json.dumps(
            (write if sys.argv[1] == "write" else read)(
                sys.argv[2], sys.argv[3], int(sys.argv[4])
            )
        )
    )
