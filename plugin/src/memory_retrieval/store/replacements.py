"""What a project says of its documents: which record replaces one, and under which aliases it is found.

Records are read once, and what they say is kept until a file changes.

Below what lists and reads the files of stores, since a document's fingerprint depends on it.
"""

from __future__ import annotations

import os
import zlib

from ..core import environment, holds, jsontext, settings
from ..core.files import store_key, write_private
from ..core.jsontext import texts_of
from ..core.model import FOLDERS
from ..core.reading import read_regular
from .layouts import PROJECT_STORE
from .settings import load_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

KEY = "supersedes_documents"
MOST_ALIASES = 8  # of a document, as of a record
MOST = 4_194_304  # bytes of a record, and of what is kept
last: dict[str, dict[str, list[str]]] = {}
"""The last answer of `said` by its root: whoever reads a document has listed it before."""


def said(root: str) -> dict[str, list[str]]:
    """{path of a document: [ID of the record that replaces it or "", alias, ...]}, as the project at `root` has it."""
    given = load_folder(f"{root}/{PROJECT_STORE}").get(settings.ALIASES_OF_DOCUMENTS)
    found = {
        path: ["", *texts_of(phrases)[:MOST_ALIASES]] for path, phrases in given.items()
    }
    for path, id in _replaced(root).items():
        found.setdefault(path, [""])[0] = id
    last[root] = found
    return found


def _replaced(root: str) -> dict[str, str]:
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
    return dict([line.split(" ", 1)[::-1] for line in lines if line])


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
    from . import schema  # a prompt seldom needs it

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
