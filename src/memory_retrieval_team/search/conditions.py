"""Workspaces and filters of a search as SQL: conditions on a row, and arguments of the function `fetch_words`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..db.values import parameter
from .filters import Filters

# Tolerance of the minimum confidence: more than the rounding error of `real` (0.95 is stored as 0.949999988), less than
# any difference between confidences that people write
NEARLY = 1e-6


def in_workspaces(workspaces: Sequence[str]) -> str:
    """The condition that a row is in one of `workspaces`; no condition without any.

    Row-level security alone would do, but the planner does not know which workspaces it leaves: it would search the
    vector index, and give up before it has met the few rows that the role may see.
    """
    if not workspaces:
        return "true"
    return "workspace = %(workspace)s" if len(workspaces) == 1 else "workspace = ANY (%(among)s::text[])"


def workspace_parameters(workspaces: Sequence[str]) -> dict[str, Any]:
    """The parameters of `in_workspaces`."""
    return {"workspace": workspaces[0] if len(workspaces) == 1 else None, "among": list(workspaces)}


def conditions(filters: Filters, table: str) -> str:
    """The filters of both legs as SQL; each condition starts with AND."""
    parts = list[str]()
    if filters.in_force:
        parts.append("status = 'active'")
    if filters.category:  # a memory's kind is its category; without the OR the planner can use the index on it
        parts.append(
            "category = %(category)s" if table == "memories" else "(category = %(category)s OR kind = %(category)s)"
        )
    if filters.kinds:
        parts.append("kind = ANY (%(kinds)s)")
    if filters.severities:
        parts.append("severity = ANY (%(severities)s)")
    if filters.confidence is not None:
        parts.append("(confidence IS NULL OR confidence >= %(confidence)s)")
    if filters.since is not None:
        parts.append("updated_at >= to_timestamp(%(since)s)")
    return "".join(f"\n      AND {part}" for part in parts)


def filter_parameters(filters: Filters) -> dict[str, Any]:
    """The parameters of `conditions`."""
    return {
        "category": parameter(filters.category) if filters.category else None,
        "kinds": list(filters.kinds),
        "severities": [parameter(text) for text in filters.severities],
        "confidence": _least(filters),
        "since": filters.since,
    }


def _least(filters: Filters) -> float | None:
    return None if filters.confidence is None else filters.confidence - NEARLY


def function_parameters(filters: Filters) -> dict[str, Any]:
    """The filters as arguments of `fetch_words`."""
    return {
        "in_force": filters.in_force,
        "only_category": parameter(filters.category) if filters.category else None,
        "only_kinds": list(filters.kinds) or None,
        "only_severities": [parameter(text) for text in filters.severities] or None,
        "least_confidence": _least(filters),
        "only_since": filters.since,
    }
