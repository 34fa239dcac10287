"""What the checks of `memories doctor` fill in."""

from __future__ import annotations

from ..core.model import Finding


class Report:
    """`findings` are what is wrong; `checks` what is right, as {"what", "where"}."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.checks: list[dict[str, str]] = []

    def add(self, severity: str, what: str, where: str, remedy: str) -> None:
        """Severity "error" (does not work), "warning" (works worse) or "info" (may be intended)."""
        self.findings.append(Finding(severity=severity, what=what, where=where, remedy=remedy))

    def ok(self, what: str, where: str = "") -> None:
        self.checks.append({"what": what, "where": where})
