"""Which documents the records of a project replace by `supersedes_documents`; read once, and kept until a file changes.

Below what lists and reads the files of stores, since a document's fingerprint depends on it.
"""

from __future__ import annotations

import os
import zlib

from ..core import environment, holds, jsontext
from ..core.files import store_key, write_private
from ..core.model import FOLDERS
from ..core.reading import read_regular
from . import schema
from .layouts import PROJECT_STORE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

KEY = "supersedes_documents"
MOST = 4_194_304  # bytes of a record, and of what is kept
last: dict[str, dict[str, str]] = {}
"""The last answer of `replaced` by its root: whoever reads a document has listed it before."""


def replaced(root: str) -> dict[str, str]:
    """{path of a document: ID of the record that replaces it}, by the records of the project at `root` as they are."""
    files = {}
    for folder in FOLDERS.values():
        try:
            for entry in os.scandir(f"{root}/{PROJECT_STORE}/{folder}"):
                info = entry.stat(follow_symlinks=False)
                files[entry.path] = info.st_ino, info.st_ctime_ns, info.st_size
        except OSError:
            continue  # no such folder, or a file that is gone meanwhile
    state = str(zlib.crc32(repr(files).encode("utf-8", "replace")))
    lines = kept(
        root,
        KEY,
        state,
        lambda: [line for path in files for line in _replaced_by(path)],
    )
    last[root] = dict([line.split(" ", 1)[::-1] for line in lines if line])
    return last[root]


def kept(root: str, what: str, state: str, make: Callable[[], list[str]]) -> list[str]:
    """The lines that `make` gives, from a private file as long as the state is the same."""
    base = environment.cache_dir()
    path = (
        os.path.join(base, "documents", store_key(root, f"{root}\n{what}"))
        if base
        else ""
    )
    try:
        head, *lines = read_regular(path, MOST).decode("utf-8").split("\n")
        if head == state:
            return lines
    except (OSError, ValueError):
        pass
    lines = make()
    try:
        write_private(path, "\n".join([state, *lines]).encode("utf-8"))
    except (OSError, ValueError):
        pass  # a cache that cannot be written keeps nothing
    return lines


def _replaced_by(path: str) -> list[str]:
    """`ID document` for each document that a record replaces; [] for one that is no longer in use.

    A record that another one supersedes still does: what came after it replaces the document, too.
    """
    try:
        data = read_regular(path, MOST)
        raw: Any = (
            jsontext.loads(data.decode("utf-8")) if KEY.encode() in data else None
        )
    except (OSError, ValueError):
        return []
    if (
        schema.validate(raw)
        or raw["schema_version"] != "1.1"
        or raw.get("record_status") not in (None, "active")
    ):
        return []
    if holds.stated(raw["category"], raw["content"]) not in ("", holds.PROPOSED):
        return []
    return [
        f"{raw['id']} {document}"
        for document in raw.get(KEY) or ()
        if document.isprintable()
    ]
