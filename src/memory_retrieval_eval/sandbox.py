"""A temporary project with folders of its own for cache, state, data and configuration, and the clock fixed.

An evaluation reads nobody's memories and leaves nothing behind. Knows collections and the environment's names, no
engine.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from memory_retrieval.core.environment import config_dir
from memory_retrieval.core.settings import USER_FILE
from memory_retrieval.store.layouts import PROJECT_STORE

from .beir import write_store
from .values import Collection

UNSET = (
    "MEMORIES_ROOT",
    "MEMORIES_OFF",
    "MEMORIES_DB_URL",
    "CLAUDE_PROJECT_DIR",
    "CLAUDE_PLUGIN_DATA",
    "PLUGIN_DATA",
)
OWN = {
    "retrieval": {"shortlist": "on"}
}  # the user's own settings; a repository cannot ask for more
SETTLE = (
    0.05  # seconds; files younger than the clock's grain are read again at every prompt
)


@dataclass(frozen=True)
class Sandbox:
    """`root` is the project folder; `variables` the environment it is to be used with (None: unset)."""

    root: Path
    variables: Mapping[str, str | None]
    keys: Mapping[str, str] = field(default_factory=dict)

    def key(self, path: str) -> str:
        """The collection's key of a record's path (as shown, or relative to the store)."""
        relative = path.split(f"{PROJECT_STORE}/", 1)[-1]
        return self.keys.get(relative, relative)

    def transcript(self, turns: Sequence[str]) -> str:
        """The path of a transcript file in which the user said `turns`, oldest first."""
        path = self.root / "transcript.jsonl"
        lines = [
            json.dumps({"type": "user", "message": {"role": "user", "content": turn}})
            for turn in turns
        ]
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return str(path)


@contextmanager
def sandbox(collection: Collection, engine: str) -> Iterator[Sandbox]:
    """The collection as a project whose configuration names `engine`.

    Retention is off, since summaries are old. The shortlist is on: nothing that is injected depends on it.
    """
    with tempfile.TemporaryDirectory(prefix="memories-eval-") as folder:
        root = Path(folder).resolve() / "project"
        memory = root / PROJECT_STORE
        memory.parent.mkdir(parents=True)
        keys = {}
        if collection.documents:
            keys = write_store(collection.documents, memory)
        else:
            shutil.copytree(collection.folder / "memory", memory)
        settings = {
            "retrieval": {"match_strategy": engine},
            "categories": {
                "session_summary": {"retention_days": 0, "max_retained": 1000}
            },
        }
        (memory / "memory-config.json").write_text(
            json.dumps(settings), encoding="utf-8"
        )
        variables = _variables(root.parent, collection.now)
        with changed_environment(variables):
            own = Path(config_dir())
        own.mkdir(parents=True, mode=0o700)
        (own / USER_FILE).write_text(json.dumps(OWN), encoding="utf-8")
        time.sleep(SETTLE)
        yield Sandbox(root, variables, keys)


@contextmanager
def changed_environment(variables: Mapping[str, str | None]) -> Iterator[None]:
    """Sets this process's environment for the time of the block. Not for use beside other threads."""
    before = {name: os.environ.get(name) for name in variables}
    try:
        _set(variables)
        yield
    finally:
        _set(before)


def _variables(base: Path, now: str) -> dict[str, str | None]:
    folders: dict[str, str | None] = {
        f"XDG_{name}_HOME": str(base / name.lower())
        for name in ("CACHE", "STATE", "DATA", "CONFIG")
    }
    return folders | {"MEMORIES_NOW": now} | dict.fromkeys(UNSET)


def _set(variables: Mapping[str, str | None]) -> None:
    for name, value in variables.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
