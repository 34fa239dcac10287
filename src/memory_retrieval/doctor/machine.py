"""What the machine gives: folders of cache and state, the clock, the encoding, git."""

from __future__ import annotations

import locale
import os
import sys
import tempfile
import time

from ..core import bytecode, clock, config, programs
from ..core.files import close_private, remove_quietly
from ..core.paths import SOURCE
from ..core.shell import command_line
from ..setup import plugin
from ..store.reader import read_store
from .report import INFO, WARNING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Store
    from .report import Report

SLACK = clock.DAY  # seconds by which a file may be newer than the clock: time zones of other systems
AGE = 20 * 365 * clock.DAY  # seconds that nobody leaves a project and this product alone
LOST = {
    "cache": "each prompt rebuilds its search index and takes several times as long",
    "state": "what was injected is forgotten at once: memories repeat, and nothing can be undone",
}


def check_folders(report: Report, fix: bool) -> None:
    """The user's private folders: whether they can be written, and nobody else may enter them."""
    for kind, folder in (("cache", config.cache_dir()), ("state", config.state_dir()), ("data", config.data_dir())):
        if not folder:
            remedy = "set HOME, or XDG_%s_HOME to an absolute path" % kind.upper()
            report.add(WARNING, kind + "-unwritable", "no folder for %s" % kind, "environment", remedy)
        elif os.path.isdir(folder):
            _check_folder(report, folder, kind, fix)
        elif kind in LOST:
            _check_writable(report, folder, kind)
    _check_bytecode(report, fix)
    _check_plugin(report)


def _check_plugin(report: Report) -> None:
    """The copy of the plugin that `memories setup` made."""
    path = plugin.open_to_others() if config.data_dir() else ""
    if path:
        message = "other users of this machine may change the plugin"
        remedy = "run `memories setup HOST` again from a clone or package of yours, which rewrites it"
        report.add(WARNING, "plugin-open", message, path, remedy, why="hosts start its hooks in every project")


def _check_folder(report: Report, folder: str, kind: str, fix: bool) -> None:
    try:
        private = bytecode.is_private(folder)
        if not private and fix and close_private(folder):
            report.fixed("folder-open", "closed the folder to other users", folder)
            private = True
        mine = os.name == "nt" or os.stat(folder).st_uid == os.geteuid()
    except OSError as error:
        message = "cannot be examined: %s" % error.strerror
        report.add(WARNING, kind + "-unwritable", message, folder, "make it yours")
        return
    if not mine:
        message = "the %s folder belongs to another user" % kind
        remedy = "give it to yourself (chown), or remove it"
        report.add(WARNING, "folder-foreign", message, folder, remedy, why="nothing in it is executed")
    elif not private:
        message = "other users of this machine may enter the %s folder" % kind
        report.add(WARNING, "folder-open", message, folder, "run `memories doctor --fix`")
    else:
        _check_writable(report, folder, kind)


def _check_writable(report: Report, folder: str, kind: str) -> None:
    """A folder that is missing is fine where it could be made."""
    why = _why_not_writable(folder)
    if not why:
        report.ok(
            kind + "-folder", "only you may enter the %s folder, and it can be written" % kind, folder, detail=True
        )
        return
    variable = "XDG_%s_HOME" % kind.upper()
    look = command_line("ls", "-ld", folder)
    remedy = "make it a folder that you may write (`%s`), or set %s to another" % (look, variable)
    message = "the %s folder cannot be written: %s" % (kind, why)
    report.add(WARNING, kind + "-unwritable", message, folder, remedy, why=LOST.get(kind, ""))


def _why_not_writable(folder: str) -> str:
    """Why no file can be made in a folder; "" when one can. A missing folder is not made, its parent is looked at."""
    place = folder
    while not os.path.lexists(place) and os.path.dirname(place) != place:
        place = os.path.dirname(place)
    if not os.path.isdir(place):
        return "%s is not a folder" % place
    try:
        if place != folder:
            return "" if os.access(place, os.W_OK | os.X_OK) else "%s belongs to others" % place
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".doctor-"):
            return ""
    except OSError as error:
        return error.strerror or str(error)


def _check_bytecode(report: Report, fix: bool) -> None:
    damaged = bytecode.damaged(config.cache_dir()) if config.cache_dir() else []
    if not damaged:
        return
    modules = "1 compiled module is" if len(damaged) == 1 else "%d compiled modules are" % len(damaged)
    if fix:
        for path in damaged:
            remove_quietly(path)
        report.fixed("bytecode-damaged", "%s damaged: removed" % modules, damaged[0])
        return
    remedy = "nothing: it is made again when it is needed (`memories doctor --fix` removes it now)"
    report.add(INFO, "bytecode-damaged", "%s damaged" % modules, damaged[0], remedy)


def check_clock(report: Report, store: Store | None) -> None:
    """The clock against the newest thing that is known to have happened: a record's last change, or this program's."""
    now, newest, what = config.now(), int(_mtime(os.path.join(SOURCE, "memory_retrieval"))), "this program"
    for _, memory, _ in read_store(store) if store is not None else ():
        if memory is not None and memory.updated and memory.updated > newest:
            newest, what = memory.updated, memory.path
    today = time.strftime("%Y-%m-%d", time.gmtime(now))
    remedy = "set the clock (`timedatectl set-ntp true`)"
    if config.environ("MEMORIES_NOW"):
        remedy = "unset MEMORIES_NOW, which fixes the clock, or " + remedy
    if newest - now > SLACK:
        why = "%s is of %s" % (what, time.strftime("%Y-%m-%d", time.gmtime(newest)))
        message = "the clock says %s, which is past" % today
        report.add(WARNING, "clock", message, "clock", remedy, why=why + "; or that date is wrong")
    elif now - newest > AGE:
        why = "memories count as out of date, and session summaries are dropped"
        report.add(WARNING, "clock", "the clock says %s, which is far in the future" % today, "clock", remedy, why=why)
    else:
        report.ok("clock", "the clock says %s" % today, detail=True)


def check_encoding(report: Report) -> None:
    """Whether text and file names are UTF-8."""
    names = {sys.getfilesystemencoding(), locale.getpreferredencoding(False)}
    other = sorted(name for name in names if name.lower().replace("-", "").replace("_", "") != "utf8")
    if not other:
        report.ok("encoding", "text is UTF-8", detail=True)
        return
    variable = next((name for name in ("LC_ALL", "LC_CTYPE", "LANG") if config.environ(name)), "LANG")
    message = "the locale's encoding is %s, not UTF-8" % ", ".join(other)
    remedy = "export LC_ALL=C.UTF-8" if os.name != "nt" else "set PYTHONUTF8=1"
    report.add(WARNING, "encoding", message, variable, remedy, why="letters outside it are printed as question marks")


def check_git(report: Report) -> None:
    path = programs.find("git")
    if not path:
        why = "records are kept and found, but the age of the files they name is not known"
        report.add(WARNING, "git-missing", "git is not on the PATH", "PATH", "install git", why=why)
    else:
        report.ok("git", "git is here", path, detail=True)


def _mtime(path: str) -> float:
    try:
        return os.stat(path).st_mtime
    except OSError:
        return 0.0
