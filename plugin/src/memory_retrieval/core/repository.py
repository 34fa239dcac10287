"""Where a repository is, and which one: read from its files, without running git."""

from __future__ import annotations

import os

from .reading import read_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterator

MAX_LEVELS = 64  # of folders above the working folder
MAX_LINE = 4_096  # bytes of a file that names a branch or a folder
MAX_CONFIG = 262_144  # bytes of git's settings; each branch has some lines there
LASTING = ("description", "info/exclude", "commondir")
"""Files of a git folder that git writes once, when it makes the repository or the worktree."""


def upwards(path: str) -> Iterator[str]:
    """A folder and those above it."""
    for _ in range(MAX_LEVELS):
        yield path
        parent = os.path.dirname(path)
        if parent == path:
            return
        path = parent


def repository_root(path: str) -> str | None:
    """The nearest folder at or above `path` that holds `.git` (a folder, or a worktree's file); None without one."""
    for folder in upwards(path):
        if os.path.lexists(os.path.join(folder, ".git")):
            return folder
    return None


def metadata(repository: str) -> str:
    """The git folder of a repository, a worktree or a submodule; "" when there is none."""
    path = os.path.join(repository, ".git")
    if os.path.isdir(path):
        return path
    link = first_line(path)
    return (
        os.path.join(repository, link[len("gitdir: ") :])
        if link.startswith("gitdir: ")
        else ""
    )


def common_folder(repository: str) -> str:
    """The git folder that all worktrees of a repository share; "" when there is none."""
    folder = metadata(repository)
    link = first_line(os.path.join(folder, "commondir"))
    return os.path.realpath(os.path.join(folder, link)) if folder else ""


def address(text: str) -> str:
    """The address of a repository as `host/path` in lower case: the same however git reaches it. A path stays as it is."""
    place = text.strip().rpartition("://")[2]
    user, at, after = place.partition("@")
    place = after if at and "/" not in user else place
    host = place.replace(":", "/").partition("/")[0]
    path = place[len(host) :].lstrip(":/")
    port, slash, after = path.partition("/")
    path = after.lstrip("/") if slash and port.isdecimal() else path
    path = path.rstrip("/").removesuffix(".git")
    return f"{host}/{path}".lower() if host and path else text


def called(path: str) -> tuple[str, ...]:
    """What the repository around a path is called: its folder, and the address of its remote `origin`, if it has one."""
    root = repository_root(path) or path
    said = read_start(os.path.join(common_folder(root), "config"), MAX_CONFIG)
    _, _, after = said.partition('[remote "origin"]')
    for line in after.partition("\n[")[0].split("\n"):
        key, _, url = line.partition("=")
        if key.strip() == "url" and url.strip():
            return root, address(url.strip())
    return (root,)


def worktrees(repository: str) -> list[str]:
    """The folders of a repository: its own, and those in which other branches of it are checked out."""
    folder = metadata(repository)
    if os.path.dirname(folder) == repository and not os.path.isdir(
        os.path.join(folder, "worktrees")
    ):
        return [repository]  # nearly always, and a prompt asks
    common = common_folder(repository)
    found = [os.path.realpath(repository)]
    if not folder:
        return found
    if (
        os.path.basename(common) == ".git"
    ):  # not that of a bare repository or a submodule
        found.append(os.path.dirname(common))
    listed = os.path.join(common, "worktrees")
    for name in sorted(os.listdir(listed)) if os.path.isdir(listed) else ():
        place = os.path.join(
            listed, name
        )  # not resolved: a link leads to another repository's worktrees
        link = first_line(os.path.join(place, "gitdir"))
        tree = os.path.dirname(os.path.join(place, link))
        if os.path.realpath(metadata(tree)) == place:
            found.append(os.path.realpath(tree))
    # A `.git` that only names another repository makes its folder none of that repository's worktrees.
    return list(dict.fromkeys(found)) if found[0] in found[1:] else found[:1]


def in_worktrees(root: str) -> list[str]:
    """The folder of a project (a real path), then the same folder in each other worktree of its repository."""
    repository = repository_root(root)
    if repository is None:
        return [root]
    below = os.path.relpath(root, repository)
    return [
        os.path.normpath(os.path.join(tree, below)) for tree in worktrees(repository)
    ]


def in_clone(root: str) -> str:
    """The folder that stands for a project (a real path) in all worktrees of its clone: the one in the first of them.

    Where all are linked to a bare repository, it is in the folder of that.
    """
    repository = repository_root(root) or root
    folder = os.path.realpath(metadata(repository) or root)
    tree = os.path.dirname(os.path.join(folder, first_line(f"{folder}/gitdir")))
    common = common_folder(repository)
    if folder == root or os.path.dirname(folder) != os.path.join(common, "worktrees"):
        return root
    if os.path.realpath(tree) != os.path.realpath(repository):
        return root  # it only names a worktree of another repository
    base = os.path.dirname(common) if os.path.basename(common) == ".git" else common
    return os.path.normpath(os.path.join(base, os.path.relpath(root, repository)))


def identity(root: str) -> int:
    """A number that tells a project's repository from another one at the same path; 0 without a repository.

    It is the time in nanoseconds at which git made it: a checkout, a reboot and a move leave it as it is. Where git was
    told to write no such file, it is the inode of the git folder.
    """
    repository = repository_root(root)
    folder = metadata(repository) if repository else ""
    for name in LASTING if folder else ():
        try:
            return os.lstat(os.path.join(folder, name)).st_mtime_ns
        except OSError:
            continue
    try:
        return os.lstat(folder).st_ino
    except OSError:
        return 0


def is_older(root: str, time: int) -> bool:
    """Whether something of the stores of the project at `root` is older than a time in nanoseconds.

    A clone makes all of its files new; a repository that was made around a project finds some.
    """
    for name in (".claude", ".claude/memory", ".memories"):
        try:
            if os.lstat(os.path.join(root, name)).st_mtime_ns < time:
                return True
        except OSError:
            continue
    return False


def first_line(path: str) -> str:
    return read_start(path, MAX_LINE).partition("\n")[0].strip()


def read_start(path: str, limit: int) -> str:
    """The beginning of a regular file; "" for anything else, a link included."""
    try:
        return read_regular(path, limit, cut=True).decode("utf-8", "replace")
    except OSError:
        return ""
