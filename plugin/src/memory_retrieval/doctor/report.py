"""What the checks of `memories doctor` fill in: what is wrong, what was fixed, and what is as it should be."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..core.model import Finding, JsonObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[[list[str]], None]
    """Runs a host's own command. ConfigError when it fails."""

OK, FIXED, INFO, WARNING, ERROR = "ok", "fixed", "info", "warning", "error"
PROJECT, MACHINE = "project", "machine"


@dataclass
class Report:
    """`found` in the order of the checks, as (group, finding); new ones belong to `group`.

    A group is PROJECT, MACHINE, or the name of a host. Besides the severities of findings there are OK and FIXED.
    """

    group: str = PROJECT
    found: list[tuple[str, Finding]] = field(default_factory=list)

    def add(
        self,
        severity: str,
        code: str,
        what: str,
        where: str,
        remedy: str = "",
        why: str = "",
        fix: Callable[[Run], None] | None = None,
    ) -> None:
        remedy += (
            ", or `memories doctor --fix`" if fix and "--fix" not in remedy else ""
        )
        self.found.append(
            (self.group, Finding(severity, what, where, remedy, code, why, fix))
        )

    def ok(self, code: str, what: str, where: str = "") -> None:
        self.add(OK, code, what, where)

    def fixed(self, code: str, what: str, where: str) -> None:
        self.add(FIXED, code, what, where)

    def count(self, severity: str) -> int:
        return sum(finding.severity == severity for _, finding in self.found)

    def as_dict(self) -> JsonObject:
        """`findings`, `fixed` and `ok`, each a list in the same form; `host` only where it is about one."""
        value: JsonObject = {"findings": [], FIXED: [], OK: []}
        for group, finding in self.found:
            host = {} if group in (PROJECT, MACHINE) else {"host": group}
            kind = finding.severity if finding.severity in (OK, FIXED) else "findings"
            value[kind].append({**finding.as_json(), **host})
        return value
