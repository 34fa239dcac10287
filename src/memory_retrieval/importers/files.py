"""Finds and reads the files of an import, in a stable order."""

from __future__ import annotations

import os

from ..core.reading import read_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_FILE = 4_194_304  # bytes of a note
SKIPPED = frozenset((".git", "node_modules", ".venv", "venv", "dist", "build", "target", "vendor"))


def markdown_files(path: str, ending: str = ".md") -> Iterator[tuple[str, str, str]]:
    """(name, text, problem) of each Markdown file at or below a path; `problem` says why a file was not read."""
    for file in files_below(path, ending):
        name = os.path.relpath(file, path) if os.path.isdir(path) else os.path.basename(file)
        try:
            text = read_regular(file, MAX_FILE, links=file == path).decode("utf-8", "replace")
            yield name, text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n"), ""
        except OSError as error:
            yield name, "", error.strerror or str(error)


def files_below(path: str, ending: str) -> Iterator[str]:
    """The path itself when it is a file, else the files below it with a name's ending. Links are not followed."""
    if os.path.isfile(path):
        yield path
    for folder, names, files in os.walk(path):
        names[:] = sorted(n for n in names if n not in SKIPPED)
        for name in sorted(files):
            file = os.path.join(folder, name)
            if name.endswith(ending) and os.path.isfile(file) and not os.path.islink(file):
                yield file
