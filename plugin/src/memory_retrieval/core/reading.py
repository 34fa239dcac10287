"""The one way to open a file that somebody else may have put there: in a repository, or below a name from outside.

Only regular files are opened, so that no FIFO, device or terminal makes a reader wait or read without end. A link is
not followed unless the caller says so, and what is larger than the limit is refused or cut.
"""

from __future__ import annotations

import os
import stat

_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
FOLDER = _FLAGS | getattr(os, "O_DIRECTORY", 0)
"""The flags of a folder: a FIFO in its place is refused at once."""


class UnfitFile(OSError, ValueError):
    """A file that is there and is not read: no regular file, a link, or too large. `strerror` says which."""


def open_regular(path: str, links: bool = False) -> tuple[int, os.stat_result]:
    """(descriptor, status) of a regular file. UnfitFile for anything else that is there, OSError when nothing is.

    links  whether a link at the end of the path is followed: the user named the file, or it is the user's own
    """
    try:
        fd = os.open(path, _FLAGS if links else _FLAGS | _NO_LINK)
    except ValueError as error:  # NUL in the name, or a lone surrogate
        raise UnfitFile(22, "is not a possible file name") from error
    except FileNotFoundError:
        raise
    except OSError:
        if not links and os.path.islink(path):
            raise UnfitFile(40, "is a link, and links are not followed", path) from None
        raise
    info = os.fstat(fd)
    if stat.S_ISREG(info.st_mode):
        return fd, info
    os.close(fd)
    raise UnfitFile(22, "is not a regular file", path)


def read_regular(
    path: str, limit: int, links: bool = False, cut: bool = False
) -> bytes:
    """The content of a regular file of at most `limit` bytes. UnfitFile or OSError otherwise (see `open_regular`).

    cut  returns the first `limit` bytes of a larger file
    """
    fd, info = open_regular(path, links)
    try:
        return _content(fd, info, path, limit, cut)
    finally:
        os.close(fd)


def read_below(root: str, path: str, limit: int) -> bytes:
    """The content of a regular file by its path below `root`, where no folder on the way is a link either."""
    *folders, name = path.split("/")
    if ".." in folders:
        raise UnfitFile(40, "points outside the folder", path)
    if os.open not in os.supports_dir_fd:  # Windows
        file = os.path.join(root, path)
        if not os.path.realpath(file).startswith(os.path.realpath(root) + os.sep):
            raise UnfitFile(40, "points outside the folder", path)
        return read_regular(file, limit)
    at = os.open(root, FOLDER)
    try:
        for folder in folders:
            below = os.open(folder, FOLDER | _NO_LINK, dir_fd=at)
            os.close(at)
            at = below
        fd = os.open(name, _FLAGS | _NO_LINK, dir_fd=at)
    finally:
        os.close(at)
    try:
        return _content(fd, os.fstat(fd), path, limit)
    finally:
        os.close(fd)


def _content(
    fd: int, info: os.stat_result, path: str, limit: int, cut: bool = False
) -> bytes:
    if not stat.S_ISREG(info.st_mode):
        raise UnfitFile(22, "is not a regular file", path)
    if info.st_size > limit and not cut:
        raise UnfitFile(27, f"has {info.st_size} bytes; at most {limit} are read", path)
    return read_all(fd, min(info.st_size, limit))


def read_all(fd: int, size: int) -> bytes:
    """The next `size` bytes, fewer where the file ends. A file that grows meanwhile is not read further."""
    chunks = []
    while size > 0:
        chunk = os.read(fd, size)
        if not chunk:
            break
        chunks.append(chunk)
        size -= len(chunk)
    return b"".join(chunks)


def text_of(path: str, limit: int) -> str:
    """The text of a file of at most so many bytes; "" for one that cannot be read."""
    try:
        return read_regular(path, limit).decode("utf-8", "replace")
    except OSError:
        return ""
