"""Collections over other stores than their own: over a part of the store, and over the memories of several projects."""

from __future__ import annotations

import json
import shutil
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from memory_retrieval.core.model import MAX_ID, JsonObject

from .values import Collection, LabelledQuery

PARTS = (10, 25)  # memories of a young project
MERGED = "merged"


def records(collection: Collection) -> dict[str, JsonObject]:
    """{path relative to `memory/`: record} of a project's files that hold a JSON object."""
    memory = collection.folder / "memory"
    found = {}
    for path in sorted(memory.rglob("*.json")):
        record = _parsed(path)
        if record is not None:
            found[path.relative_to(memory).as_posix()] = record
    return found


def is_active(record: Mapping[str, Any]) -> bool:
    return record.get("record_status", "active") == "active" and not record.get(
        "superseded_by"
    )


def part_of(collection: Collection, size: int, folder: Path) -> Collection:
    """The project with `size` of its active memories and no prompts, written to `folder`. The sample never changes."""
    active = [path for path, record in records(collection).items() if is_active(record)]
    for path in sample(active, size):
        _copy(collection.folder / "memory" / path, folder / "memory" / path)
    return replace(collection, folder=folder, queries=())


def sample(paths: Sequence[str], size: int) -> list[str]:
    """`size` of the paths, drawn by their hashes."""
    return sorted(paths, key=lambda path: (zlib.crc32(path.encode()), path))[:size]


def merge(collections: Sequence[Collection], folder: Path) -> Collection:
    """The projects with all memories in one store and all prompts, written to `folder`.

    File names, ids and prompts get a prefix for each project, so that nothing collides. Links between records are
    left as they are.
    """
    queries: list[LabelledQuery] = []
    for number, collection in enumerate(collections, 1):
        prefix = f"c{number}-"
        for path, record in records(collection).items():
            target = folder / "memory" / _prefixed(path, prefix)
            target.parent.mkdir(parents=True, exist_ok=True)
            id = prefix + str(record.get("id", ""))
            renamed = json.dumps(
                {**record, "id": id[:MAX_ID].rstrip("-")}, ensure_ascii=False
            )
            target.write_text(renamed, encoding="utf-8", errors="replace")
        queries += [_moved(query, prefix) for query in collection.queries]
    return Collection(
        MERGED, folder, tuple(queries), now=max(c.now for c in collections)
    )


def _moved(query: LabelledQuery, prefix: str) -> LabelledQuery:
    return replace(
        query,
        id=prefix + query.id,
        relevant={
            _prefixed(path, prefix): grade for path, grade in query.relevant.items()
        },
        forbidden=frozenset(_prefixed(path, prefix) for path in query.forbidden),
    )


def _prefixed(path: str, prefix: str) -> str:
    folder, _, name = path.rpartition("/")
    return f"{folder}/{prefix}{name}" if folder else prefix + name


def _parsed(path: Path) -> JsonObject | None:
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return (
            None  # the product reports such a file; there is nothing in it to measure
        )
    return record if isinstance(record, dict) else None


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
