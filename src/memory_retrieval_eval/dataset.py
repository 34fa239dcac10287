"""Labelled collections from disk: projects, each with `memory/` and `queries.jsonl`.

The first bad line is named; what is read here is trusted by the other modules of this folder. Knows no engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from memory_retrieval.core.clock import parse_time
from memory_retrieval.core.errors import StoreError

from .lines import Line, json_lines, parsed, read, wrong
from .values import NOW, Collection, LabelledQuery

NONE = "{}: is no collection; that is a folder with queries.jsonl and memory/"


def read_collections(paths: Sequence[Path]) -> list[Collection]:
    """The collections at `paths`; a folder that only holds collections stands for all of them. Names are unique.

    StoreError when a path is not a collection, RecordError that names the first bad line.
    """
    folders = list(
        dict.fromkeys(folder.resolve() for path in paths for folder in _expand(path))
    )
    collections = [read_collection(folder) for folder in folders]
    names = Counter(collection.name for collection in collections)
    return [
        _named_apart(collection) if names[collection.name] > 1 else collection
        for collection in collections
    ]


def _named_apart(collection: Collection) -> Collection:
    return replace(
        collection, name=f"{collection.folder.parent.name}/{collection.name}"
    )


def read_collection(folder: Path) -> Collection:
    now = _now(folder / "collection.json")
    if not is_project(folder):
        raise StoreError(NONE.format(folder))
    queries = tuple(_project_queries(folder))
    if not queries:
        said = "has no labeled query; write at least one line in queries.jsonl"
        raise wrong(folder, said)
    return Collection(folder.name, folder, queries, now=now)


def is_project(folder: Path) -> bool:
    return (folder / "memory").is_dir() and (folder / "queries.jsonl").is_file()


def _expand(path: Path) -> list[Path]:
    if not path.is_dir():
        raise StoreError(
            f"{path}: no such folder; expected a collection, such as lab/eval/collections/NAME"
        )
    if is_project(path):
        return [path]
    inside = sorted(filter(is_project, path.iterdir()))
    if not inside:
        raise StoreError(NONE.format(path))
    return inside


def _now(path: Path) -> str:
    if not path.is_file():
        return NOW
    now = parsed(path, read(path)).get("now") or NOW
    if parse_time(now) is None:
        raise wrong(
            path, f"expected a time such as {NOW}, got {now!r:.40}", field="now"
        )
    return str(now)


def _project_queries(folder: Path) -> Iterator[LabelledQuery]:
    memory = folder / "memory"
    paths = {path.relative_to(memory).as_posix() for path in memory.rglob("*.json")}
    for line in json_lines(folder / "queries.jsonl"):
        query = LabelledQuery(
            id=line.unique("id"),
            kind=line.text("kind"),
            prompt=line.text("prompt", blank=True),
            transcript=tuple(line.texts("transcript")),
            relevant=_grades(line, paths),
            forbidden=frozenset(line.texts("forbidden")),
        )
        for path in sorted(query.forbidden):
            if path not in paths:
                said = f"{path!r} is not a file in memory/; correct the path"
                raise line.wrong("forbidden", said)
            if path in query.relevant:
                said = f"{path!r} is also marked relevant; remove one of the two"
                raise line.wrong("forbidden", said)
        yield query


def _grades(line: Line, paths: set[str]) -> dict[str, int]:
    value = line.value.get("relevant", {})
    if not isinstance(value, dict):
        kind = type(value).__name__
        said = f"expected an object of path to grade, got {kind}"
        raise line.wrong("relevant", said)
    for path, grade in value.items():
        if type(grade) is not int or grade < 1:
            said = f"the grade of {path!r} must be a whole number from 1, got {grade!r:.40}"
            raise line.wrong("relevant", said)
        if path not in paths:
            said = f"{path!r} is not a file in memory/; correct the path"
            raise line.wrong("relevant", said)
    return value
