"""The ledger of one project as values. Any program of the user may write into its files, so no line is trusted."""

from __future__ import annotations

from memory_retrieval.state import ledger

from ..fileage import listed
from ..values import Fields, LedgerEntry


def entries(root: str, days: int) -> list[LedgerEntry]:
    """The prompts of the project at `root` in the last `days` days, oldest first."""
    lines = ledger.entries(days)
    return [_parsed(line) for line in lines if line.get("root") == root]


def _parsed(entry: Fields) -> LedgerEntry:
    pairs = [
        pair
        for pair in listed(entry.get("injected"))
        if isinstance(pair, list) and len(pair) == 2
    ]
    return LedgerEntry(
        at=_number(entry.get("at")),
        session=str(entry.get("session") or ""),
        ms=_number(entry.get("ms")),
        injected=tuple((str(path), _number(score)) for path, score in pairs),
        used=tuple(map(str, listed(entry.get("used")))),
        prompt=str(entry.get("prompt") or ""),
        shortlist=tuple(map(str, listed(entry.get("shortlist")))),
    )


def _number(value: object) -> float:
    return float(value) if type(value) in (int, float) else 0.0  # type: ignore[arg-type]
