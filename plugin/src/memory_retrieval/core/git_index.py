"""Which files of a work tree git knows and which were edited, by git's index and what the file system says of each.

`git diff-files` and `git status` would compare contents too: they start content filters, and look into submodules,
whose configuration they obey.
"""

from __future__ import annotations

import os
import stat
from _struct import Struct, unpack_from
from _struct import error as StructError  # type: ignore[attr-defined]

from .reading import read_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterator

    State = (
        tuple[int, int, int, int] | None
    )  # seconds, nanoseconds, mode and size of a file

MAX_INDEX = 16_777_216  # bytes: about 150,000 files, half a second
MAX_NAMES = 67_108_864  # bytes of all names
MAX_NAME = (
    4096  # bytes; version 4 shortens names, so 16 MB could hold gigabytes of them
)
HASHES = (20, 32)  # bytes of SHA-1 and SHA-256; the index does not say which it has
UNCHECKED, MERGING, EXTENDED, LENGTH = (
    0x8000,
    0x3000,
    0x4000,
    0x0FFF,
)  # bits of an entry's flags
SKIPPED, INTENDED = 0x4000, 0x2000  # bits of its further flags
FOLDERS = (
    0o040000,
    0o160000,
)  # types of entries that are a folder left out, and a submodule
_TIMES = Struct(">8xII8xI8xI")  # mtime in seconds and nanoseconds, mode, size
_END = b"\x00"


def edited(worktree: str, index: str) -> list[str]:
    """The files, relative to the work tree, that differ from the index file, or were never added in full; unsorted.

    An edit counts if it changed the time or the size of a file, whatever it left of the content. [] for an index that
    cannot be read, is too large, or is shared between several files.
    """
    top = os.path.join(os.fsencode(worktree), b"")
    return [
        name.decode("utf-8", "replace")
        for name, state in _read(index)
        if _differs(top + name, state)
    ]


def tracked(index: str) -> list[str]:
    """The files that the index file lists, relative to the work tree; [] as `edited`."""
    return [name.decode("utf-8", "replace") for name, _ in _read(index)]


def _read(index: str) -> list[tuple[bytes, State]]:
    try:
        data = read_regular(index, MAX_INDEX)
    except OSError:
        return []
    for width in HASHES:
        try:
            return list(_entries(data, width))
        except (IndexError, ValueError, StructError):
            continue
    return []


def _entries(data: bytes, width: int) -> Iterator[tuple[bytes, State]]:
    """(name, (seconds, nanoseconds, mode, size)) of the files; None for the state of one that counts as changed.

    ValueError, IndexError or StructError for what is not an index with hashes of that width.
    """
    magic, version, count = unpack_from(">4sII", data)
    if magic != b"DIRC" or version not in (2, 3, 4):
        raise ValueError(version)
    at, name, total = 12, b"", 0
    for _ in range(count):
        state = _TIMES.unpack_from(data, at)
        start = at + 40 + width
        (flags,) = unpack_from(">H", data, start)
        further = unpack_from(">H", data, start + 2)[0] if flags & EXTENDED else 0
        start += 4 if flags & EXTENDED else 2
        if version == 4:
            cut, start = _number(data, start)
            end = data.index(_END, start)
            name = name[: len(name) - cut] + data[start:end]
            at = end + 1
        else:
            end = data.index(_END, start)
            name = data[start:end]
            at += (end - at + 8) // 8 * 8
        if not 0 < len(name) <= MAX_NAME or min(len(name), LENGTH) != flags & LENGTH:
            raise ValueError(name)
        total += len(name)
        if total > MAX_NAMES:
            raise ValueError(total)
        if (
            stat.S_IFMT(state[2]) not in FOLDERS
            and not flags & UNCHECKED
            and not further & SKIPPED
        ):
            yield name, None if flags & MERGING or further & INTENDED else state


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number of variable length, and where it ends."""
    value = data[at] & 0x7F
    while data[at] & 0x80:
        at += 1
        value = ((value + 1) << 7) | (data[at] & 0x7F)
    return value, at + 1


def _differs(path: bytes, state: State) -> bool:
    if state is None:
        return True
    seconds, nanoseconds, mode, size = state
    try:
        info = os.lstat(path)
    except OSError:
        return True
    now, fraction = divmod(info.st_mtime_ns, 1_000_000_000)
    timed = now & 0xFFFFFFFF == seconds and (
        fraction == nanoseconds or not fraction or not nanoseconds
    )
    sized = (
        info.st_size & 0xFFFFFFFF == size or not size
    )  # 0 as well for what git was too fast to be sure of
    return not (timed and sized and stat.S_IFMT(info.st_mode) == stat.S_IFMT(mode))
