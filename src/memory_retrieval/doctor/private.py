"""The user's private folders: whether others may enter them, and whether the code kept there is whole."""

from __future__ import annotations

import os

from ..core import bytecode, config
from ..core.files import close_private, remove_quietly
from .report import Report


def check_private(report: Report, fix: bool) -> None:
    """The folders of cache, state and the user's own memories, and the compiled modules in the cache."""
    for folder in (config.cache_dir(), config.state_dir(), config.data_dir()):
        if folder and os.path.isdir(folder):
            _check_folder(report, folder, fix)
    damaged = bytecode.damaged(config.cache_dir()) if config.cache_dir() else []
    for path in damaged if fix else ():
        remove_quietly(path)
    if damaged:
        what = "%d compiled modules are damaged%s" % (len(damaged), "; they were removed" if fix else "")
        remedy = "nothing: each is made again when a hook or a command needs it (`memories doctor --fix` removes them)"
        report.add("info", what, damaged[0], remedy)


def _check_folder(report: Report, folder: str, fix: bool) -> None:
    try:
        if bytecode.is_private(folder) or (fix and close_private(folder)):
            report.ok("only you may enter", folder)
            return
        mine = os.name == "nt" or os.stat(folder).st_uid == os.geteuid()
    except OSError as error:
        report.add("warning", "cannot be examined: %s" % error.strerror, folder, "make it yours")
        return
    if mine:
        report.add("warning", "other users of this machine may enter it", folder, "run `memories doctor --fix`")
    else:
        remedy = "give it to yourself (chown), or remove it"
        report.add("warning", "belongs to another user, so nothing in it is executed", folder, remedy)
