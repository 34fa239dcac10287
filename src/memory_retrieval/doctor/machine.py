"""What the machine gives: folders of cache, state and data, and git."""

from __future__ import annotations

import os

from ..core import bytecode, config, programs
from ..core.files import close_private
from ..core.shell import command_line
from .report import WARNING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .report import Report

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
        elif not (os.path.isdir(folder) and _check_private(report, folder, kind, fix)):
            _check_writable(report, folder, kind)


def _check_private(report: Report, folder: str, kind: str, fix: bool) -> bool:
    """Whether a folder is not the user's alone; reports it."""
    try:
        if bytecode.is_private(folder):
            return False
        if fix and close_private(folder):
            report.fixed("folder-open", "closed the %s folder to other users" % kind, folder)
            return False
        mine = os.stat(folder).st_uid == os.geteuid()
    except OSError:
        return False  # then it cannot be written either
    if mine:
        what = "other users of this machine may enter the %s folder" % kind
        report.add(WARNING, "folder-open", what, folder, "run `memories doctor --fix`")
    else:
        what, remedy = "the %s folder belongs to another user" % kind, "give it to yourself (chown), or remove it"
        report.add(WARNING, "folder-foreign", what, folder, remedy, "nothing in it is executed")
    return True


def _check_writable(report: Report, folder: str, kind: str) -> None:
    """A missing folder is fine where it could be made."""
    place = folder
    while not os.path.lexists(place) and os.path.dirname(place) != place:
        place = os.path.dirname(place)
    if os.path.isdir(place) and os.access(place, os.W_OK | os.X_OK):
        return
    variable, look = "XDG_%s_HOME" % kind.upper(), command_line("ls", "-ld", place)
    remedy = "make it a folder that you may write to (`%s`), or set %s to another" % (look, variable)
    what = "the %s folder cannot be written" % kind
    report.add(WARNING, kind + "-unwritable", what, folder, remedy, LOST.get(kind, "your own memories cannot be saved"))


def check_git(report: Report) -> None:
    if not programs.find("git"):
        why = "records are kept and found, but the age of the files they name is not known"
        report.add(WARNING, "git-missing", "git is not on the PATH", "PATH", "install git", why)
