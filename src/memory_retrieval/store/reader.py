"""Files to records: lists the folders of a store and reads one record, trusting nothing it finds there.

Links, FIFOs, devices, oversized files, names that cannot stand on one line and files outside the store are skipped and named
as problems. Reading writes nothing.
"""

import os
import stat
import zlib

from ..core import clock, jsontext
from ..core.model import CATEGORIES, Memory, Problem
from .schema import validate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator
    from ..core.model import Store

MAX_RECORD = 2_097_152  # bytes; records are a few kilobytes, this leaves room for long session notes
RACY = 20_000_000  # ns; a file this young may change again within the resolution of its times
_NO_TEXT = frozenset(("outcome", "status", "kind", "severity", "active", "priority", "strength", "expires"))


class Entry:
    """A directory entry that may be a record: `path` relative to the store's root, `sign` changes whenever the file does."""

    __slots__ = ("path", "kind", "sign", "problem", "ctime")

    def __init__(self, path, kind, sign, problem, ctime):
        self.path, self.kind, self.sign, self.problem, self.ctime = path, kind, sign, problem, ctime


def list_folder(root, folder, kind):
    # type: (str, str, str) -> list[Entry]
    """The entries named *.json of one folder, in the order of the file system; [] when it is not there.

    OSError when the folder is there and cannot be listed.
    """
    base = os.path.join(root, folder)
    try:
        if os.path.islink(base) and not os.path.realpath(base).startswith(root + os.sep):
            return [Entry(folder, kind, "link", "a link out of the store is not followed; make it a folder", 0)]
        entries = os.scandir(base)
    except (FileNotFoundError, NotADirectoryError):
        return []
    found = []
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
            sign = "%d:%d:%d" % (info.st_ino or entry.inode(), ctime, info.st_size)
            found.append(Entry(folder + "/" + name, kind, sign, _unfit(name, info), ctime))
    return found


def folder_sign(root, folder):
    # type: (str, str) -> str
    """Changes whenever an entry of the folder is created, renamed or deleted; "" when there is no folder."""
    try:
        info = os.stat(os.path.join(root, folder))
    except OSError:
        return ""
    return "%d:%d:%d" % (info.st_ino, info.st_ctime_ns, info.st_mtime_ns)


def _unfit(name, info):
    if not name.isprintable():
        return "its name holds characters that cannot be shown; rename it"
    if stat.S_ISLNK(info.st_mode):
        return "a symbolic link is not followed; put the file itself here"
    if not stat.S_ISREG(info.st_mode):
        return "is no regular file; remove it"
    if info.st_size > MAX_RECORD:
        return "is %d bytes, records have at most %d; split it" % (info.st_size, MAX_RECORD)
    return None


def read_text(path):
    # type: (str) -> str
    """The text of a regular file of at most MAX_RECORD bytes, never through a link. OSError or ValueError otherwise."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    fd = os.open(path, flags)
    try:
        info = os.fstat(fd)
        problem = _unfit("x", info)
        if problem:
            raise ValueError(problem)
        chunks, left = [], info.st_size + 1
        while left > 0:
            chunk = os.read(fd, left)
            if not chunk:
                break
            chunks.append(chunk)
            left -= len(chunk)
        return b"".join(chunks).decode("utf-8")
    finally:
        os.close(fd)


def read_record(root, path, kind):
    # type: (str, str, str) -> tuple[Memory | None, dict[str, Any] | None, list[Problem]]
    """(memory, raw record, problems): memory is None when there is a problem; raw is None when it is no JSON object."""
    try:
        text = read_text(os.path.join(root, path))
    except OSError as error:
        return None, None, [Problem(path=path, message="cannot be read: %s; check its permissions" % (error.strerror or error))]
    except UnicodeDecodeError as error:
        return None, None, [Problem(path=path, message="is not UTF-8 (byte %d); save it as UTF-8" % error.start)]
    except ValueError as error:
        return None, None, [Problem(path=path, message=str(error))]
    try:
        raw = jsontext.loads(text)
    except ValueError as error:
        hint = "merge conflict markers; resolve the conflict" if "<<<<<<<" in text else "correct the JSON (%s)" % error
        return None, None, [Problem(path=path, message="is no JSON: " + hint)]
    pattern_kind = None if kind in CATEGORIES else kind
    problems = [p.replace(path=path) for p in validate(raw, pattern_kind)]
    if problems:
        return None, raw if isinstance(raw, dict) else None, problems
    memory = _pattern(raw, path, kind) if pattern_kind else _project(raw, path)
    return memory.replace(digest="%08x" % zlib.crc32(text.encode("utf-8"))), raw, []


def read_store(store):
    # type: (Store) -> Iterator[tuple[str, Memory | None, list[Problem]]]
    """(path, memory or None, problems) of every entry of a store, folders in order, names sorted."""
    for folder, kind in store.folders:
        try:
            entries = list_folder(store.root, folder, kind)
        except OSError as error:
            yield folder, None, [Problem(path=folder, message="cannot be listed: %s; check its permissions" % error.strerror)]
            continue
        for entry in sorted(entries, key=lambda e: e.path):
            if entry.problem:
                yield entry.path, None, [Problem(path=entry.path, message=entry.problem)]
            else:
                memory, _, problems = read_record(store.root, entry.path, kind)
                yield entry.path, memory, problems


def _project(raw, path):
    return Memory(
        path=path,
        kind=raw["category"],
        id=raw["id"],
        title=raw["title"],
        category=raw["category"],
        tags=tuple(raw["tags"]),
        aliases=tuple(raw.get("aliases") or ()),
        status=raw.get("record_status") or "active",
        created=clock.parse_time(raw["created_at"]),
        updated=clock.parse_time(raw["updated_at"]),
        confidence=raw.get("confidence"),
        severity=raw["content"].get("severity"),
        related_files=tuple(raw.get("related_files") or ()) + tuple(a["path"] for a in raw.get("anchors") or ()),
        superseded_by=raw.get("superseded_by"),
        body="\n".join(_texts(raw["content"])),
    )


def _pattern(raw, path, kind):
    name = path.rsplit("/", 1)[-1][: -len(".json")]
    title = raw.get("title") or raw.get("question") or raw.get("subject") or raw.get("summary") or name
    when = raw.get("learned_at") or raw.get("timestamp") or raw.get("created_at") or raw.get("fetched_at")
    skip = ("id", "title", "tags", "category", "severity", "confidence", "record_status")
    body = [t for key, value in raw.items() if key not in skip and not key.endswith("_at") and key != "timestamp" for t in _texts(value)]
    return Memory(
        path=path,
        kind=kind,
        id=raw.get("id") or name,
        title=title,
        category=raw.get("category") or kind,
        tags=tuple(raw.get("tags") or ()),
        status=raw.get("record_status") or "active",
        created=clock.parse_time(when),
        updated=clock.parse_time(raw.get("updated_at") or when),
        confidence=raw.get("confidence"),
        severity=raw.get("severity"),
        body="\n".join(body),
        do_text=raw.get("do_text") or raw.get("response_summary") or "",
        dont_text=raw.get("dont_text") or "",
    )


def _texts(value):
    # type: (Any) -> list[str]
    """Every text in a value, in order, but for the words that only name a state (accepted, high, open)."""
    if isinstance(value, str):
        return [value] if value.strip() else []
    if isinstance(value, list):
        return [text for item in value for text in _texts(item)]
    if isinstance(value, dict):
        return [text for key, item in value.items() if key not in _NO_TEXT for text in _texts(item)]
    return []
