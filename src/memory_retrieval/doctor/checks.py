"""The checks of `memories doctor` that need no process: index, configuration, disk, interpreter, hosts."""

from __future__ import annotations

import os
import shutil
import time

from ..core import config
from ..core.errors import IndexUnavailable, MemoryRetrievalError
from ..core.model import Store
from ..index import database, refresh
from ..save.writable import find_writable
from ..setup import apply, hosts
from ..state import switch
from ..store import catalog
from ..store.layouts import PROJECT_STORE
from ..store.listing import list_folder
from ..store.reader import read_text
from ..store.settings import load_config
from .report import Report

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
        report.add("warning", str(error), "SQLite", remedy)
        return
    try:
        result = refresh.refresh(db, store, time.monotonic() + 30, thorough=True)
    finally:
        db.close()
    if result.complete:
        report.ok("search index is up to date (%d entries read just now)" % result.changed, path)
    else:
        report.add("warning", "%d files are not indexed yet" % result.left, path, "run `memories index rebuild`")
    _check_index_md(report, store, fix)


def check_config(report: Report, store: Store | None) -> None:
    """Settings that are clamped, unknown, or known and without effect; and the switches that silence the hooks."""
    settings, where = load_config(store), "configuration"
    for warning in settings.warnings:
        report.add("warning", warning, where, "correct the value, or remove it for the default")
    for key in settings.unknown:
        report.add("warning", "unknown setting " + key, where, "check the spelling (docs/reference/configuration.md)")
    for key in settings.ignored:
        report.add("info", "setting %s has no effect: %s" % (key, config.ignored_reason(key)), where, "remove it")
    if config.switched_off():
        report.add("warning", "MEMORIES_OFF is set: every hook is silent", "environment", "unset MEMORIES_OFF")
    if store is not None and switch.is_off(store.root):
        report.add("warning", "injection is switched off in this repository", store.root, "`memories on`")
    if not (settings.warnings or settings.unknown or settings.ignored):
        report.ok("configuration has no problems")


def check_disk(report: Report, store: Store) -> None:
    """Times the reading of small files, as a refresh of the index does it."""
    times = _time_reads(store)
    kind = mount_type(store.root)
    median = times[len(times) // 2] if times else 0.0
    if median > SLOW_READ or kind in NETWORK:
        values = (kind or "unknown kind", median * 1000)
        what = "the store lies on a slow or shared file system (%s, %.1f ms a file)" % values
        remedy = "keep the repository on a local disk (under WSL: in the Linux file system, not /mnt/c)"
        report.add("warning", what, store.root, remedy)
    elif times:
        report.ok("%d reads of %.2f ms" % (len(times), median * 1000), store.root)


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


def check_hosts(report: Report) -> None:
    """The agents on this machine, and whether they are set up."""
    for host in hosts.installed():
        try:
            ready = apply.is_set_up(hosts.plan(host))
        except (MemoryRetrievalError, OSError):
            ready = False
        if ready:
            report.ok("%s is set up" % host)
            continue
        what = "%s is here and was not set up with `memories setup`" % host
        report.add("info", what, host, "`memories setup %s --dry-run` shows what it would do" % host)


def check_interpreter(report: Report) -> None:
    """Whether there is a python3, and whether it is a version manager's script, which the launcher bypasses."""
    path = shutil.which("python3")
    if path is None:
        what = "no python3 on the PATH; the launcher uses another"
        report.add("info", what, "PATH", "nothing, unless hooks below fail")
        return
    try:
        with open(path, "rb") as file:
            script = file.read(2) == b"#!"
    except OSError:
        script = False
    if script:
        report.ok("python3 is a version manager's script; the launcher goes past it", path)


def _check_index_md(report: Report, store: Store, fix: bool) -> None:
    base = os.path.join(store.root, *PROJECT_STORE.split("/"))
    if not os.path.isdir(base) or not catalog.is_stale(base, catalog.entries(store)):
        return
    if not fix:
        what = "index.md does not match the records (nothing reads it but people)"
        report.add("info", what, base, "`memories doctor --fix` or `memories index rebuild`")
        return
    writable = find_writable("project", root=store.root)
    with writable.locked():
        writable.write_index(writable.entries())
    report.ok("index.md was written anew", base)


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
