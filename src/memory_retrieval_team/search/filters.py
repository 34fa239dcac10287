"""Filters and workspaces of a search, and the same as SQL: conditions on a row, arguments of `fetch_words`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory_retrieval.core.model import JsonObject

from ..db.tables import NAMES, TABLES
from ..db.values import parameter

# Tolerance of the minimum confidence: more than the rounding error of `real` (0.95 is stored as 0.949999988), less than
# any difference between confidences that people write
NEARLY = 1e-6


@dataclass(frozen=True)
class Filters:
    """Conditions on a record; an empty field does not filter.

    category    a category of memories, a kind, or the category of a pattern
    confidence  minimum; a record without confidence passes
    since       earliest update, in seconds since 1970
    in_force    only records that are neither retired nor archived
    """

    category: str | None = None
    severities: tuple[str, ...] = ()
    confidence: float | None = None
    since: float | None = None
    kinds: tuple[str, ...] = ()
    in_force: bool = False

    @property
    def narrow(self) -> bool:
        """Whether few records may pass. `in_force` alone is not narrow: most records are."""
        return self != Filters(in_force=self.in_force)

    def tables(self) -> tuple[str, ...]:
        """The tables that may hold matching records."""
        kinds = self.kinds or ((self.category,) if self.category in TABLES else ())
        return tuple(dict.fromkeys(TABLES[kind] for kind in kinds)) or NAMES


def in_workspaces(workspaces: Sequence[str]) -> str:
    """The condition that a row is in one of `workspaces`; no condition without any.

    Row-level security alone would do, but the planner does not know which workspaces it leaves: it would search the
    vector index, and give up before it has met the few rows that the role may see.
    """
    if not workspaces:
        return "true"
    return (
        "workspace = %(workspace)s"
        if len(workspaces) == 1
        else "workspace = ANY (%(among)s::text[])"
    )


def workspace_parameters(workspaces: Sequence[str]) -> JsonObject:
    """The parameters of `in_workspaces`."""
    return {
        "workspace": workspaces[0] if len(workspaces) == 1 else None,
        "among": list(workspaces),
    }


def conditions(filters: Filters, table: str) -> str:
    """The filters of both legs as SQL; each condition starts with AND."""
    parts = list[str]()
    if filters.in_force:
        parts.append("status = 'active'")
    if filters.category:  # a memory's kind is its category; without the OR the planner can use the index on it
        of_kind = "" if table == "memories" else " OR kind = %(only_category)s"
        parts.append(f"(category = %(only_category)s{of_kind})")
    if filters.kinds:
        parts.append("kind = ANY (%(only_kinds)s)")
    if filters.severities:
        parts.append("severity = ANY (%(only_severities)s)")
    if filters.confidence is not None:
        parts.append("(confidence IS NULL OR confidence >= %(least_confidence)s)")
    if filters.since is not None:
        parts.append("updated_at >= to_timestamp(%(only_since)s)")
    return "".join([f"\n      AND {part}" for part in parts])


def filter_parameters(filters: Filters) -> JsonObject:
    """The parameters of `conditions`, and the arguments of `fetch_words`."""
    return {
        "in_force": filters.in_force,
        "only_category": parameter(filters.category) if filters.category else None,
        "only_kinds": list(filters.kinds) or None,
        "only_severities": [parameter(text) for text in filters.severities] or None,
        "least_confidence": None
        if filters.confidence is None
        else filters.confidence - NEARLY,
        "only_since": filters.since,
    }
