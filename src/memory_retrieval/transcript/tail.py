"""Reads a file from its end, a block at a time: the cost follows what is needed and not the length of the file."""

from __future__ import annotations

import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterator


def lines_backwards(path: str, budget: int, block: int) -> Iterator[bytes]:
    """The lines of a regular file, last first, until `budget` bytes were read, `block` at a time.

    The last line yielded may be cut by the budget. A missing file, and anything but a regular file, has no lines.
    """
    try:
        fd = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)) if path else -1
    except (OSError, ValueError):
        return
    if fd < 0:
        return
    try:
        info = os.fstat(fd)
        if not stat.S_ISREG(info.st_mode):
            return
        at, tail = info.st_size, b""
        low = max(0, at - budget)
        while at > low:
            start = max(low, at - block)
            os.lseek(fd, start, os.SEEK_SET)
            parts = (os.read(fd, at - start) + tail).split(b"\n")
            at, tail = start, parts[0]
            for line in reversed(parts[1:]):
                yield line
        if low == 0:
            yield tail
    except OSError:
        return
    finally:
        os.close(fd)
