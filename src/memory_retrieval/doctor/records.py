"""The checks of a store and of the records in it."""

from __future__ import annotations

import os

from ..core import git_index, repository
from ..core.errors import MemoryRetrievalError
from ..core.model import CATEGORIES, FOLDERS, Finding, Store
from ..core.sanitize import one_line
from ..core.shell import command_line
from ..save import fsck
from ..save.writable import WritableStore
from ..state import journal, usage
from ..state.folders import folder_path
from ..store import scope
from ..store.layouts import PATTERN_FOLDERS, PATTERN_STORE, PROJECT_STORE
from ..store.reader import read_store
from .copies import at
from .report import ERROR, INFO, WARNING, Report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_NAMED = 20  # files with problems that are named one by one
MAX_WHAT = 300  # characters of a finding that quotes a record
FIRST = 5  # findings of fsck that are named, of each severity


def check_store(report: Report, root: str) -> Store | None:
    """Reports and returns the store that a prompt in the working folder would use."""
    store = scope.find_project(os.getcwd(), root)
    place = repository.repository_root(os.getcwd()) or os.getcwd()
    if store is None:
        if not _check_place(report, place) and not _check_lost(report, place):
            remedy = "`memories init` makes one"
            report.add(
                INFO, "no-store", "no memory store is found from here", place, remedy, why="every hook is silent"
            )
        return None
    _check_place(report, store.root)
    folders = sorted({folder.rsplit("/", 1)[0] for folder, _ in store.folders})
    report.ok("store", "store %s (%s)" % (", ".join(folders), store.reason or "given"), store.root)
    return store


def _check_place(report: Report, project: str) -> bool:
    """Whether something that is no store lies where one should be; reports it."""
    for name in (os.path.dirname(PROJECT_STORE), PROJECT_STORE, PATTERN_STORE):
        path = os.path.join(project, *name.split("/"))
        if not os.path.lexists(path):
            continue
        remedy = "move it away (`%s`), then `memories init`" % command_line("mv", path, path + ".old")
        if not os.path.isdir(path):
            message = "%s is %s, and a store is a folder" % (
                name,
                "a broken link" if os.path.islink(path) else "a file",
            )
            report.add(ERROR, "store-is-file", message, path, remedy, why="every hook is silent")
            return True
        if not scope.inside(path, os.path.realpath(project)):
            message = "%s is a link that leads out of the project" % name
            report.add(ERROR, "store-is-link", message, path, remedy, why="such a store is not read")
            return True
    return False


def _check_lost(report: Report, root: str) -> bool:
    """Whether a store without records had some, as git, the undo journal or the counts of prompts say; reports it."""
    lost, level, who = [path for path in _tracked(root) if _is_record(path)], ERROR, "git has"
    remedy = "`%s` brings them back; if they are meant to be gone, commit that" % command_line(
        "git", "checkout", "--", PROJECT_STORE
    )
    if not lost:
        noted = [*_written(root), *usage.load(root).shown]
        lost, level, who = [path for path in dict.fromkeys(noted) if _is_record(path)], WARNING, "earlier sessions had"
        remedy = "look for them on another branch or in a backup; if they are meant to be gone, nothing"
    if lost:
        message = "the store has no records any more; %s %d" % (who, len(lost))
        where = os.path.join(root, *PROJECT_STORE.split("/"))
        report.add(level, "store-emptied", message, where, remedy, why="every hook is silent")
    return bool(lost)


def _tracked(root: str) -> list[str]:
    """The files that git knows below a folder, relative to it."""
    top = repository.repository_root(root)
    if not top:
        return []
    below = os.path.relpath(os.path.realpath(root), os.path.realpath(top)).replace(os.sep, "/")
    prefix = "" if below == "." else below + "/"
    listed = git_index.tracked(os.path.join(repository.metadata(top), "index"))
    return [path[len(prefix) :] for path in listed if path.startswith(prefix)]


def _is_record(path: str) -> bool:
    return path.startswith(tuple("%s/%s/" % (PROJECT_STORE, folder) for folder in FOLDERS.values()))


def _written(root: str) -> list[str]:
    """The files that the last writes left in a store, as the undo journal says; what was undone is not in it."""
    last: dict[str, Any] = {}
    for _, entry in journal.entries(root) if os.path.isdir(folder_path(journal.KIND, root)) else ():
        for item in entry["files"]:
            if isinstance(at(item, "path"), str):
                last.setdefault(item["path"], at(item, "new"))
    return [path for path, new in last.items() if new]


def check_records(report: Report, store: Store) -> None:
    """Every file that is not a valid record, and what fsck finds in the others."""
    problems, valid = [], 0
    for _, memory, of_file in read_store(store):
        valid += memory is not None
        problems += of_file
    for problem in problems[:MAX_NAMED]:
        location = "%s: " % problem.location if problem.location else ""
        what = "a record is never injected: %s%s" % (location, problem.message)
        report.add(
            ERROR, "record-broken", what, problem.path, "correct or remove the file; `memories fsck --fix` fixes some"
        )
    if len(problems) > MAX_NAMED:
        what = "%d more problems" % (len(problems) - MAX_NAMED)
        report.add(ERROR, "record-broken", what, store.root, "`memories list --problems` names all")
    if valid or problems or not _check_lost(report, store.root):
        report.ok("records", "%d record%s can be read" % (valid, "" if valid == 1 else "s"), store.root)
    findings, complete = _run_fsck(report, store)
    reported = {problem.path for problem in problems}
    findings = [f for f in findings if f.where.endswith(".json") and f.where not in reported]
    if findings:
        _summarize(report, store, findings)
    elif complete:
        report.ok("fsck", "fsck finds nothing in the records", store.root, detail=True)


def _run_fsck(report: Report, store: Store) -> tuple[list[Finding], bool]:
    """(findings, whether every store could be checked)."""
    findings: list[Finding] = []
    complete = True
    for writable in _writable_stores(store):
        try:
            findings += fsck.check(writable)
        except (MemoryRetrievalError, OSError) as error:
            complete = False
            remedy = "correct that, then run `memories fsck`"
            report.add(WARNING, "fsck", "the records cannot be checked: %s" % error, writable.base, remedy)
        except RecursionError:
            complete = False
            what = "secrets and the like were not looked for: a record is nested too deeply"
            remedy = "remove the file whose braces or brackets lie hundreds deep, then run `memories fsck`"
            report.add(WARNING, "fsck", what, writable.base, remedy)
    return findings, complete


def _summarize(report: Report, store: Store, findings: list[Finding]) -> None:
    """The first findings of each severity, and how many more there are."""
    for severity in fsck.SEVERITIES:
        group = [f for f in findings if f.severity == severity]
        for f in group[:FIRST]:
            report.add(f.severity, "record", one_line(f.what, MAX_WHAT), f.where, f.remedy)
        if len(group) > FIRST:
            what = "%d more of this kind in the records" % (len(group) - FIRST)
            report.add(severity, "fsck", what, store.root, "`memories fsck` names all")


def _writable_stores(store: Store) -> list[WritableStore]:
    """The stores that fsck knows in a project: the one of memories and the one of patterns."""
    patterns = {kind for _, kind in PATTERN_FOLDERS}
    stores: dict[tuple[str, str], WritableStore] = {}
    for folder, kind in store.folders:
        if kind in CATEGORIES or kind in patterns:
            base, slash, _ = folder.rpartition("/")
            key = ("project" if kind in CATEGORIES else "patterns", base + slash)
            stores.setdefault(key, WritableStore(key[0], store.root, key[1], given=True))
    return list(stores.values())
