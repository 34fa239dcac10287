"""What `memories doctor` looks at, one function a subject. Each returns findings and what was seen to be right; none prints."""

from __future__ import annotations

import os
import shutil
import time

from ..core import config
from ..core.errors import MemoryRetrievalError
from ..core.model import CATEGORIES
from ..core.sanitize import one_line
from ..setup import apply, hosts
from ..store import scope
from ..store.layouts import PATTERN_FOLDERS
from ..store.listing import list_folder
from ..store.reader import read_store, read_text
from ..store.settings import load_config

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Finding, Store
    from ..save.writable import WritableStore

READS = 20  # files whose reading is timed
SLOW_READ = 0.002  # seconds a small file may take; local disks need a twentieth
MAX_NAMED = 20  # files with problems that are named one by one
MAX_WHAT = 300  # characters of a finding that quotes a record
FIRST = 5  # findings of fsck that are named, of each severity
NETWORK = (
    "9p",
    "drvfs",
    "nfs",
    "nfs4",
    "cifs",
    "smb3",
    "smbfs",
    "fuse.sshfs",
    "virtiofs",
    "fuse.grpcfuse",
    "osxfs",
    "afs",
    "vboxsf",
)


class Report:
    """`findings`: {"severity", "what", "where", "remedy"}; `checks`: {"what", "where"} of what is right."""

    def __init__(self) -> None:
        self.findings: list[dict[str, str]] = []
        self.checks: list[dict[str, str]] = []

    def found(self, severity: str, what: str, where: str, remedy: str) -> None:
        """Severity "error" (does not work), "warning" (works worse) or "info" (may be wanted)."""
        self.findings.append({"severity": severity, "what": what, "where": where, "remedy": remedy})

    def right(self, what: str, where: str = "") -> None:
        self.checks.append({"what": what, "where": where})


def look_for_store(report: Report, root: str) -> Store | None:
    """The store that a prompt in the working folder would get."""
    store = scope.find_project(os.getcwd(), root)
    if store is None:
        top = scope.repository_root(os.getcwd())
        report.found(
            "info",
            "no memory store is found from here",
            top or os.getcwd(),
            "`memories init` makes one; without it every hook is silent",
        )
        return None
    folders = sorted({folder.rsplit("/", 1)[0] for folder, _ in store.folders})
    report.right("store %s (%s)" % (", ".join(folders), store.reason or "given"), store.root)
    return store


def look_at_records(report: Report, store: Store) -> None:
    """Every file that is no valid record; in the others what fsck finds: secrets, orders to the agent, unknown keys, links, ids."""
    problems, good = [], 0
    for _, memory, found in read_store(store):
        good += memory is not None
        problems += found
    for problem in problems[:MAX_NAMED]:
        place = "%s: " % problem.location if problem.location else ""
        report.found(
            "warning",
            "a record is never injected: %s%s" % (place, problem.message),
            problem.path,
            "correct or remove the file; `memories fsck` mends some",
        )
    if len(problems) > MAX_NAMED:
        report.found(
            "warning",
            "%d more problems" % (len(problems) - MAX_NAMED),
            store.root,
            "`memories list --problems` names all",
        )
    report.right("%d records can be read" % good, store.root)
    _look_with_fsck(report, store, {problem.path for problem in problems})


def _look_with_fsck(report: Report, store: Store, named: set[str]) -> None:
    """What fsck finds in records, but for the paths in `named`, which have findings of their own here: a count and the first few.

    What fsck calls an error is a warning here: an error of doctor's is something that does not work.
    """
    from ..save import fsck

    found: list[Finding] = []
    whole: bool = True
    for place in _places(store):
        try:
            findings = fsck.check(place)
        except (MemoryRetrievalError, OSError) as error:
            report.found(
                "warning",
                "the records cannot be checked: %s" % error,
                place.base,
                "correct that, then run `memories fsck`",
            )
            whole = False
            continue
        except RecursionError:
            report.found(
                "warning",
                "secrets and the like were not looked for: a record is nested too deeply",
                place.base,
                "remove the file whose braces or brackets lie hundreds deep, then run `memories fsck`",
            )
            whole = False
            continue
        found += [f for f in findings if f.where.endswith(".json") and f.where not in named]
    if not found:
        if whole:
            report.right("fsck finds nothing in the records", store.root)
        return
    shown: list[Finding] = []
    counts: list[str] = []
    for severity in fsck.SEVERITIES:
        group = [f for f in found if f.severity == severity]
        shown += group[:FIRST]
        counts += ["%d %s" % (len(group), severity)] if group else []
    what = "fsck has %d finding%s in the records: %s" % (len(found), "" if len(found) == 1 else "s", ", ".join(counts))
    if len(shown) < len(found):
        what += "; the first %d are named here" % len(shown)
    remedy = "`memories fsck` names all; `memories fsck --fix` mends what is safe"
    report.found("info" if shown[0].severity == "info" else "warning", what, store.root, remedy)
    for f in shown:
        report.found("info" if f.severity == "info" else "warning", one_line(f.what, MAX_WHAT), f.where, f.remedy)


def _places(store: Store) -> list[WritableStore]:
    """The stores that fsck knows in a project: the one of memories, the one of patterns."""
    from ..save.writable import WritableStore

    kinds: set[str] = {kind for _, kind in PATTERN_FOLDERS}
    found: dict[tuple[str, str], WritableStore] = {}
    for folder, kind in store.folders:
        if kind in CATEGORIES or kind in kinds:
            base, slash, _ = folder.rpartition("/")
            key = ("project" if kind in CATEGORIES else "patterns", base + slash)
            found.setdefault(key, WritableStore(key[0], store.root, key[1], given=True))
    return list(found.values())


def look_at_index(report: Report, store: Store, fix: bool) -> None:
    """Whether the search index opens and equals the files; index.md too."""
    from ..core.errors import IndexUnavailable
    from ..index import database, refresh
    from ..store import catalog

    try:
        db = database.open_index(store)
    except IndexUnavailable as error:
        report.found(
            "warning",
            str(error),
            "SQLite",
            "use a Python whose SQLite has FTS5 (any from python.org, Debian, Homebrew)",
        )
        return
    try:
        outcome = refresh.refresh(db, store, time.monotonic() + 30, thorough=True)
        if not outcome.complete:
            report.found(
                "warning",
                "%d files are not indexed yet" % outcome.left,
                database.index_path(store),
                "run `memories index rebuild`",
            )
        else:
            report.right(
                "search index is up to date (%d entries read just now)" % outcome.changed, database.index_path(store)
            )
    finally:
        db.close()
    base = os.path.join(store.root, ".claude", "memory")
    if os.path.isdir(base) and catalog.is_stale(base, catalog.entries(store)):
        if fix:
            _write_index_md(report, store, base)
        else:
            report.found(
                "info",
                "index.md does not match the records (nothing reads it but people)",
                base,
                "`memories doctor --fix` or `memories index rebuild`",
            )


def _write_index_md(report: Report, store: Store, base: str) -> None:
    from ..save.batch import write_index
    from ..save.writable import find_writable
    from ..store import catalog

    place = find_writable("project", root=store.root)
    with place.locked():
        write_index(place, catalog.entries(place.store()))
    report.right("index.md was written anew", base)


def look_at_config(report: Report, store: Store | None) -> None:
    """Settings that are clamped, unknown, or known and without effect."""
    settings = load_config(store)
    for warning in settings.warnings:
        report.found("warning", warning, "configuration", "correct the value, or remove it for the default")
    for key in settings.unknown:
        report.found(
            "warning", "unknown setting " + key, "configuration", "check the spelling; docs/configuration.md lists all"
        )
    for key in settings.ignored:
        report.found(
            "info", "setting %s has no effect: %s" % (key, config.ignored_reason(key)), "configuration", "remove it"
        )
    if config.switched_off():
        report.found("warning", "MEMORIES_OFF is set: every hook is silent", "environment", "unset MEMORIES_OFF")
    if store is not None:
        from ..state import switch

        if switch.is_off(store.root):
            report.found("warning", "injection is switched off in this repository", store.root, "`memories on`")
    if not (settings.warnings or settings.unknown or settings.ignored):
        report.right("configuration has no problems")


def look_at_disk(report: Report, store: Store) -> None:
    """Times the reading of small files, as a refresh does it."""
    paths: list[str] = []
    for folder, kind in store.folders:
        try:  # only what may be a record is opened: a FIFO would never answer
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
    kind = mount_type(store.root)
    middle = sorted(times)[len(times) // 2] if times else 0.0
    if middle > SLOW_READ or kind in NETWORK:
        what = "the store lies on a slow or shared file system (%s, %.1f ms a file)" % (
            kind or "unknown kind",
            middle * 1000,
        )
        report.found(
            "warning",
            what,
            store.root,
            "keep the repository on a local disk (under WSL: in the Linux file system, not /mnt/c)",
        )
    elif times:
        report.right("%d reads of %.2f ms" % (len(times), middle * 1000), store.root)


def mount_type(path: str, table: str = "/proc/self/mounts") -> str:
    """The kind of file system a path lies on, "" where the system does not say."""
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


def look_at_hosts(report: Report) -> None:
    """The agents on this machine, and whether they know of us."""
    for host in hosts.found():
        try:
            ready = apply.is_set_up(hosts.plan(host))
        except (MemoryRetrievalError, OSError):
            ready = False
        if ready:
            report.right("%s is set up" % host)
        else:
            report.found(
                "info",
                "%s is here and was not set up with `memories setup`" % host,
                host,
                "`memories setup %s --dry-run` shows what it would do" % host,
            )


def look_at_shim(report: Report) -> None:
    """Whether python3 is a version manager's script; the launcher goes past it."""
    path = shutil.which("python3")
    if path is None:
        report.found(
            "info", "no python3 on the PATH; the launcher uses another", "PATH", "nothing, unless hooks below fail"
        )
        return
    try:
        with open(path, "rb") as file:
            script = file.read(2) == b"#!"
    except OSError:
        script = False
    if script:
        report.right("python3 is a version manager's script; the launcher goes past it", path)
