"""Compiled modules in the user's cache: only where nobody else can write, and made again when they are damaged.

The scripts in hooks/ and bin/ execute this file before the package can be imported, so it imports nothing of ours.
"""

from __future__ import annotations

import _imp
import os
import sys
import zlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FOLDER = "bytecode"  # in our cache folder: compiled modules, and the hook's bundles
CODE = (
    FOLDER,
    "python",
)  # what others could have planted: modules that are executed, an interpreter that is started


def prepare(cache: str) -> bool:
    """Lets Python keep compiled modules below the folder `cache`, if it is the user's alone; whether it does.

    A missing folder is made with mode 0700. One that others could enter is closed, and what it held of code is removed.
    """
    sys.dont_write_bytecode = True
    try:
        if not os.path.isabs(cache) or not _make_private(cache):
            return False
    except OSError:
        return False
    sys.pycache_prefix = os.path.join(cache, FOLDER)
    sys.dont_write_bytecode = False
    guard(sys.pycache_prefix)
    return True


def is_private(path: str) -> bool:
    """Whether a folder, and a link that leads to it, is the user's and nobody else may enter it. OSError if missing."""
    if not hasattr(os, "geteuid"):
        return True  # Windows: the profile's folders are the user's alone
    info = os.stat(path)
    return (
        info.st_uid == os.lstat(path).st_uid == os.geteuid()
        and not info.st_mode & 0o077
    )


def guard(prefix: str) -> None:
    """Adds a checksum to each compiled module below `prefix`, and has those compiled again whose checksum is wrong.

    Python itself writes a part of a module without an error when a disk is full, and fails at it ever after.
    """
    machinery: Any = sys.modules[
        "_frozen_importlib_external"
    ]  # `importlib.machinery` would load more

    class Guarded(machinery.SourceFileLoader):  # type: ignore[misc]
        def get_data(self, path: str) -> bytes:
            data: bytes = super().get_data(path)
            return unsealed(data) if path.startswith(prefix) else data

        def set_data(self, path: str, data: bytes, **options: Any) -> None:
            super().set_data(
                path, sealed(data) if path.startswith(prefix) else data, **options
            )

    libraries = (machinery.ExtensionFileLoader, _imp.extension_suffixes())
    sys.path_hooks.insert(
        0, machinery.FileFinder.path_hook(libraries, (Guarded, [".py"]))
    )
    sys.path_importer_cache.clear()


def sealed(data: bytes) -> bytes:
    """`data` and its checksum."""
    return data + zlib.crc32(data).to_bytes(4, "big")


def unsealed(data: bytes) -> bytes:
    """What `sealed` got. OSError when any of it has changed."""
    body = data[:-4]
    if zlib.crc32(body) != int.from_bytes(data[-4:], "big") or not body:
        raise OSError(5, "is damaged")
    return body


def _make_private(cache: str) -> bool:
    if not os.path.isdir(cache):
        before = os.umask(0o077)
        try:
            os.makedirs(cache, exist_ok=True)
        finally:
            os.umask(before)
    if is_private(cache):
        return True
    if {os.stat(cache).st_uid, os.lstat(cache).st_uid} != {os.geteuid()}:
        return False
    os.chmod(cache, 0o700)
    for name in CODE:
        _remove(os.path.join(cache, name))
    return True


def _remove(path: str) -> None:
    """Removes a file, or a folder with all that it holds; follows no link. OSError when something stays."""
    if not os.path.lexists(path):
        return
    if os.path.islink(path) or not os.path.isdir(path):
        os.unlink(path)
        return
    for name in os.listdir(path):
        _remove(os.path.join(path, name))
    os.rmdir(path)
