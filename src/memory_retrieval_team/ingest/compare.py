"""The work of an ingest: compares a store's files with the database by hash. Parses and changes nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from memory_retrieval.core.errors import MemoryRetrievalError
from memory_retrieval.core.model import Problem, Store
from memory_retrieval.store import reader
from memory_retrieval.store.listing import list_folder

from ..progress import Progress
from .report import IngestReport
from .rows import content_hash
from .write import IngestedFile


@dataclass
class Plan:
    """The difference between files and database: `changed` has (path, kind), `gone` has (table, path)."""

    changed: list[tuple[str, str]] = field(default_factory=list)
    gone: list[tuple[str, str]] = field(default_factory=list)


def compare(store: Store, have: Mapping[str, IngestedFile], report: IngestReport, progress: Progress) -> Plan:
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
        known = have.get(path)
        if known is not None and content_hash(text) == known.content_hash:
            report.unchanged += 1
        else:
            plan.changed.append((path, kind))
    plan.gone = [
        (known.table, path) for path, known in have.items() if path not in seen and path.rsplit("/", 1)[0] not in seen
    ]
    for path, _ in plan.changed:
        report.updated += path in have
        report.created += path not in have
    report.deleted = len(plan.gone)
    return plan


def _entries(store: Store, report: IngestReport, seen: set[str]) -> Iterator[tuple[str, str]]:
    """(path, kind) of every file that may be a record. A folder that cannot be listed is reported, and its records do
    not count as gone."""
    for folder, kind in store.folders:
        try:
            entries = list_folder(store.root, folder, kind)
        except OSError as error:
            raise MemoryRetrievalError(
                f"{os.path.join(store.root, folder)}: cannot be listed: {error.strerror}; check its permissions and"
                " run this again"
            ) from None
        for entry in sorted(entries, key=lambda e: e.path):
            if entry.problem:  # of a file or its folder
                report.problems.append(Problem(path=entry.path, message=entry.problem))
                seen.add(entry.path)
            else:
                yield entry.path, kind
