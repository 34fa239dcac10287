"""Bytes to files so that a crash at any instant leaves the old file or the new one, whole.

Knows nothing of records. The caller holds the store's lock.
"""

from __future__ import annotations

import errno
import os

from ..core.errors import StoreError

TEMPORARY = ".tmp"  # end of the names of unfinished files; they begin with a dot, so no reader sees them
_WRITE = (
    os.O_WRONLY
    | os.O_CREAT
    | os.O_EXCL
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
_counter = [0]


def write_file(path: str, data: bytes, mode: int = 0o644, durable: bool = True) -> None:
    """Replaces or creates a file. When it returns and `durable` is set, the new content survives a power cut.

    StoreError when the disk is full, the folder read-only, or the like; the old file is then as it was.
    """
    folder, name = os.path.split(path)
    _counter[0] += 1
    temporary = os.path.join(folder, ".%s.%d.%d%s" % (name[:80], os.getpid(), _counter[0], TEMPORARY))
    try:
        _fill(temporary, data, mode, durable)
        try:
            os.replace(temporary, path)
        except BaseException:
            _remove_quietly(temporary)
            raise
        if durable:
            sync_folder(folder)
    except OSError as error:
        raise storage_error(path, error) from error


def rename_file(old: str, new: str) -> None:
    """Gives a file another name in the same folder; the caller has seen that `new` is free."""
    try:
        os.rename(old, new)
        sync_folder(os.path.dirname(new))
    except OSError as error:
        raise storage_error(old, error) from error


def remove_file(path: str) -> None:
    """Removes a file; one that is gone already is no error."""
    try:
        os.unlink(path)
        sync_folder(os.path.dirname(path))
    except FileNotFoundError:
        return
    except OSError as error:
        raise storage_error(path, error) from error


def make_folder(path: str, mode: int = 0o755) -> None:
    """The folder and those above it; StoreError when it cannot be made."""
    if os.path.isdir(path):
        return
    try:
        os.makedirs(path, mode=mode, exist_ok=True)
        sync_folder(os.path.dirname(path))
    except OSError as error:
        raise storage_error(path, error) from error


def sync_folder(folder: str) -> None:
    """Makes names in a folder survive a power cut, where the system can."""
    if os.name == "nt":
        return  # folders cannot be opened there; NTFS journals its names
    fd = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0))
    try:
        os.fsync(fd)
    except OSError as error:
        if error.errno not in (
            errno.EINVAL,
            errno.ENOTSUP,
            errno.EBADF,
        ):  # some network file systems know no fsync of folders
            raise
    finally:
        os.close(fd)


def storage_error(path: str, error: OSError) -> StoreError:
    """The error for the user: what could not be written, and what to do."""
    steps = {
        errno.ENOSPC: "free some space",
        errno.EDQUOT: "free some of your quota",
        errno.EFBIG: "raise the limit on file sizes",
        errno.EROFS: "mount it writable",
        errno.EACCES: "make its folder writable",
        errno.EPERM: "make its folder writable",
    }
    step = steps.get(error.errno or 0, "look at the folder") + " and try again"
    return StoreError("%s: not written: %s; the store is as it was, %s" % (path, error.strerror or error, step))


def _fill(path: str, data: bytes, mode: int, durable: bool) -> None:
    fd = os.open(path, _WRITE, mode)
    try:
        view = memoryview(data)
        while view:
            view = view[os.write(fd, view) :]
        if durable:
            os.fsync(fd)
    except BaseException:
        os.close(fd)
        _remove_quietly(path)
        raise
    os.close(fd)


def _remove_quietly(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        pass
