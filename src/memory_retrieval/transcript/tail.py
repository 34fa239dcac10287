"""Reads a file from its end, a block at a time: the cost follows what is needed and not the length of the file."""

from __future__ import annotations

import os

from ..core.reading import open_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterator


def lines_backwards(path: str, budget: int, block: int) -> Iterator[bytes]:
    """The lines of a regular file, last first, until `budget` bytes were read, `block` at a time.

    The last line yielded may be cut by the budget. A missing file, and anything but a regular file, has no lines.
    """
    if not path:
        return
    try:
        fd, info = open_regular(path, links=True)
    except OSError:
        return
    try:
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
