"""Shared stores: added by the address of a git repository, fetched into the user's cache, and taken away again.

The one module that uses the network. A clone is a stranger's: only https, ssh and files, no password asked for, no hook,
filter, link, submodule or large file, and nothing of it is run.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import time

from ..core import git, programs, settings
from ..core.errors import StoreError
from ..core.files import make_folders, write_private
from ..core.repository import called
from ..documents.inventory import propose
from ..store import documents, shares
from ..store.settings import load_folder, users_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import JsonObject

SECONDS = 20.0  # for all that git does for one share
DUE = 3600.0  # seconds after which a session start fetches again
ADDRESS = re.compile(r"https://[^\s@]+|(?:ssh|file)://\S+|/\S+|[\w.-]+@[\w.-]+:\S+")
SAFE = (
    "-c core.hooksPath=/dev/null -c core.symlinks=false -c core.fsmonitor=false -c transfer.fsckObjects=true "
    "-c submodule.recurse=false -c fetch.recurseSubmodules=false -c gc.auto=0 -c init.templateDir="
).split()
NETWORK = {**git.ENVIRONMENT, "GIT_ALLOW_PROTOCOL": "https:ssh:file"}
ALONE = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}
"""Without the user's own configuration, whose filters a repository may call for."""


def add(url: str, name: str, folder: str, only: str) -> JsonObject:
    """Clones a repository and keeps its address in the user's settings. Returns what `shares.listed` has of it.

    name    "" for the last part of the address
    folder  of the repository, in which the store or the documents are; "" for its own
    only    a project at which it is searched, besides those that it is searched at; "" for all
    StoreError for an address that is not taken, and when git does not get it.
    """
    if not ADDRESS.fullmatch(url):
        message = "expected https://HOST/PATH, USER@HOST:PATH, ssh:// or a local path, without a password in it"
        raise StoreError.at("URL", message, "bad-url")
    name = re.sub(r"\W", "_", name or url.rstrip("/").rpartition("/")[2])
    name = name.removesuffix("_git")
    if not name.isidentifier():
        raise StoreError.at(
            name, "expected letters, digits and _; pass --name", "bad-name"
        )
    share: JsonObject = dict(shares.listed().get(name, {}))
    if share.get(shares.URL, url) != url:
        message = f"is the name of {share[shares.URL]}; pass another one by --name"
        raise StoreError.at(name, message, "name-taken")
    try:
        fetch(name, url)
    except StoreError:
        if not share:
            shutil.rmtree(shares.clone(name), ignore_errors=True)
        raise
    share.update({shares.URL: url, **({shares.FOLDER: folder} if folder else {})})
    root = os.path.join(shares.clone(name), folder)
    found = propose(documents.tracked(os.path.realpath(root)))
    if found:
        share.setdefault(settings.DOCUMENTS, list(found))
    if only:
        known = share.get(shares.ONLY, [])
        share[shares.ONLY] = [*known, *{called(only)[-1]}.difference(known)]
    else:
        share.pop(shares.ONLY, None)
    _keep({**shares.listed(), name: share})
    return share


def remove(name: str) -> None:
    """Takes a share out of the user's settings and removes its clone. StoreError for one that is not there."""
    left = shares.listed()
    if name not in left:
        known = ", ".join(left) or "there is none"
        raise StoreError.at(name, f"no such shared store; {known}", "not-found")
    del left[name]
    _keep(left)
    shutil.rmtree(shares.clone(name), ignore_errors=True)


def refresh_due() -> None:
    """Fetches the shares that were not fetched within an hour, unless the user's settings forbid it. Nothing fails."""
    if not load_folder().get("share.refresh"):
        return
    for name, share in shares.listed().items():
        if time.time() - fetched(name, "") > DUE:
            try:
                fetch(name, str(share.get(shares.URL)))
            except (StoreError, OSError):
                continue  # offline: it stays as it was


def fetched(name: str, of: str = ".git/FETCH_HEAD") -> int:
    """When a share was last fetched, in seconds since the epoch; 0 for never. `of` "": when that was last tried."""
    try:
        return int(os.stat(os.path.join(shares.clone(name), of)).st_mtime)
    except OSError:
        return 0


def fetch(name: str, url: str) -> None:
    """Brings a clone to the newest commit. StoreError with what git says when it cannot; the clone is as before."""
    if not ADDRESS.fullmatch(url):
        raise StoreError.at(url, "is no address of a repository", "bad-url")
    folder, until = shares.clone(name), time.monotonic() + SECONDS
    if not folder:
        raise StoreError("no home folder; set XDG_CACHE_HOME to have shared stores")
    make_folders(folder)
    os.utime(folder)  # first, so that one that hangs is not tried again at once
    _git(folder, until, ["init", "-q", "."], ALONE)
    ssh = git.run(folder, ["config", "core.sshCommand"], 1.0).strip() or "ssh"
    words = ["fetch", "-q", "--depth=1", "--no-tags", "--", url, "HEAD"]
    _git(folder, until, words, {"GIT_SSH_COMMAND": f"{ssh} -oBatchMode=yes"})
    _git(folder, until, ["reset", "-q", "--hard", "FETCH_HEAD"], ALONE)


def _keep(value: JsonObject) -> None:
    path = users_file()
    tree = settings.read_json(path, [], links=True) if path else None
    if tree is None and os.path.lexists(path):
        raise StoreError.at(
            path, "cannot be read as JSON; correct it first", "unreadable"
        )
    text = json.dumps(
        {**(tree or {}), settings.SHARES: value}, indent=2, ensure_ascii=False
    )
    write_private(os.path.realpath(path), f"{text}\n".encode())


def _git(
    folder: str, until: float, words: list[str], environment: dict[str, str]
) -> None:
    """Runs git for a clone. StoreError with its first line when it fails, is missing, or takes too long."""
    program = programs.find("git", folder)
    if not program:
        raise StoreError("git is not on the PATH; install it")
    child = subprocess.Popen(
        [program, "-C", folder, *SAFE, *words],
        env={**git.without_git(), **NETWORK, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        said = child.communicate(timeout=max(0.1, until - time.monotonic()))[1]
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)  # what git started hangs with it
        child.communicate()
        raise StoreError(
            f"git needed more than {SECONDS:g} seconds; try again"
        ) from None
    if child.returncode:
        lines = said.decode("utf-8", "replace").split("\n")
        raise StoreError(f"git {words[0]}: {lines[0][:300]}")
