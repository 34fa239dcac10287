"""Which program a name stands for: never one of a project, whose files are somebody else's, nor one that anybody may
replace.
"""

from __future__ import annotations

import os
import stat

from . import environment
from .repository import repository_root, upwards

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterator


def find(name: str, *projects: str) -> str:
    """The absolute path of a program on the PATH; "" without one that may be started.

    projects  folders from which nothing is started, besides the working folder and the host's project
    """
    for folder, trusted in search_path(*projects):
        path = _executable(os.path.join(folder, name)) if trusted else ""
        if path and _is_trusted(os.path.realpath(path), _foreign(projects)):
            return path
    return ""


def search_path(*projects: str) -> Iterator[tuple[str, bool]]:
    """(folder, whether a program in it may be started) of the PATH.

    No program is started from a relative folder, from a project or its repository, or from where everybody may write.
    """
    foreign = _foreign(projects)
    for folder in environment.get("PATH").split(os.pathsep):
        yield (
            folder,
            os.path.isabs(folder) and _is_trusted(os.path.realpath(folder), foreign),
        )


def exposed(path: str) -> str:
    """The first of a file and the folders around it that another user could change; "" for none."""
    return next(filter(others_may_write, upwards(os.path.realpath(path))), "")


def others_may_write(path: str) -> bool:
    """Whether somebody but the user and root owns a path or may write it; the user's own group and folders like /tmp
    are fine.
    """
    try:
        info = os.stat(path)
    except OSError:
        return False  # nothing that runs
    if os.name != "posix" or (
        stat.S_ISDIR(info.st_mode) and info.st_mode & stat.S_ISVTX
    ):
        return os.name == "posix" and info.st_uid not in (0, os.geteuid())
    shared = info.st_mode & stat.S_IWOTH or (
        info.st_mode & stat.S_IWGRP and not _is_private(info.st_gid)
    )
    return bool(shared) or info.st_uid not in (0, os.geteuid())


def _is_private(group: int) -> bool:
    """Whether a group is the one that a system makes for this user alone."""
    import grp
    import pwd

    try:
        user, entry = pwd.getpwuid(os.geteuid()), grp.getgrgid(group)
    except KeyError:
        return False
    return entry.gr_name == user.pw_name and set(entry.gr_mem) <= {user.pw_name}


def is_foreign(path: str, *projects: str) -> bool:
    """Whether a path is in the working folder, the host's project, `projects`, or the repository of any of these."""
    return os.path.join(os.path.realpath(path), "").startswith(
        tuple(_foreign(projects))
    )


def forget_foreign_folders() -> None:
    """Drops the XDG variables that lead into a project: settings and caches there are not the user's own."""
    for name in (
        "XDG_CACHE_HOME",
        "XDG_CONFIG_HOME",
        "XDG_DATA_HOME",
        "XDG_STATE_HOME",
    ):
        if environment.get(name) and is_foreign(environment.get(name)):
            del os.environ[name]  # also for the programs that are started


def _foreign(projects: tuple[str, ...]) -> list[str]:
    """The folders of projects and their repositories, each with a separator at its end.

    The home folder is neither, nor is what is above it: the user's own programs are there.
    """
    try:
        here = os.getcwd()
    except OSError:  # removed meanwhile
        here = ""
    home = os.path.join(os.path.realpath(environment.home() or os.sep), "")
    places = [
        os.path.realpath(p)
        for p in (*projects, here, environment.get("CLAUDE_PROJECT_DIR"))
        if p
    ]
    places += [root for root in map(repository_root, places) if root]
    folders = {os.path.join(place, "") for place in places}
    return [folder for folder in folders if not home.startswith(folder)]


def _is_trusted(path: str, foreign: list[str]) -> bool:
    """Whether a real path is in no project, and nobody but its owner and group can replace it."""
    if os.path.join(path, "").startswith(tuple(foreign)):
        return False
    if os.name != "posix":
        return True
    if _mode(path) & stat.S_IWOTH:
        return False
    for folder in upwards(path.rstrip(os.sep) or os.sep):
        if _mode(folder) & (stat.S_IWOTH | stat.S_ISVTX) == stat.S_IWOTH:
            return False
    return True


def _mode(path: str) -> int:
    """Of a file or folder; 0 for one that is missing."""
    try:
        return os.stat(path).st_mode
    except OSError:
        return 0


def _executable(path: str) -> str:
    """The path of the program's file, on Windows with its ending; "" when there is none."""
    endings = (".exe", ".cmd", ".bat", "") if environment.WINDOWS else ("",)
    for file in [path + ending for ending in endings]:
        if os.path.isfile(file) and os.access(file, os.X_OK):
            return file
    return ""
