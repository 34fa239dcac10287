"""What a search may return, independent of what it asks for."""

from __future__ import annotations

from dataclasses import dataclass

from ..db.tables import NAMES, TABLES


@dataclass(frozen=True)
class Filters:
    """What a record must be; an empty field filters nothing.

    category    one of the six, a kind, or a pattern's own category
    confidence  that a record must have at least; one without any passes
    since       seconds since 1970
    """

    category: str | None = None
    severities: tuple[str, ...] = ()
    confidence: float | None = None
    since: float | None = None
    kinds: tuple[str, ...] = ()
    in_force: bool = False

    @property
    def narrow(self) -> bool:
        """Whether they may leave few of the records; what is in force are most."""
        return bool(
            self.category or self.severities or self.kinds or self.confidence is not None or self.since is not None
        )

    def tables(self) -> tuple[str, ...]:
        """The tables that may hold such records."""
        kinds = self.kinds or ((self.category,) if self.category in TABLES else ())
        return tuple(dict.fromkeys(TABLES[kind] for kind in kinds)) or NAMES
