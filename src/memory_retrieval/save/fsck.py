"""Finds the inconsistencies of a store, and mends those whose fix cannot lose anything. Reads every file."""

from __future__ import annotations

from ..core.model import Finding
from . import fsck_rules
from .batch import Batch
from .conflicts import find_conflicts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .conflicts import Conflict
    from .fsck_rules import Issue
    from .writable import WritableStore

SEVERITIES = ("error", "warning", "info")
"""error: a record cannot be used; warning: should be mended; info: harmless."""


def check(store: WritableStore) -> list[Finding]:
    """Every inconsistency of a store, worst first, and after those of a kind the pairs that may contradict."""
    found = [issue.finding for issue in sorted(issues(store), key=_worst_first)]
    if store.kind != "patterns":
        found += [
            Finding(severity_of(c), c.what, "%s, %s" % (c.newer.path, c.older.path), c.remedy)
            for c in find_conflicts(store)
        ]
    return sorted(found, key=lambda finding: SEVERITIES.index(finding.severity))


def severity_of(conflict: Conflict) -> str:
    """A contradiction should be mended; a pair on one matter, or a duplicate, is worth a look."""
    return "warning" if conflict.kind == "contradiction" else "info"


def issues(store: WritableStore) -> list[Issue]:
    """Every inconsistency with its fix, in the order of the rules."""
    scan = fsck_rules.scan(store)
    rules = fsck_rules.EVERYWHERE if store.kind == "patterns" else fsck_rules.EVERYWHERE + fsck_rules.MEMORIES
    return [issue for rule in rules for issue in rule(scan)]


def mend(store: WritableStore) -> list[tuple[Finding, bool]]:
    """Mends index.md, links, git's rules and old temporary files under the store's lock.

    Returns (finding, mended) for every inconsistency, worst first.
    """
    with store.locked():
        before = issues(store)
        batch = Batch("fsck", "")
        for issue in before:
            if issue.fix is not None:
                issue.fix(batch)
        store.commit(batch)
        if store.kind != "patterns":
            store.write_index(store.entries())
        return [(issue.finding, issue.fix is not None) for issue in sorted(before, key=_worst_first)]


def _worst_first(issue: Issue) -> tuple[int, str, str]:
    finding = issue.finding
    return SEVERITIES.index(finding.severity), finding.where, finding.what
