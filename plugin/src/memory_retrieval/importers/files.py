"""What importers share: the value that each yields, and finding and reading their files, in a stable order.

A link is followed at the path that the user typed and nowhere else: `typed` alone follows one. Everything below its
answer is opened without following any.
"""

from __future__ import annotations

import os

from ..core.model import Value
from ..core.reading import UnfitFile, read_below, read_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

MAX_TITLE = 120  # characters
MAX_FILE = 4_194_304  # bytes of a note
MAX_FILES = 20_000  # of one source
MAX_DEPTH = 20  # folders below it
SKIPPED = frozenset(
    (".git", "node_modules", ".venv", "venv", "dist", "build", "target", "vendor")
)


class Item(Value):
    """Something found elsewhere, still to be brought in.

    origin    where it is from, for the person
    category  the category it has or most likely has
    record    whole, to be saved, or partial where there are `texts`
    texts     what it was found in, as evidence for the person who reviews it in the inbox; () for a whole record
    problem   why it cannot be read; "" when it was
    store     whose it is: "project", or "user" for what is about the user
    """

    origin: str
    category: str = ""
    problem: str = ""
    store: str = "project"
    record: dict[str, Any] = {}
    texts: tuple[str, ...] = ()


def typed(path: str) -> str:
    """The file or folder that a path means which the user typed, links followed."""
    return os.path.realpath(path)


def is_plain(path: str) -> bool:
    """Whether a path leads to its file or folder through no link."""
    return os.path.realpath(path) == os.path.abspath(path)


def markdown_files(path: str) -> Iterator[tuple[str, str, str]]:
    """(name, text, problem) of each Markdown file at or below a path; `problem` says why a file was not read."""
    folder, names = _listed(path, ".md")
    for name in names:
        yield read_markdown(folder, name)


def read_markdown(folder: str, name: str) -> tuple[str, str, str]:
    """(name, text, problem) of a file by its path below a folder."""
    try:
        if not is_plain(folder):
            raise UnfitFile(40, "is reached through a link, and links are not followed")
        data = read_below(folder, name.replace(os.sep, "/"), MAX_FILE)
    except OSError as error:
        return name, "", problem_of(os.path.join(folder, name), error)
    if b"\0" in data:
        return name, "", "is not UTF-8; save it as UTF-8"
    text = (
        data.decode("utf-8", "replace")
        .lstrip("\ufeff")
        .replace("\r\n", "\n")
        .replace("\r", "\n")
    )
    return name, text, ""


def problem_of(path: str, error: OSError) -> str:
    """Why a file cannot be read, and for a link how it can."""
    if is_plain(path):
        return error.strerror or str(error)
    return "is reached through a link, and links are followed only at a path that you type; import it by its own path"


def read_head(path: str, limit: int) -> str:
    """The first bytes of a file as text; OSError when it cannot be read."""
    return read_regular(path, limit, cut=True).decode("utf-8", "replace")


def files_below(path: str, ending: str) -> list[str]:
    """The path itself when it is a file, else the files below it with a name's ending. Links are not followed."""
    folder, names = _listed(path, ending) if is_plain(path) else (path, [])
    return [os.path.join(folder, name) for name in names]


def _listed(path: str, ending: str) -> tuple[str, list[str]]:
    """(folder, the names below it) of the files at or below a path; of a link its own name, to say that it is one."""
    if os.path.isfile(path) or not is_plain(path):
        return os.path.dirname(os.path.abspath(path)), [os.path.basename(path)]
    found: list[str] = []
    for folder, names, files in os.walk(path):
        depth = os.path.relpath(folder, path).count(os.sep)
        names[:] = (
            sorted(n for n in names if n not in SKIPPED) if depth < MAX_DEPTH else []
        )
        for name in sorted(files):
            file = os.path.join(folder, name)
            if (
                name.endswith(ending)
                and os.path.isfile(file)
                and not os.path.islink(file)
            ):
                found.append(os.path.relpath(file, path))
        if len(found) > MAX_FILES:
            break
    return path, found[:MAX_FILES]
