"""The checks of a project: its store and records, its configuration, its search index, its copies of a team's."""

from __future__ import annotations

import difflib
import os
import time

from ..brief.rules_file import files
from ..core import clock, environment, repository, settings
from ..core.counted import counted
from ..core.errors import IndexUnavailable, MemoryRetrievalError
from ..core.files import remove_unfinished
from ..core.model import CATEGORIES, FOLDERS, Finding, Store
from ..core.sanitize import one_line
from ..core.shell import command_line
from ..index import database, refresh
from ..state import usage
from ..store import kinds, mirrors, trust
from ..store.documents import tracked, unread
from ..store.layouts import PATTERN_STORE, PROJECT_STORE
from ..store.place import Place
from ..store.reader import read_store
from ..store.settings import load_config
from ..upkeep import fsck
from .report import ERROR, INFO, WARNING, Report

MAX_WHAT = 300  # characters of a finding that quotes a record
FIRST = 5  # findings about records that are named, of each severity
RECORDS = tuple([f"{PROJECT_STORE}/{folder}/" for folder in FOLDERS.values()])
SILENT = "no hook gives a memory"


def check_store(report: Report, root: str) -> Store | None:
    """Reports and returns the store that a prompt in the working folder would use."""
    store = Place(os.getcwd(), root).nearest
    place = repository.repository_root(os.getcwd()) or os.getcwd()
    misplaced = _check_place(report, place if store is None else store.root)
    if store is None:
        if not misplaced and not _check_lost(report, place):
            what, remedy = (
                "no memory store is found from here",
                "`memories init` makes one",
            )
            report.add(INFO, "no-store", what, place, remedy, SILENT)
        return None
    folders = ", ".join(
        sorted({folder.rsplit("/", 1)[0] for folder, _ in store.folders})
    )
    reason = store.reason or "given"
    report.ok("store", f"store {folders} ({reason})", store.root)
    for glob, count in unread(store.home).items():
        what = counted(count, "document") + " that nobody reads"
        report.add(
            INFO,
            "documents-unread",
            what,
            glob,
            "add it to `documents` in memory-config.json",
        )
    return store


def check_records(
    report: Report, store: Store, root: str, fix: bool, *, every: bool = False
) -> None:
    """What is wrong with the records: the first of each severity, or `every` one. `fix` fixes what cannot be lost."""
    if fix:
        for name in files().values():
            place = os.path.realpath(os.path.join(store.home, name))
            remove_unfinished(*os.path.split(place))
    valid = [memory is not None for _, memory, _ in read_store(store)]
    if valid or not _check_lost(report, store.root):
        report.ok("records", counted(sum(valid), "record") + " can be read", store.root)
    findings = []
    for part in _parts(store):
        findings += _fsck(report, part, store, root, fix)
    for severity in fsck.SEVERITIES:
        group = [finding for finding in findings if finding.severity == severity]
        left = 0 if every else len(group) - FIRST
        for finding in group if every else group[:FIRST]:
            report.add(
                severity,
                "record",
                one_line(finding.what, MAX_WHAT),
                finding.where,
                finding.remedy,
            )
        if left > 0:
            what, remedy = (
                f"{left} more of this kind in the memories",
                "`memories doctor --store` names all",
            )
            report.add(severity, "more-records", what, store.root, remedy)


def _parts(store: Store) -> list[str]:
    """The kinds of stores whose records a folder of stores has."""
    if not store.kind.own:
        return [store.kind.name]
    held = [
        kinds.PROJECT.name if kind in CATEGORIES else kinds.PATTERNS.name
        for _, kind in store.folders
    ]
    return list(dict.fromkeys(held))


def check_config(report: Report, store: Store | None) -> None:
    """Files that cannot be used, settings that are unknown, out of range or without effect, what is switched off."""
    config, where = load_config(store), "configuration"
    for warning in config.warnings:
        path, _, said = warning.partition(": ")
        if " " in said.partition(":")[0]:  # no setting: it is about the whole file
            what, remedy = warning.partition("; ")[0], "correct or remove the file"
            report.add(ERROR, "config-broken", what, path, remedy, "the defaults apply")
        else:
            remedy = "correct the value, or remove it for the default"
            report.add(WARNING, "config-value", warning, where, remedy)
    for key in config.unknown:
        near = _nearest(key)
        remedy = (
            f"write {near}"
            if near
            else "remove it; docs/reference/configuration.md lists all settings"
        )
        report.add(
            WARNING,
            "config-unknown",
            f"unknown setting {key}",
            where,
            remedy,
            "it has no effect",
        )
    if config.ignored:
        what = "settings that have no effect: " + ", ".join(config.ignored)
        report.add(WARNING, "config-ignored", what, where, "remove them")
    if not (config.warnings or config.unknown or config.ignored):
        report.ok("config", "the configuration has no mistakes")
    if environment.switched_off():
        report.add(
            WARNING,
            "off",
            "MEMORIES_OFF is set",
            "environment",
            "unset MEMORIES_OFF",
            SILENT,
        )
    if store is not None:
        homes = [around.home for around in Place(root=store.root).around]
        for home in filter(usage.is_off, [store.root, *homes]):
            report.add(
                WARNING,
                "off",
                "memories are switched off in this repository",
                home,
                "`memories on`",
            )


def check_index(report: Report, store: Store) -> None:
    """Whether the search index opens and equals the files."""
    path = database.index_path(store)
    try:
        db = database.open_index(store)
    except IndexUnavailable as error:
        what = "this command's " + str(error).replace("this ", "")
        remedy = (
            "use a Python whose SQLite has FTS5 (any from python.org, Debian, Homebrew)"
        )
        report.add(WARNING, "no-fts5", what, "SQLite", remedy)
        return
    try:
        result = refresh.refresh(db, store, time.monotonic() + 30, thorough=True)
    finally:
        db.close()
    if not os.path.isfile(path) or not os.access(path, os.W_OK):
        where = path or os.path.join(environment.cache_dir(), "index")
        why = "each prompt rebuilds it and takes several times as long"
        command = command_line("ls", "-ld", os.path.dirname(where))
        remedy = f"make the folder writable: `{command}`"
        report.add(
            WARNING,
            "index-unwritable",
            "the search index cannot be kept",
            where,
            remedy,
            why,
        )
    elif result.complete:
        entries = counted(result.changed, "entry", "entries")
        report.ok(
            "index", f"the search index is up to date, {entries} read just now", path
        )
    else:
        what = counted(result.left, "file is", "files are") + " not indexed yet"
        report.add(WARNING, "index-behind", what, path, "run `memories index rebuild`")


def check_mirrors(report: Report, store: Store) -> None:
    """Mirrors of a team database that are missing or old. A project without mirrors is not mentioned."""
    for mirror in (mirrors.read_link(store.root) or {"mirrors": []})["mirrors"]:
        path, workspace = mirrors.mirror_path(mirror["name"]), mirror.get("workspace")
        about = mirrors.about(path)
        when = clock.parse_time(about.get("synced_at"))
        if not os.path.isdir(path) or when is None:
            what = f"the team's workspace {workspace} is not mirrored here any more"
            report.add(
                WARNING, "mirror-missing", what, path, "run `memories team sync`"
            )
            continue
        age = environment.now() - when
        old = (
            clock.in_words(age, clock.UP_TO_DAYS) + " old" if age > 0 else "just synced"
        )
        records = about.get("records")
        what = f"{records} memories of the team's workspace {workspace}, {old}"
        report.ok("mirror", what, path)


def _check_place(report: Report, project: str) -> bool:
    """Whether something that is not a store is where one should be; reports it."""
    for name in (os.path.dirname(PROJECT_STORE), PROJECT_STORE, PATTERN_STORE):
        path = os.path.join(project, *name.split("/"))
        if os.path.isdir(path) and not trust.inside(path, os.path.realpath(project)):
            code, what, why = (
                "store-is-link",
                "a link that leads out of the project",
                "such a store is not read",
            )
        elif os.path.lexists(path) and not os.path.isdir(path):
            what = "a broken link" if os.path.islink(path) else "a file"
            code, what, why = (
                "store-is-file",
                f"{what}, and a store is a folder",
                SILENT,
            )
        else:
            continue
        command = command_line("mv", path, f"{path}.old")
        remedy = f"move it away (`{command}`), then `memories init`"
        report.add(ERROR, code, f"{name} is {what}", path, remedy, why)
        return True
    return False


def _check_lost(report: Report, root: str) -> bool:
    """Whether a store without records has some in git; reports it."""
    lost = [path for path in tracked(root) if path.startswith(RECORDS)]
    if lost:
        count = len(lost)
        restore = command_line("git", "checkout", "--", PROJECT_STORE)
        report.add(
            ERROR,
            "store-emptied",
            f"the store has no memories any more; git has {count}",
            os.path.join(root, *PROJECT_STORE.split("/")),
            f"`{restore}` brings them back; if they are meant to be gone, commit that",
            SILENT,
        )
    return bool(lost)


def _fsck(
    report: Report, kind: str, store: Store, root: str, fix: bool
) -> list[Finding]:
    """What is wrong with the project's memories or patterns, after fixing what can be fixed with `fix`."""
    try:
        writable = Place(store.root, root).store(kinds.BY_NAME[kind])
        if not writable.exists():
            return []
        for finding in fsck.fix(writable) if fix else ():
            report.fixed("record", one_line(finding.what, MAX_WHAT), finding.where)
        return fsck.check(writable)
    except (MemoryRetrievalError, OSError, RecursionError) as error:
        why = "one is nested too deeply" if isinstance(error, RecursionError) else error
        what, remedy = (
            f"the memories cannot be checked: {why}",
            "correct that, then run `memories doctor --store`",
        )
        report.add(WARNING, "records-unchecked", what, store.root, remedy)
        return []


def _nearest(key: str) -> str:
    """The setting that a misspelled key most resembles; "" when none does."""
    known = [setting.key for setting in reversed(settings.SETTINGS)]
    by_name = {name.rpartition(".")[2]: name for name in known}
    close = difflib.get_close_matches(key.rpartition(".")[2], list(by_name), 1, 0.85)
    return by_name[close[0]] if close else ""
