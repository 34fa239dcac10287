"""The records that a record supersedes or is superseded by."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...core.model import Memory
from ..checkup.fileage import texts
from ..values import LinkedRecord, Row


def links_of(memory: Memory, raw: dict[str, Any], others: Iterable[Row]) -> tuple[LinkedRecord, ...]:
    """Each linked record once, whichever end names the link. `others` are records of the same store."""
    rows = list(others)
    by_id = {row.memory.id: row for row in rows}
    supersedes = dict.fromkeys(texts(raw.get("supersedes")))
    supersedes |= dict.fromkeys(row.memory.id for row in rows if row.memory.superseded_by == memory.id)
    successor = memory.superseded_by
    return (
        *([LinkedRecord("superseded by", successor, by_id.get(successor))] if successor else ()),
        *[LinkedRecord("supersedes", id, by_id.get(id)) for id in supersedes],
    )
