"""The records around a record: those that took its place, those whose place it took, and those that hold beside it."""

from __future__ import annotations

from collections.abc import Iterable

from memory_retrieval.core.model import Memory

from ..fileage import texts
from ..values import Fields, LinkedRecord, Row

FAR = 8  # records that are followed in each direction
AFTER, BEFORE, BESIDE = "replaced by", "replaces", "holds beside"


def links_of(
    memory: Memory, raw: Fields, others: Iterable[Row]
) -> tuple[LinkedRecord, ...]:
    """Each linked record once, whichever end names the link: newer ones, nearest first, then older, then those beside.

    others  records of the same store; a link to a record that is not among them has no row
    """
    rows = list(others)
    by_id = {row.memory.id: row for row in rows}
    replaced: dict[str, list[str]] = {}
    for row in rows:
        if row.memory.superseded_by:
            replaced.setdefault(row.memory.superseded_by, []).append(row.memory.id)
    newer = _newer(memory, by_id)
    before = [*texts(raw.get("supersedes")), *replaced.get(memory.id, [])]
    older = _older(before, replaced, {memory.id, *newer})
    named = dict.fromkeys(newer, AFTER) | dict.fromkeys(older, BEFORE)
    for id in texts(raw.get("holds_with")):
        named.setdefault(id, BESIDE)
    return tuple(
        LinkedRecord(relation, id, by_id.get(id)) for id, relation in named.items()
    )


def _newer(memory: Memory, by_id: dict[str, Row]) -> list[str]:
    out: list[str] = []
    at: str | None = memory.superseded_by
    while at and at not in (memory.id, *out) and len(out) < FAR:
        out.append(at)
        at = by_id[at].memory.superseded_by if at in by_id else None
    return out


def _older(ids: list[str], replaced: dict[str, list[str]], met: set[str]) -> list[str]:
    out: list[str] = []
    while ids and len(out) < FAR:
        id, *ids = ids
        if id not in met:
            met.add(id)
            out.append(id)
            ids += replaced.get(id, [])
    return out
