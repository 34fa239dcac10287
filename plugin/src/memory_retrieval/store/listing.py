"""The entries of a store's folders, and fingerprints that tell whether anything changed. Reads no file.

Links, FIFOs, devices, oversized files and unprintable names are listed with the reason why they are not records.
"""

from __future__ import annotations

import os
import stat
import zlib

from ..core.model import CATEGORIES, valid_id
from ..core.reading import FOLDER
from .layouts import DOCUMENT

MAX_RECORD = 2_097_152  # bytes; records are a few kilobytes, this leaves room for long session notes
_MASK = (1 << 61) - 1
MAX_NAME = 200  # characters of the name of a pattern's file
RACY = 20_000_000  # ns; a file this young may change again within the resolution of its times


class Entry:
    """A directory entry that may be a record. `path` is relative to the store's root.

    `fingerprint` changes whenever the file does.

    `fault` is (why it cannot be a record, the next step), judging by its name and status; None when it may be one.
    """

    __slots__ = ("ctime", "fault", "fingerprint", "kind", "path")

    def __init__(
        self,
        path: str,
        kind: str,
        fingerprint: str,
        fault: tuple[str, str] | None,
        ctime: int,
    ) -> None:
        self.path, self.kind, self.fingerprint, self.fault, self.ctime = (
            path,
            kind,
            fingerprint,
            fault,
            ctime,
        )

    @property
    def problem(self) -> str | None:
        """The fault as one message."""
        return "; ".join(self.fault) if self.fault else None


def list_folder(root: str, folder: str, kind: str) -> list[Entry]:
    """The entries named *.json of one folder, in the order of the file system; [] when it is not there.

    folder  of documents: the globs that name them, as store/documents.py has them

    OSError when the folder is there and cannot be listed.
    """
    if kind == DOCUMENT:
        return _documents(root, folder)
    base = os.path.join(root, folder)
    try:
        if os.path.islink(base) and not os.path.realpath(base).startswith(
            root + os.sep
        ):
            return [
                Entry(
                    folder,
                    kind,
                    "link",
                    (
                        "a link to outside the store is not followed",
                        "replace it with a folder",
                    ),
                    0,
                )
            ]
        entries = os.scandir(base)
    except (FileNotFoundError, NotADirectoryError):
        return []
    listed = []
    with entries:
        for entry in entries:
            name = entry.name
            if not name.endswith(".json") or name.startswith("."):
                continue
            try:
                info = entry.stat(follow_symlinks=False)
            except OSError:
                continue  # gone meanwhile
            ctime = info.st_ctime_ns
            fingerprint = "%d:%d:%d" % (
                info.st_ino or entry.inode(),
                ctime,
                info.st_size,
            )
            path = f"{folder}/{name}".encode("utf-8", "replace").decode(
                "utf-8"
            )  # a name that is no UTF-8 is never opened
            listed.append(
                Entry(
                    path,
                    kind,
                    fingerprint,
                    misnamed(name, kind) or unfit(name, info),
                    ctime,
                )
            )
    return listed


def checksum(root: str, folder: str, kind: str = "") -> str:
    """Changes whenever a record of the folder is created, edited, renamed or deleted; "" without such a folder.

    Most prompts need no more than this. Entries are taken in the file system's order, which is stable without changes.
    """
    if kind == DOCUMENT:
        marks = [
            f"{entry.path} {entry.fingerprint}" for entry in _documents(root, folder)
        ]
        return "{:x}-{:08x}".format(
            len(marks), zlib.crc32("\n".join(marks).encode("utf-8", "replace"))
        )
    base = os.path.join(root, folder)
    names, state = [], 0
    fd = -1
    try:
        if os.path.islink(base):
            return "link"  # decided by list_folder
        if (
            os.scandir in os.supports_fd
        ):  # names below an open folder are found faster than whole paths
            fd = os.open(base, FOLDER)  # a FIFO in its place would wait
        with os.scandir(base if fd < 0 else fd) as entries:
            for entry in entries:
                if entry.name.endswith(".json"):
                    info = entry.stat(follow_symlinks=False)
                    names.append(entry.name)
                    state = (
                        state * 1_000_003
                        ^ info.st_ctime_ns
                        ^ info.st_ino
                        ^ info.st_size << 21
                    ) & _MASK
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except OSError as error:
        return f"error {error.errno}"
    finally:
        if fd >= 0:
            os.close(fd)
    joined = "\n".join(names).encode("utf-8", "surrogateescape")
    return (
        f"{len(names):x}-{state:x}-{zlib.crc32(joined):08x}{zlib.adler32(joined):08x}"
    )


def count_records(root: str, folder: str, kind: str = "") -> int:
    """How many files of a folder may be records."""
    if kind == DOCUMENT:
        return len(_documents(root, folder))
    try:
        return sum(
            1
            for name in os.listdir(os.path.join(root, folder))
            if name.endswith(".json") and name[0] != "."
        )
    except OSError:
        return 0


def folder_fingerprint(root: str, folder: str, kind: str = "") -> str:
    """Changes whenever an entry of the folder is created, renamed or deleted; "" when there is no folder."""
    path, said = os.path.join(root, folder), ""
    if kind == DOCUMENT:
        from . import documents, replacements

        path, said = documents.index_of(root), f" {replacements.said(root)}"
    try:
        info = os.stat(path)
    except OSError:
        return ""
    return f"{info.st_ino}:{info.st_ctime_ns}:{info.st_mtime_ns}{said}"


def _documents(root: str, globs: str) -> list[Entry]:
    """The regular files among documents."""
    from . import replacements
    from .documents import MAX_DOCUMENT, listed

    said = replacements.said(root)
    found = []
    for path in listed(root, globs):
        try:
            info = os.lstat(os.path.join(root, path))
        except OSError:
            continue  # tracked, and gone
        if not stat.S_ISREG(info.st_mode):
            continue
        size = f"has {info.st_size} bytes; a document has at most {MAX_DOCUMENT}"
        fault = (size, "split it") if info.st_size > MAX_DOCUMENT else None
        fingerprint = f"{info.st_ino}:{info.st_ctime_ns}:{info.st_size}"
        if path in said:
            fingerprint += f" {said[path]}"
        found.append(Entry(path, DOCUMENT, fingerprint, fault, info.st_ctime_ns))
    return found


def misnamed(name: str, kind: str) -> tuple[str, str] | None:
    """(what is wrong with the name of a record's file, the next step); None when it is right.

    An agent is shown the name, so it may not say anything. The copy of a team record has the prefix of its project
    (`shop-0123456789ab.`) before its own name.
    """
    prefix, dot, stem = name[: -len(".json")].rpartition(".")
    if kind in CATEGORIES:
        copied = (
            prefix.replace("-", "").isalnum()
            and prefix.isascii()
            and prefix[-13:-12] == "-"
        )
        if valid_id(stem) and (copied or not dot):
            return None
        return (
            "its name is not an ID",
            "rename it to ID.json, where ID has only a-z, 0-9 and hyphens between them",
        )
    plain = name.replace("-", "").replace("_", "").replace(".", "")
    if plain.isascii() and plain.isalnum() and len(name) <= MAX_NAME:
        return None
    return "its name has characters other than letters, digits, - _ .", "rename it"


def unfit(name: str, info: os.stat_result) -> tuple[str, str] | None:
    """(why an entry cannot be a record, the next step), judging by its name and status; None when it may be one."""
    if not name.isprintable():
        return "its name has characters that cannot be displayed", "rename it"
    if stat.S_ISLNK(info.st_mode):
        return "a symbolic link is not followed", "replace it with the file itself"
    if not stat.S_ISREG(info.st_mode):
        return "is not a regular file", "remove it"
    if info.st_size > MAX_RECORD:
        return (
            f"has {info.st_size} bytes; a memory has at most {MAX_RECORD}",
            "split it",
        )
    return None
