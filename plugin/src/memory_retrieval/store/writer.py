"""Durable writes of records, with errors that tell the user what to do.

Knows nothing of records. The caller holds the store's lock.
"""

from __future__ import annotations

import errno
import os

from ..core.errors import StoreError
from ..core.files import PRIVATE, SHARED, make_folders, replace_file, sync_folder

__all__ = ["PRIVATE", "make_folder", "remove_file", "storage_error", "write_file"]


def write_file(path: str, data: bytes, mode: int = 0o644, durable: bool = True) -> None:
    """Replaces or creates a file. When it returns and `durable` is set, the new content survives a power cut.

    StoreError when the disk is full, the folder read-only, or the like; the old file is then unchanged.
    """
    try:
        replace_file(path, data, mode, durable)
    except OSError as error:
        raise storage_error(path, error) from error


def remove_file(path: str) -> None:
    """Removes a file; a missing one is no error."""
    try:
        os.unlink(path)
        sync_folder(os.path.dirname(path))
    except FileNotFoundError:
        return
    except OSError as error:
        raise storage_error(path, error) from error


def make_folder(path: str, mode: int = SHARED) -> None:
    """Creates a folder and its missing parents, each with that mode. StoreError when that fails."""
    if os.path.isdir(path):
        return
    try:
        make_folders(path, mode)
        sync_folder(os.path.dirname(path))
    except OSError as error:
        raise storage_error(path, error) from error


def storage_error(path: str, error: OSError) -> StoreError:
    """The error for the user: what could not be written, and the next step."""
    steps = {
        errno.ENOSPC: "free some disk space",
        errno.EDQUOT: "free some of your quota",
        errno.EFBIG: "raise the limit on file sizes",
        errno.EROFS: "mount it writable",
        errno.EACCES: "make its folder writable",
        errno.EPERM: "make its folder writable",
    }
    step = steps.get(error.errno or 0, "check the folder") + " and try again"
    message = f"not written: {error.strerror or error}; the store is unchanged; {step}"
    return StoreError.at(path, message, "not-writable")
