"""What a host puts into the context by itself, so that a brief need not say it again."""

from __future__ import annotations

import os

from ..core.reading import read_regular
from ..store.trust import inside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAX_FILE = 262_144  # bytes
MOST = 100  # files
FEWEST = 3  # words of a title: a shorter one may be in any text
_HEAD = "---\n"
_SCOPED = _HEAD + (
    r"(?:[^\n]{0,500}\n){0,20}?(?:paths|globs|fileMatchPattern):[ \t]*(?:\S|\n[ \t]+\S|\n- )"
)
MAX_NAME = 200  # characters of a file that is included


def in_context(root: str, globs: Iterable[str]) -> str:
    """The words of a project's files that globs of `Host.reads` name, and of those that they include, on one line."""
    paths = [path for glob in globs for path in _named(root, glob)]
    texts = []
    for number, path in enumerate(paths):
        real = os.path.realpath(os.path.join(root, path))
        if number == MOST or not inside(real, root):
            continue
        try:
            text = read_regular(real, MAX_FILE, cut=True).decode("utf-8", "replace")
        except OSError:
            continue
        if text.startswith(_HEAD):
            import re  # few files have a head, and a session's start waits for it

            if re.match(_SCOPED, text):
                continue  # it comes when the agent opens one of these files
        texts.append(text)
        paths += [
            found
            for found in _included(text)
            if found not in paths and len(paths) < MOST
        ]
    return _line("\n".join(texts))


def is_said(title: str, context: str) -> bool:
    """Whether a context has a title word for word."""
    line = _line(title) if context.strip() else ""
    return line.count(" ") > FEWEST and line in context


def _named(root: str, glob: str) -> Iterator[str]:
    folder, wild, ending = glob.partition("/**/*")
    if not wild:
        yield glob
    for above, _, names in os.walk(os.path.join(root, folder)) if wild else ():
        yield from [
            os.path.join(above, name) for name in sorted(names) if name.endswith(ending)
        ]


def _included(text: str) -> list[str]:
    lines = [line[1:] for line in text.split("\n") if line.startswith("@")]
    return [line.split()[0][:MAX_NAME] for line in lines if line[:1].strip()]


def _line(text: str) -> str:
    text = text.lower()
    for sign in {sign for sign in {*text} if not (sign.isalnum() or sign == "_")}:
        text = text.replace(sign, " ")
    return f" {' '.join(text.split())} "
