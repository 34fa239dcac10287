"""Target, report and work of an ingest: compares a store's files with the database by hash. Changes nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from memory_retrieval.core.errors import MemoryRetrievalError
from memory_retrieval.core.model import Problem, Store
from memory_retrieval.store import reader
from memory_retrieval.store.listing import list_folder

from ..db.work import Progress
from .rows import content_hash
from .write import IngestedFile


@dataclass(frozen=True)
class Target:
    """The workspace and project of a store's records in the database; "" for those of its origin."""

    workspace: str
    project: str


@dataclass
class IngestReport:
    """Counts of records that a run changed, or that a dry run would change."""

    workspace: str
    project: str
    scanned: int = 0
    created: int = 0
    updated: int = 0
    unchanged: int = 0
    deleted: int = 0
    embedded: int = 0
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    seconds: float = 0.0


@dataclass
class Plan:
    """The difference between files and database: `changed` has (path, kind), `gone` has (table, path)."""

    changed: list[tuple[str, str]] = field(default_factory=list)
    gone: list[tuple[str, str]] = field(default_factory=list)


def compare(
    store: Store,
    have: Mapping[str, IngestedFile],
    report: IngestReport,
    progress: Progress,
) -> Plan:
    """Reads every file once and compares its hash; parses nothing."""
    plan, seen = Plan(), set[str]()
    entries = list(_entries(store, report, seen))
    for number, (path, kind) in enumerate(entries, 1):
        progress("comparing", number, len(entries))
        seen.add(path)
        try:
            text = reader.read_text(os.path.join(store.root, path))
        except (OSError, ValueError):
            plan.changed.append((path, kind))  # reported when it is parsed
            continue
        report.scanned += 1
        if path in have and content_hash(text) == have[path].content_hash:
            report.unchanged += 1
        else:
            plan.changed.append((path, kind))
    for path, known in have.items():
        folder = path.rpartition("/")[0]
        if path not in seen and folder not in seen:
            plan.gone.append((known.table, path))
    report.updated = sum(path in have for path, _ in plan.changed)
    report.created = len(plan.changed) - report.updated
    report.deleted = len(plan.gone)
    return plan


def _entries(
    store: Store, report: IngestReport, seen: set[str]
) -> Iterator[tuple[str, str]]:
    """(path, kind) of every file that may be a record. A folder that cannot be listed is reported, and its records do
    not count as gone."""
    for folder, kind in store.folders:
        try:
            entries = list_folder(store.root, folder, kind)
        except OSError as error:
            place = os.path.join(store.root, folder)
            raise MemoryRetrievalError(
                f"{place}: cannot be listed: {error.strerror}; check its permissions and run this again"
            ) from None
        for entry in sorted(entries, key=lambda e: e.path):
            if not entry.problem:
                yield entry.path, kind
                continue
            report.problems.append(
                Problem(path=entry.path, message=entry.problem)
            )  # of a file or its folder
            seen.add(entry.path)
