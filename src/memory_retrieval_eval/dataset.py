"""Labelled collections from disk: projects (`memory/` and `queries.jsonl`) and text sets in BEIR form.

Every bad line is named, all of them at once; what is read here is trusted by the other modules of this folder. Knows no
engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from memory_retrieval.core.clock import parse_time
from memory_retrieval.core.errors import RecordError, StoreError
from memory_retrieval.core.model import Problem

from .beir import read_documents, read_queries
from .lines import JsonLines
from .values import BEIR, NOW, PROJECT, Collection, LabelledQuery

MAX_SHOWN = 20  # problems; a systematic mistake has one on every line


def read_collections(paths: Sequence[Path]) -> list[Collection]:
    """The collections at `paths`; a folder that only holds collections stands for all of them. Names are unique.

    StoreError when a path is not a collection, RecordError with every bad line.
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
    """One collection, of whichever form it has."""
    problems: list[Problem] = []
    now = _now(folder, problems)
    if is_project(folder):
        queries = _project_queries(folder, problems)
        collection = Collection(folder.name, folder, PROJECT, tuple(queries), now=now)
    elif is_beir(folder):
        documents = read_documents(folder, problems)
        queries = read_queries(folder, documents, problems)
        collection = Collection(
            folder.name, folder, BEIR, tuple(queries), tuple(documents), now
        )
    else:
        raise StoreError(_why_none(folder))
    if not problems and not collection.queries:
        message = "has no labeled query; write at least one line in queries.jsonl"
        problems.append(Problem(path=str(folder), message=message))
    if problems:
        count = len(problems)
        raise RecordError(f"{folder}: {count} problems", _shown(problems, folder))
    return collection


def is_project(folder: Path) -> bool:
    return (folder / "memory").is_dir() and (folder / "queries.jsonl").is_file()


def is_beir(folder: Path) -> bool:
    return (folder / "corpus.jsonl").is_file() and (folder / "queries.jsonl").is_file()


def _expand(path: Path) -> list[Path]:
    if not path.is_dir():
        raise StoreError(
            f"{path}: no such folder; expected a collection, such as lab/eval/collections/NAME"
        )
    if is_project(path) or is_beir(path):
        return [path]
    inside = sorted(
        folder for folder in path.iterdir() if is_project(folder) or is_beir(folder)
    )
    if not inside:
        raise StoreError(_why_none(path))
    return inside


def _why_none(folder: Path) -> str:
    if not (folder / "queries.jsonl").is_file():
        wanted = "queries.jsonl and memory/ (or corpus.jsonl and qrels.tsv)"
        return f"{folder}: has no queries.jsonl; a collection is a folder with {wanted}"
    return f"{folder}: has neither memory/ nor corpus.jsonl; put the records or the documents next to queries.jsonl"


def _shown(problems: list[Problem], folder: Path) -> list[Problem]:
    """At most MAX_SHOWN problems, then one that counts the rest."""
    more = len(problems) - MAX_SHOWN
    if more <= 0:
        return problems
    rest = Problem(
        path=str(folder), message=f"and {more} more problems; correct these first"
    )
    return [*problems[:MAX_SHOWN], rest]


def _now(folder: Path, problems: list[Problem]) -> str:
    path = folder / "collection.json"
    if not path.is_file():
        return NOW
    for line in JsonLines(path, problems, whole=True):
        now = line.text("now", required=False) or NOW
        if parse_time(now) is None:
            line.problem("now", f"expected a time such as {NOW}, got {now!r:.40}")
        return now
    return NOW


def _project_queries(folder: Path, problems: list[Problem]) -> Iterator[LabelledQuery]:
    memory = folder / "memory"
    paths = {path.relative_to(memory).as_posix() for path in memory.rglob("*.json")}
    for line in JsonLines(folder / "queries.jsonl", problems):
        query = LabelledQuery(
            id=line.unique("id"),
            kind=line.text("kind"),
            prompt=line.text("prompt", blank=True),
            transcript=tuple(line.texts("transcript")),
            relevant=_grades(line, paths),
            forbidden=frozenset(line.texts("forbidden")),
        )
        for path in sorted(query.forbidden - paths):
            line.problem(
                "forbidden", f"{path!r} is not a file in memory/; correct the path"
            )
        for path in sorted(query.forbidden & query.relevant.keys()):
            line.problem(
                "forbidden", f"{path!r} is also marked relevant; remove one of the two"
            )
        yield query


def _grades(line: Any, paths: set[str]) -> dict[str, int]:
    value = line.value.get("relevant", {})
    if not isinstance(value, dict):
        kind = type(value).__name__
        line.problem("relevant", f"expected an object of path to grade, got {kind}")
        return {}
    for path, grade in value.items():
        if isinstance(grade, bool) or not isinstance(grade, int) or grade < 1:
            line.problem(
                "relevant",
                f"the grade of {path!r} must be a whole number from 1, got {grade!r:.40}",
            )
        if path not in paths:
            line.problem(
                "relevant", f"{path!r} is not a file in memory/; correct the path"
            )
    return value
