"""Finds the inconsistencies of a store, and fixes those whose fix cannot lose anything. Reads every file."""

from __future__ import annotations

from ..core.model import Finding
from . import fsck_rules
from .batch import Batch
from .conflicts import find_conflicts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .conflicts import Conflict
    from .writable import WritableStore

SEVERITIES = ("error", "warning", "info")
"""error: a record cannot be used; warning: should be fixed; info: harmless."""


def check(store: WritableStore) -> list[Finding]:
    """Every inconsistency of a store, worst first, and after those of a kind the pairs that may contradict."""
    found = sorted(issues(store), key=_worst_first)
    for c in find_conflicts(store) if store.kind != "patterns" else ():
        paths = (c.newer.path, c.older.path)
        found.append(
            Finding(severity=severity_of(c), what=c.what, where=", ".join(paths), remedy=c.remedy, paths=paths)
        )
    return sorted(found, key=lambda finding: SEVERITIES.index(finding.severity))


def severity_of(conflict: Conflict) -> str:
    """A contradiction should be settled; a pair on one matter, or a duplicate, is worth a look."""
    return "warning" if conflict.kind == "contradiction" else "info"


def issues(store: WritableStore) -> list[Finding]:
    """Every inconsistency with its fix, in the order of the rules."""
    scan = fsck_rules.scan(store)
    rules = fsck_rules.EVERYWHERE if store.kind == "patterns" else fsck_rules.EVERYWHERE + fsck_rules.MEMORIES
    return [finding for rule in rules for finding in rule(scan)]


def mend(store: WritableStore) -> list[Finding]:
    """Fixes index.md, links, git's rules and old temporary files under the store's lock; returns what was fixed."""
    with store.locked():
        fixable = [(finding, finding.fix) for finding in issues(store) if finding.fix is not None]
        batch = Batch("doctor", "")
        for _, fix in fixable:
            fix(batch)
        store.commit(batch)
        if store.kind != "patterns":
            store.write_index(store.entries())
        return sorted((finding for finding, _ in fixable), key=_worst_first)


def _worst_first(finding: Finding) -> tuple[int, str, str]:
    return SEVERITIES.index(finding.severity), finding.where, finding.what
