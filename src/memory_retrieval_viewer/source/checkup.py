"""What is wrong with the records of a store, for the pages Health and Conflicts. Starts no program.

The machine and the hosts are `memories doctor`'s: their hooks are never run from a page.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from memory_retrieval.core import config
from memory_retrieval.core.errors import MemoryRetrievalError
from memory_retrieval.core.model import Store
from memory_retrieval.save import conflicts, fsck
from memory_retrieval.save.draft import leads_out
from memory_retrieval.save.writable import find_writable
from memory_retrieval.store.reader import read_store
from memory_retrieval.store.scope import find_project

from ..values import Checkup, CheckupFinding

NAMED = 4  # files that a finding lists
STALE = "see whether it still holds: correct the files it names, or retire it"


class CheckupRunner:
    """Runs `work` in a thread, at most once at a time, and keeps its result."""

    def __init__(self, work: Callable[[], Checkup], command: str) -> None:
        self._work, self._command = work, command
        self._lock = threading.Lock()
        self._checkup = Checkup("none")

    def run(self, *, begin: bool = True, again: bool = False) -> Checkup:
        """The last result. `begin` starts the work when there is none, `again` in any case."""
        with self._lock:
            if self._checkup.state != "running" and (again or (begin and self._checkup.state == "none")):
                self._checkup = Checkup("running")
                threading.Thread(target=self._run, daemon=True).start()
            return self._checkup

    def _run(self) -> None:
        checkup = Checkup("failed", error="this is a bug of ours; `%s` may say more" % self._command)
        try:
            checkup = self._work()
        finally:
            with self._lock:
                self._checkup = replace(checkup, at=config.now())


def check_records(root: str, given: str) -> Checkup:
    """What `memories doctor --store` finds in both stores of a project, and records whose files are gone."""
    begun = time.monotonic()
    store = find_project(root, given)
    findings = [] if store is None else _once([*_inconsistent(store, given), *_overlapping(store, given)])
    findings += [] if store is None else _stale(store)
    findings.sort(key=lambda f: (fsck.SEVERITIES.index(f.severity), f.where, f.what))
    return Checkup("done", tuple(findings), seconds=time.monotonic() - begun)


def _inconsistent(store: Store, given: str) -> Iterator[CheckupFinding]:
    for kind in ("project", "patterns"):
        try:
            writable = find_writable(kind, store.root, given)
            issues = fsck.issues(writable) if writable.exists() else []
        except (MemoryRetrievalError, OSError, RecursionError) as error:
            what = "the records cannot be checked: %s" % error
            yield CheckupFinding("broken", "error", what, (store.root,), "correct that, then look again")
            continue
        for f in issues:
            group = "conflict" if f.code == fsck.SAME_TITLE else "broken"
            yield CheckupFinding(group, f.severity, f.what, f.paths, f.remedy, f.fix is not None)


def _overlapping(store: Store, given: str) -> Iterator[CheckupFinding]:
    writable = find_writable("project", store.root, given)
    for c in conflicts.find_conflicts(writable) if writable.exists() else ():
        paths = (c.newer.path, c.older.path)
        yield CheckupFinding("conflict", fsck.severity_of(c), c.what, paths, c.remedy)


def _once(findings: Sequence[CheckupFinding]) -> list[CheckupFinding]:
    """Keeps one conflict for each set of records: those with the same title are often near-duplicates as well."""
    met: set[frozenset[str]] = set()
    out = []
    for f in findings:
        records = frozenset(f.where)
        if f.group != "conflict" or records not in met:
            out.append(f)
        if f.group == "conflict":
            met.add(records)
    return out


def _stale(store: Store) -> Iterator[CheckupFinding]:
    """Active records of which a file is gone."""
    for path, memory, _ in read_store(store):
        if memory is None or memory.status != "active" or memory.superseded_by:
            continue
        files = [name for name in dict.fromkeys(memory.related_files) if not leads_out(name)]
        gone = [name for name in files if not os.path.lexists(os.path.join(store.root, name))]
        if gone:
            part = "%d of the %d files it is about %s" % (len(gone), len(files), "is" if len(gone) == 1 else "are")
            what = "%s gone: %s" % ("the file it is about is" if len(files) == 1 else part, _few(gone))
            yield CheckupFinding("stale", "warning", what, (path,), STALE)


def _few(names: list[str]) -> str:
    return ", ".join(names[:NAMED]) + (" and %d more" % (len(names) - NAMED) if len(names) > NAMED else "")
