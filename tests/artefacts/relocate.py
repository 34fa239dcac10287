"""Moves a made home and its projects to another root: texts, names of files and the index's note of its store's path.

The formulas of names are spelled out here and not imported, so that a change of them in the package is noticed.
"""

import sqlite3
import zlib
from pathlib import Path

PLACEHOLDER = "/@ROOT@"  # stands for the folder that holds the projects
PROJECTS = ("shop", "quiet")
SESSIONS = ("shown", "asked", "compacted")
STORE = b"\x00"
PARTS = ("cache", "state", "data", "config")


def key(text, salt):
    raw = text.encode("utf-8")
    return "%08x%08x" % (zlib.crc32(raw), zlib.crc32(raw[::-1] + salt))


def names(root):
    """Every name on disk that depends on where a project lies."""
    for project in PROJECTS:
        path = f"{root}/{project}"
        yield f"{project}-{key(path, STORE)}"  # search index, catalogue, undo, inbox
        yield key(path, b"u")  # counts of use
        for session in SESSIONS:
            yield key(f"{session}\x00{path}", b"s")  # what a session was given
            yield key(f"{session}\x00{path}", b"t")  # progress of triage
    data = f"{root}/data/memory-retrieval"
    yield f"memory-retrieval-{key(data, STORE)}"


def relocate(folder, old, new):
    """Rewrites everything below `folder` that was made under the root `old` for the root `new`."""
    renamed = dict(zip(names(old), names(new), strict=True))
    for path in sorted(Path(folder).rglob("*"), key=lambda p: -len(p.parts)):
        if path.is_file():
            _rewrite(path, old, new)
        for before, after in renamed.items():
            if path.name == before or path.name.startswith(before + "."):
                path.rename(path.with_name(after + path.name[len(before) :]))


def _rewrite(path, old, new):
    if path.suffix == ".sqlite3":
        with sqlite3.connect(path) as db:
            db.execute("update meta set value = replace(value, ?, ?) where key = 'store'", (old, new))
        db.close()
        return
    data = path.read_bytes()
    if old.encode() in data:
        path.write_bytes(data.replace(old.encode(), new.encode()))
