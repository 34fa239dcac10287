"""The checkup, a program that prints its findings as JSON; the viewer starts it as a child process.

Standard library only. Beside the findings of `fsck` and `doctor` it looks for stale records, near-duplicates and
contradictions.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from typing import Any

from ...core.errors import MemoryRetrievalError
from ...core.model import Memory, Store
from ...doctor import checks, hosts, python
from ...doctor.report import Report
from ...save import conflicts, fsck, fsck_rules
from ...save.writable import find_writable
from ...store.listing import list_folder
from ...store.reader import read_record
from ...store.scope import find_project
from . import fileage

SWEEP_SECONDS = 120.0
NAMED = 4  # files that a finding lists
READ = "read it against the code; an edit counts as looked at"
RECORDS, MACHINE = "records", ""


def main(given: str, what: str = MACHINE) -> None:
    """`given`: the --root of the viewer; the working folder is the project."""
    store = find_project(".", given)
    findings: list[dict[str, Any]] = []
    report = Report()
    if store is not None:
        findings += _inconsistent(store, given) + _overlapping(store, given) + _stale(store)
    if what != RECORDS:
        _check_machine(report, store)
        findings += [_finding("setup", f.severity, f.what, [f.where], f.remedy) for f in report.findings]
    findings.sort(key=lambda f: (fsck.SEVERITIES.index(f["severity"]), f["where"], f["what"]))
    sys.stdout.write(json.dumps({"findings": _once(findings), "right": report.right()}))


def warm_up(given: str) -> None:
    from ...index.sweep import sweep
    from ...store.scope import find_user

    sweep([s for s in (find_project(".", given), find_user()) if s is not None], time.monotonic() + SWEEP_SECONDS)


def _check_machine(report: Report, store: Store | None) -> None:
    checks.check_config(report, store)
    if store is not None:
        checks.check_index(report, store, False)
        checks.check_disk(report, store)
    python.check_python(report, False)
    hosts.check_hosts(report, store.root if store is not None else os.getcwd(), None)


def _inconsistent(store: Store, given: str) -> list[dict[str, Any]]:
    """Findings of fsck in both stores of a project."""
    out = []
    for kind in ("project", "patterns"):
        try:
            writable = find_writable(kind, store.root, given)
            issues = fsck.issues(writable) if writable.exists() else []
        except (MemoryRetrievalError, OSError, RecursionError) as error:
            what = "the records cannot be checked: %s" % error
            out.append(_finding("broken", "error", what, [store.root], "correct that, then look again"))
            continue
        for issue in issues:
            f, group = issue.finding, "conflict" if issue.code == fsck_rules.SAME_TITLE else "broken"
            out.append(_finding(group, f.severity, f.what, list(issue.paths), f.remedy, issue.fix is not None))
    return out


def _overlapping(store: Store, given: str) -> list[dict[str, Any]]:
    writable = find_writable("project", store.root, given)
    if not writable.exists():
        return []
    return [
        _finding("conflict", fsck.severity_of(c), c.what, [c.newer.path, c.older.path], c.remedy)
        for c in conflicts.find_conflicts(writable)
    ]


def _once(findings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Keeps one conflict for each set of records: those with the same title are often near-duplicates as well."""
    met: set[frozenset[str]] = set()
    out = []
    for f in findings:
        records = frozenset(f["where"])
        if f["group"] != "conflict" or records not in met:
            out.append(f)
        if f["group"] == "conflict":
            met.add(records)
    return out


def _stale(store: Store) -> list[dict[str, Any]]:
    """Active records whose files are gone or were changed by commits since."""
    changes = fileage.last_changes(store.root)
    out = []
    for path, memory, raw in _in_force(store):
        names = fileage.texts(raw.get("related_files"))
        gone = [name for name in names if not os.path.lexists(os.path.join(store.root, name))]
        moved = [
            name for name in names if name not in gone and memory.updated and changes.get(name, 0) > memory.updated
        ]
        texts = ["%s gone: %s" % (_part(gone, names, "is", "are"), _few(gone))] if gone else []
        texts += (
            ["%s changed since it was written: %s" % (_part(moved, names, "has", "have"), _few(moved))] if moved else []
        )
        remedy = "see whether it still holds: correct the files it names, or retire it" if gone else READ
        if texts:
            out.append(_finding("stale", "warning" if gone else "info", "; ".join(texts), [path], remedy))
    return out


def _in_force(store: Store) -> Iterator[tuple[str, Memory, dict[str, Any]]]:
    for folder, kind in store.folders:
        for entry in list_folder(store.root, folder, kind):
            memory, raw, _ = (None, None, []) if entry.problem else read_record(store.root, entry.path, kind)
            if memory is not None and raw is not None and memory.status == "active" and not memory.superseded_by:
                yield entry.path, memory, raw


def _part(some: list[str], names: list[str], one: str, many: str) -> str:
    """`the file it is about is`, `2 of the 3 files it is about have`."""
    if len(names) == 1:
        return "the file it is about " + one
    return "%d of the %d files it is about %s" % (len(some), len(names), one if len(some) == 1 else many)


def _few(names: list[str]) -> str:
    return ", ".join(names[:NAMED]) + (" and %d more" % (len(names) - NAMED) if len(names) > NAMED else "")


def _finding(
    group: str, severity: str, what: str, where: list[str], remedy: str, mendable: bool = False
) -> dict[str, Any]:
    return {
        "group": group,
        "severity": severity,
        "what": what,
        "where": list(where),
        "remedy": remedy,
        "mendable": mendable,
    }
