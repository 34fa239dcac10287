"""The checks of a project that need no process: its search index, its configuration, the disk that it lies on."""

from __future__ import annotations

import os
import time

from ..core import config
from ..core.errors import IndexUnavailable
from ..core.model import Store
from ..core.shell import command_line
from ..index import database, refresh
from ..save.writable import find_writable
from ..state import switch
from ..store import catalog
from ..store.layouts import PROJECT_STORE
from ..store.listing import list_folder
from ..store.reader import read_text
from ..store.settings import load_config
from . import config_files
from .report import ERROR, INFO, WARNING, Report

READS = 20  # files whose reading is timed
SLOW_READ = 0.002  # seconds a small file may take; local disks need a twentieth
NETWORK = tuple("9p drvfs nfs nfs4 cifs smb3 smbfs fuse.sshfs virtiofs fuse.grpcfuse osxfs afs vboxsf".split())


def check_index(report: Report, store: Store, fix: bool) -> None:
    """Whether the search index opens and equals the files, and whether index.md does; `fix` rewrites index.md."""
    path = database.index_path(store)
    try:
        db = database.open_index(store)
    except IndexUnavailable as error:
        remedy = "use a Python whose SQLite has FTS5 (any from python.org, Debian, Homebrew)"
        report.add(WARNING, "no-fts5", "this command's " + str(error).replace("this ", ""), "SQLite", remedy)
        return
    try:
        result = refresh.refresh(db, store, time.monotonic() + 30, thorough=True)
    finally:
        db.close()
    if not os.path.isfile(path) or not os.access(path, os.W_OK):
        where = path or os.path.join(config.cache_dir(), "index")
        why = "each prompt rebuilds it and takes several times as long"
        remedy = "make the folder writable: `%s`" % command_line("ls", "-ld", os.path.dirname(where))
        report.add(WARNING, "index-unwritable", "the search index cannot be kept", where, remedy, why=why)
    elif result.complete:
        why = "%d entries read just now" % result.changed
        report.ok("index", "the search index is up to date", path, why=why)
    else:
        message = "%d files are not indexed yet" % result.left
        report.add(WARNING, "index-behind", message, path, "run `memories index rebuild`")
    _check_index_md(report, store, fix)


def check_config(report: Report, store: Store | None) -> None:
    """Files that cannot be used, settings that are unknown, out of range or without effect, what is switched off."""
    settings, where = load_config(store), "configuration"
    unusable = config_files.problems(store)
    for path, why in unusable:
        message = "the configuration cannot be used: " + why
        remedy = "correct or remove the file"
        report.add(ERROR, "config-broken", message, path, remedy, why="the defaults are used")
    for warning in settings.warnings:
        if not any(warning.startswith(path) for path, _ in unusable):
            remedy = "correct the value, or remove it for the default"
            report.add(WARNING, "config-value", warning, where, remedy)
    for key in settings.unknown:
        near = config_files.nearest(key)
        remedy = "write %s" % near if near else "remove it; docs/reference/configuration.md lists all settings"
        report.add(WARNING, "config-unknown", "unknown setting " + key, where, remedy, why="it has no effect")
    for key in settings.ignored:
        message = "the setting %s has no effect: %s" % (key, config.ignored_reason(key))
        report.add(INFO, "config-ignored", message, where, "remove it")
    if not (unusable or settings.warnings or settings.unknown or settings.ignored):
        report.ok("config", "the configuration has no mistakes")
    _check_switches(report, store)


def _check_switches(report: Report, store: Store | None) -> None:
    if config.switched_off():
        message = "MEMORIES_OFF is set"
        report.add(WARNING, "off", message, "environment", "unset MEMORIES_OFF", why="every hook is silent")
    if store is not None and switch.is_off(store.root):
        message = "memories are switched off in this repository"
        report.add(WARNING, "off", message, store.root, "`memories on`")


def check_disk(report: Report, store: Store) -> None:
    """Times the reading of small files, as a refresh of the index does it."""
    times = _time_reads(store)
    kind = mount_type(store.root)
    median = times[len(times) // 2] if times else 0.0
    if median > SLOW_READ or kind in NETWORK:
        values = (kind or "unknown kind", median * 1000)
        what = "the store lies on a slow or shared file system (%s, %.1f ms a file)" % values
        remedy = "keep the repository on a local disk (under WSL: in the Linux file system, not /mnt/c)"
        report.add(WARNING, "disk-slow", what, store.root, remedy)
    elif times:
        report.ok("disk", "%d reads of %.2f ms" % (len(times), median * 1000), store.root, detail=True)


def mount_type(path: str, table: str = "/proc/self/mounts") -> str:
    """The type of the file system that a path lies on; "" where the system does not say."""
    best, kind = "", ""
    try:
        with open(table, encoding="utf-8", errors="replace") as lines:
            for line in lines:
                words = line.split(" ")
                point = words[1].replace("\\040", " ") if len(words) > 2 else ""
                if (path == point or path.startswith(point.rstrip("/") + "/")) and len(point) >= len(best):
                    best, kind = point, words[2]
    except OSError:
        return ""
    return kind


def _check_index_md(report: Report, store: Store, fix: bool) -> None:
    base = os.path.join(store.root, *PROJECT_STORE.split("/"))
    if not os.path.isdir(base) or not catalog.is_stale(base, catalog.entries(store)):
        return
    if not fix:
        what = "index.md does not match the records (nothing reads it but people)"
        report.add(INFO, "catalogue-old", what, base, "`memories doctor --fix` or `memories index rebuild`")
        return
    writable = find_writable("project", root=store.root)
    with writable.locked():
        writable.write_index(writable.entries())
    report.fixed("catalogue-old", "rewrote index.md", base)


def _time_reads(store: Store) -> list[float]:
    """Seconds of READS reads, ascending; [] for an empty store."""
    paths: list[str] = []
    for folder, kind in store.folders:
        try:  # only what may be a record is opened: reading a FIFO would never end
            entries = list_folder(store.root, folder, kind)
        except OSError:
            continue
        paths += sorted(os.path.join(store.root, entry.path) for entry in entries if not entry.problem)
    times = []
    for path in (paths * READS)[:READS]:
        start = time.perf_counter()
        try:
            read_text(path)
        except (OSError, ValueError):
            continue
        times.append(time.perf_counter() - start)
    return sorted(times)
