"""Filters of a search."""

from __future__ import annotations

from dataclasses import dataclass

from ..db.tables import NAMES, TABLES


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
        return bool(
            self.category or self.severities or self.kinds or self.confidence is not None or self.since is not None
        )

    def tables(self) -> tuple[str, ...]:
        """The tables that may hold matching records."""
        kinds = self.kinds or ((self.category,) if self.category in TABLES else ())
        return tuple(dict.fromkeys(TABLES[kind] for kind in kinds)) or NAMES
