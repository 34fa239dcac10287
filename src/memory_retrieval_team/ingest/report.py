"""Target and report of an ingest."""

from __future__ import annotations

from dataclasses import dataclass, field

from memory_retrieval.core.model import Problem


@dataclass(frozen=True)
class Target:
    """The workspace and project of a store's records in the database."""

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
