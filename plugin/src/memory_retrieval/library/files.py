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
from ..core.reading import read_regular
from ..state import accepted, ledger

SECONDS = 30.0
LIMIT = 4_194_304  # bytes of a file


def explain_file(store: Store, path: str) -> JsonObject:
    """The contract of `memories why --file`; what the file holds counts as written."""
    path = os.path.abspath(path)
    raw = read_regular(path, LIMIT) if os.path.isfile(path) else b""
    text = raw.decode("utf-8", "replace")
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
    known, last = accepted.read(store.root), _last_guards(store.root)
    guards = []
    rules = rules_of(store, time.monotonic() + SECONDS)
    for rule in broken_by(rules, commands, files):
        seen = last.get(rule.memory.path, {})
        guards.append(
            {
                "rule": rule.memory.id,
                "effect": rule.guard.effect,
                "accepted": rule.mark() in known,
                "message": " Instead: ".join(filter(None, rule.sentence())),
                "last": {
                    key: value
                    for key, value in seen.items()
                    if key in ("at", "outcome")
                }
                or None,
            }
        )
    return guards


def _last_guards(root: str) -> dict[str, JsonObject]:
    """The newest line of the ledger for each rule of a project that a guard spoke for, by the path of the rule."""
    last: dict[str, JsonObject] = {}
    for line in ledger.entries(event="guard"):
        if line.get("root") == root:
            last.update(dict.fromkeys(line.get("paths") or (), line))
    return last
