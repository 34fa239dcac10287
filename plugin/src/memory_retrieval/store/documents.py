"""Documents of a repository as memories, read in place: Markdown that git tracks and that the settings name.

A folder of such a store is the globs that name its documents, one a line. What git tracks is read from its index, and
kept until that changes. A document is a stranger's text: secrets are removed from what is made of it.
"""

from __future__ import annotations

import os
import zlib

from ..core import clock, settings
from ..core.model import Kind, Memory, Record, Store
from ..core.reading import read_below
from ..core.repository import metadata, repository_root
from . import replacements
from .layouts import DOCUMENT, PROJECT_STORE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterator


MAX_DOCUMENT = 1_000_000  # bytes
MOST = 5000  # documents of a store
STATES = {"accepted": "", "": ""}
"""What core/holds.py calls the states of a document that it calls otherwise."""


def find(kind: Kind, homes: list[str]) -> list[Store]:
    """The documents that the settings of the projects at `homes` name: a store for each project that names any."""
    found = []
    for home in homes:
        globs = _globs(home)
        place = (
            os.path.relpath(home, homes[-1]).replace(os.sep, "/")
            if home != homes[-1]
            else ""
        )
        named = [f"{place}/{glob}" if place else glob for glob in globs]
        if named:
            folders = (("\n".join(named), DOCUMENT),)
            found.append(
                Store(
                    kind,
                    homes[-1],
                    folders,
                    "documents in memory-config.json",
                    place=place,
                )
            )
    return found


def in_use(home: str) -> list[str]:
    """The documents that the settings of a project name."""
    return listed(home, "\n".join(_globs(home)))


def unread(home: str) -> dict[str, int]:
    """{glob: how many} of the documents of a repository that git tracks and the settings do not name."""
    from ..documents.inventory import propose

    read = set(in_use(home))
    left = {
        glob: sum(path not in read for path in paths)
        for glob, paths in propose(tracked(home)).items()
    }
    return {glob: count for glob, count in left.items() if count}


def _globs(home: str) -> list[str]:
    from .settings import load_folder

    given = load_folder(os.path.join(home, *PROJECT_STORE.split("/"))).get(
        settings.DOCUMENTS
    )
    return [glob for glob in given if isinstance(glob, str) and "\n" not in glob]


def index_of(root: str) -> str:
    """The file in which git has what it tracks; one that does not exist where there is no repository."""
    return os.path.join(metadata(repository_root(root) or root) or root, "index")


def listed(root: str, globs: str) -> list[str]:
    """The first MOST paths, sorted, of the documents that globs name."""
    try:
        info = os.stat(index_of(root))
    except OSError:
        return []
    state = f"{info.st_ino}:{info.st_mtime_ns}:{info.st_size}"
    key = "%s %08x" % (state, zlib.crc32(f"{root}\n{globs}".encode("utf-8", "replace")))
    return replacements.kept(root, globs, key, lambda: _named(root, globs))


def tracked(root: str) -> list[str]:
    """The files below a folder that git tracks, relative to it."""
    from ..core.git_index import tracked as read_index

    top = repository_root(root) or root
    place = os.path.relpath(root, top).replace(os.sep, "/") + "/" if root != top else ""
    return [
        path[len(place) :]
        for path in read_index(index_of(root))
        if path.startswith(place)
    ]


def _named(root: str, globs: str) -> list[str]:
    from ..documents.inventory import documents_of

    return [
        path
        for path in documents_of(globs.split("\n"), tracked(root))
        if path.isprintable()
    ][:MOST]


def heads(home: str) -> Iterator[tuple[str, Memory | None, Record]]:
    """(path, it without its text, what was understood of it) of each document; None and {} where it cannot be read."""
    replacements.said(home)
    for path in in_use(home):
        try:
            yield (path, *read(home, path, whole=False))
        except (OSError, ValueError):
            yield path, None, {}


def read(root: str, path: str, *, whole: bool = True) -> tuple[Memory, Record]:
    """(a document as a memory, what was understood of it). OSError or ValueError when it cannot be read.

    whole  False: without its text, from which it takes a hundred times as long to remove secrets
    """
    from ..documents.read import read_document
    from ..documents.tree import Tree
    from ..redact.redact import redact

    data = read_below(root, path, MAX_DOCUMENT)
    text = data.decode("utf-8", "replace").replace("\0", "")
    found = read_document(path, text, Tree(root))
    title, _, line = redact(f"{found.title}\n{found.line}")[0].partition("\n")
    text = redact(text)[0] if whole else ""
    day = clock.parse_time(found.date)
    own = "" if found.status.partly else found.status.successor
    by, *aliases = replacements.last.get(root, {}).get(path) or [""]
    memory = Memory(
        path=path,
        kind=found.category,
        id=path,
        title=title,
        category=found.category,
        tags=found.tags,
        created=day,
        updated=day,
        related_files=found.related_files,
        aliases=tuple(aliases),
        superseded_by=by or own or None,
        body=f"{line}\n{text}",
        digest="{:08x}".format(zlib.crc32(data)),
        state=STATES.get(found.status.word, found.status.word),
    )
    raw: Record = {
        "title": title,
        "says": line,
        "status": found.status.word,
        "date": found.date,
        "text": text,
        "aliases": aliases,
        "successor": found.status.successor or found.status.missing,
        "understood": "yes" if found.understood else "",
    }
    return memory, {key: value for key, value in raw.items() if value}
