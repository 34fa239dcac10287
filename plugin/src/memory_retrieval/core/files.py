"""Replacing a file atomically, the hash of its content, and the names of files with private data of a project.

Every file that the package replaces goes through `replace_file`. Private files (cache, state, configuration) go through
`write_private`; records go through store/writer.py, which adds the errors for the user.
"""

from __future__ import annotations

import os
import stat
import time
import zlib

from . import repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

PRIVATE, SHARED = (
    0o700,
    0o755,
)  # modes of folders: for the user alone; others may read, and nobody else may write
TEMPORARY = ".tmp"  # suffix of unfinished files; their names begin with a dot, so that no reader lists them
_CREATE = (
    os.O_WRONLY
    | os.O_CREAT
    | os.O_EXCL
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
_APPEND = (
    os.O_WRONLY
    | os.O_CREAT
    | os.O_APPEND
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_BINARY", 0)
)
BUSY = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4)  # seconds between attempts
_counter = [0]


def write_private(path: str, data: bytes) -> None:
    """Replaces or creates a file that only the user may read (0600), with its folder (0700) when that is missing.

    A reader sees the old content or the new one, never a part. There is no fsync: what is written may be lost. OSError
    when it cannot be written; the old file is then unchanged and no temporary file remains.
    """
    try:
        replace_file(path, data, 0o600)
    except FileNotFoundError:
        make_folders(os.path.dirname(path))
        replace_file(path, data, 0o600)


def append_private(path: str, data: bytes) -> None:
    """Appends to a file that only the user may read; creates it with its folder when missing. Does not follow a link.

    OSError when it cannot be written.
    """
    try:
        fd = os.open(path, _APPEND, 0o600)
    except FileNotFoundError:
        make_folders(os.path.dirname(path))
        fd = os.open(path, _APPEND, 0o600)
    try:
        os.write(fd, data)
    finally:
        os.close(fd)


def make_folders(path: str, mode: int = PRIVATE) -> None:
    """Creates a folder and its missing parents, each with at most the rights of `mode`, whatever the umask:
    `os.makedirs` gives them to the last one only. A folder that is there stays as it is. OSError when it cannot be
    created.
    """
    if os.path.isdir(path):
        return
    parent = os.path.dirname(path)
    if parent != path:
        make_folders(parent, mode)
    try:
        os.mkdir(path, mode)
    except FileExistsError:
        if not os.path.isdir(path):
            raise


def close_private(path: str) -> bool:
    """Takes the rights of others away from a folder of the user's; True when they had any. OSError when that fails."""
    try:
        info = os.stat(path)
    except FileNotFoundError:
        return False
    if os.name == "nt" or not info.st_mode & 0o077 or info.st_uid != os.geteuid():
        return False
    os.chmod(path, 0o700)
    return True


def replace_file(path: str, data: bytes, mode: int, durable: bool = False) -> None:
    """Writes a temporary file in the same folder and renames it to `path`.

    A crash at any instant leaves the old file or the new one. With `durable` the new content survives a power cut once
    this returns. OSError leaves the old file unchanged and removes the temporary file.
    """
    folder, name = os.path.split(path)
    temporary, fd = _create_temporary(folder, name[:80], mode)
    try:
        try:
            view = memoryview(data)
            while view:
                view = view[os.write(fd, view) :]
            if durable:
                os.fsync(fd)
        finally:
            os.close(fd)
        move_file(temporary, path)
    except BaseException:
        remove_quietly(temporary)
        raise
    if durable:
        sync_folder(folder)


def move_file(source: str, target: str) -> None:
    """`os.replace`, which Windows refuses while another process has the target open: tried for a second there."""
    for pause in () if os.name != "nt" else BUSY:
        try:
            return os.replace(source, target)
        except PermissionError:
            time.sleep(pause)
    os.replace(source, target)


def sync_folder(folder: str) -> None:
    """Makes names in a folder survive a power cut, where the system can."""
    if os.name == "nt":
        return  # folders cannot be opened there; NTFS journals its names
    fd = os.open(
        folder,
        os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0),
    )
    try:
        os.fsync(fd)
    except OSError as error:
        import errno  # not at the top: no hook comes here

        if error.errno not in (
            errno.EINVAL,
            errno.ENOTSUP,
            errno.EBADF,
        ):  # network file systems without fsync of folders
            raise
    finally:
        os.close(fd)


def remove_quietly(path: str) -> None:
    """Removes a file if it is there and can be removed."""
    try:
        os.unlink(path)
    except OSError:
        pass


def remove_unfinished(folder: str, name: str = "") -> None:
    """Removes the temporary files of `replace_file` whose process is gone, all or those of one file. Never fails.

    The caller holds the lock of all who write there: a process in another container cannot be seen from here, and its
    write then fails.
    """
    start = "." + name[:80]
    try:
        names = [
            name
            for name in os.listdir(folder)
            if name.startswith(start) and name.endswith(TEMPORARY)
        ]
    except OSError:
        return
    for name in names:
        number = name.split(".")[-3:-2]
        if number and number[0].isdigit() and not _runs(int(number[0])):
            remove_quietly(os.path.join(folder, name))


def _runs(process: int) -> bool:
    """Whether another process has this number. True where that cannot be found out without ending it."""
    if os.name != "posix" or process == os.getpid():
        return os.name != "posix"
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


def content_digest(data: bytes, algorithm: str = "sha256") -> str:
    """The hash of a file's bytes in hexadecimal digits, by which a caller says which version of it they have read.

    algorithm  "sha256", or "md5" where a caller gave that
    """
    import hashlib  # not at the top: it takes milliseconds, and few hooks need it

    return hashlib.new(algorithm, data, usedforsecurity=False).hexdigest()


def path_key(text: str, salt: bytes = b"\x00", errors: str = "surrogateescape") -> str:
    """16 hexadecimal digits that stand for a real path, or for another text, in a file name.

    Two CRCs tell names apart by accident only, which suffices for a user's own folders: `zlib` is loaded by every hook,
    `hashlib` by none.

    salt    separates kinds of files in one folder, and is part of names on disk
    errors  how unpaired surrogates are encoded; "replace" for text that need not be a path
    """
    raw = text.encode("utf-8", errors)
    return f"{zlib.crc32(raw):08x}{zlib.crc32(raw[::-1] + salt):08x}"


def project_path(root: str, path: Callable[[str], str]) -> str:
    """Where private state of the project at `root` is: `path` of a text that stands for the project.

    The text has the real path and the identity of the repository, so that another one cloned there later gets its own
    state. State from before versions did so, or before the project had a repository, is moved there once, unless it is
    older than the clone.
    """
    number = repository.identity(root)
    former, own = path(root), path(f"{root}\0{number:x}" if number else root)
    if own != former and not os.path.lexists(own):
        try:
            if os.lstat(former).st_mtime_ns >= number or repository.is_older(
                root, number
            ):
                os.rename(former, own)
        except OSError:
            pass  # there is none, or another process has moved it
    return own


def relative(path: str, root: str) -> str:
    """The real path of a file or folder relative to the folder `root`, with `/`; "" for one outside it."""
    below = os.path.relpath(os.path.realpath(path), root)
    outside = below.startswith("..") or os.path.isabs(below)
    return "" if outside else below.replace(os.sep, "/")


def store_key(root: str, text: str = "") -> str:
    """`path_key` of a store's real path, or of a text that stands for it, after the readable name of its folder."""
    name = "".join(
        [c if c.isalnum() and c.isascii() else "-" for c in os.path.basename(root)]
    )[:40]
    return (name or "store") + "-" + path_key(text or root)


def _create_temporary(folder: str, name: str, mode: int) -> tuple[str, int]:
    """(path, descriptor) of a new file. A name in use is left alone: it may be a process's in another container."""
    while True:
        _counter[0] += 1
        path = os.path.join(folder, f".{name}.{os.getpid()}.{_counter[0]}{TEMPORARY}")
        try:
            return path, os.open(path, _CREATE, mode)
        except FileExistsError:
            continue
