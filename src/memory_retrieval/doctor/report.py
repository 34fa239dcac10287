"""What the checks of `memories doctor` fill in: one value for each thing that was looked at."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ..core.model import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Run = Callable[[list[str]], None]
    """Runs a host's own command. ConfigError when it fails."""

OK, FIXED, INFO, WARNING, ERROR = LEVELS = ("ok", "fixed", "info", "warning", "error")
PROJECT, MACHINE = "project", "machine"


@dataclass(frozen=True)
class Check:
    """Something that was looked at.

    name       stable, one for each state: `hooks`, `checkout-missing`, ...
    level      "error" (does not work), "warning" (works worse), "info" (may be intended), "fixed", or "ok"
    message    what is so, on one line
    why        what follows from it, or where it comes from; "" when the message says enough
    next_step  what to do; "" for "ok" and "fixed"
    where      the path or name it is about
    group      PROJECT, MACHINE, or the name of a host
    detail     only of interest with --verbose
    """

    name: str
    level: str
    message: str
    next_step: str = ""
    where: str = ""
    why: str = ""
    group: str = MACHINE
    detail: bool = False

    def as_dict(self) -> dict[str, str]:
        """The form of `--format json`; `host` only where it is about one."""
        parts = ("name", "level", "message", "why", "where", "next_step")
        value = {part: getattr(self, part) for part in parts}
        return value if self.group in (PROJECT, MACHINE) else {**value, "host": self.group}


@dataclass(frozen=True)
class Problem:
    """A check that is not ok, and how it can be mended without loss: `mend` and, in words, what it does."""

    check: Check
    mend: Callable[[Run], None] | None = None
    mends: str = ""


@dataclass
class Report:
    """`checks` in the order in which they were made; new ones belong to `group`."""

    group: str = PROJECT
    checks: list[Check] = field(default_factory=list)

    def add(self, level: str, name: str, message: str, where: str, next_step: str, *, why: str = "") -> None:
        self.put(Check(name, level, message, next_step, where, why))

    def ok(self, name: str, message: str, where: str = "", *, why: str = "", detail: bool = False) -> None:
        self.put(Check(name, OK, message, where=where, why=why, detail=detail))

    def fixed(self, name: str, message: str, where: str = "") -> None:
        self.put(Check(name, FIXED, message, where=where))

    def put(self, check: Check) -> None:
        self.checks.append(replace(check, group=self.group))

    @property
    def findings(self) -> list[Finding]:
        """What is wrong, in the form that `fsck` has too."""
        return [
            Finding(severity=c.level, what=_sentence(c), where=c.where, remedy=c.next_step)
            for c in self.checks
            if c.level not in (OK, FIXED)
        ]

    def right(self) -> list[dict[str, Any]]:
        """What is as it should be, or was mended, as {"what", "where"}."""
        return [{"what": c.message, "where": c.where} for c in self.checks if c.level in (OK, FIXED)]


def _sentence(check: Check) -> str:
    return check.message + ("; " + check.why if check.why else "")
