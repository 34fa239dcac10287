"""What a project remembers about a file or a command: the guards it breaks, the memories that reading it brings."""

from __future__ import annotations

import os
import time

from ..brief.by_file import memories_for
from ..brief.guarding import broken_by, rules_of
from ..core.commands import judged
from ..core.errors import StoreError
from ..core.guards import Write, writes_of
from ..core.model import JsonObject, Store
from ..core.reading import text_of
from ..state import accepted, ledger

SECONDS = 30.0
LIMIT = 4_194_304  # bytes of a file


def explain_file(store: Store, path: str) -> JsonObject:
    """The contract of `memories why --file`; what the file holds counts as written."""
    path = os.path.abspath(path)
    text = text_of(path, LIMIT)
    hits = memories_for([store], [path], (), time.monotonic() + SECONDS)
    return {
        "guards": _broken(store, [], [Write(path, text, text)]),
        "memories": [{"id": hit.memory.id, "path": hit.memory.path} for hit in hits],
    }


def explain_command(store: Store, command: str) -> JsonObject:
    """The contract of `memories why --shell`. StoreError when the command is too long to be judged."""
    commands, whole = judged(command)
    if not whole:
        raise StoreError(
            "this command is too long to be judged; the user is asked where they accepted a guard"
        )
    files = writes_of(commands, os.getcwd())
    return {"guards": _broken(store, [one.words for one in commands], files)}


def _broken(
    store: Store, commands: list[list[str]], files: list[Write]
) -> list[JsonObject]:
    """What each guard says that commands, or files that are written, break."""
    known = accepted.read(store.root)
    guards, last = [], {}
    for line in ledger.entries(event="guard"):
        about = {"at": line.get("at"), "outcome": line.get("outcome")}
        paths = line.get("paths") if line.get("root") == store.root else None
        last.update(dict.fromkeys(paths or (), about))
    rules = rules_of(store, time.monotonic() + SECONDS)
    for rule in broken_by(rules, commands, files):
        guards.append(
            {
                "rule": rule.memory.id,
                "effect": rule.guard.effect,
                "accepted": rule.mark() in known,
                "message": " Instead: ".join(filter(None, rule.sentence())),
                "last": last.get(rule.memory.path),
            }
        )
    return guards
