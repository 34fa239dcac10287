"""Whether an entry of `related_files` names a file. No regular expressions, since the patterns are untrusted."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

WILD = frozenset("*?")
MAX_PATTERN = 500  # characters; a longer entry names nothing


def names(pattern: str, path: str) -> bool:
    """Whether `pattern` (a path, a folder or a glob) names the file `path`, both relative to the project.

    `*` and `?` stay within a folder, `**` spans folders.
    """
    while pattern.startswith("./"):
        pattern = pattern[2:]
    pattern = pattern.rstrip("/")
    if not pattern or len(pattern) > MAX_PATTERN:
        return False
    if pattern == path or path.startswith(f"{pattern}/"):
        return True
    return bool(WILD & set(pattern)) and _match(
        pattern.split("/"), path.split("/"), fits, "**"
    )


def touches(pattern: str, path: str) -> bool:
    """Whether what is done to `path`, which may be a glob itself, is done to a file that `pattern` names.

    A path that ends with `/` stands for all that is in the folder.
    """
    plain, other = path.rstrip("/"), pattern.removeprefix("./")
    if names(pattern, plain):
        return True
    return (
        names(f"{path}**", other)
        if plain != path
        else bool(WILD & set(path)) and names(path, other)
    )


def is_broad(pattern: str) -> bool:
    """Whether a pattern names nearly everything: only wildcards and one folder or suffix, as `src/**/*` and `*.py`."""
    parts = [part for part in pattern.strip("./").split("/") if part and part != "**"]
    literal = [part for part in parts if not WILD & set(part)]
    partial = [
        part
        for part in parts
        if WILD & set(part)
        and part.strip("*?").strip(".")
        and not part.startswith("*.")
    ]
    return bool(WILD & set(pattern)) and len(literal) < 2 and not partial


def piece(pattern: str) -> str:
    """The longest plain piece of a pattern: part of every path that it names, and of the path's form in JSON.

    A file with an ending is known by its name, since a command may name it from another folder; what else there is by
    its whole path: words such as `at` and `src` are in any call. Windows writes that with backslashes.
    """
    plain = "".join(
        [
            c if c not in '*?"\\' and c >= " " else "\n"
            for c in pattern.removeprefix("./")
        ]
    )
    longest = max([part.strip("/") for part in plain.split("\n")], key=len)
    name = longest.rpartition("/")[2]
    return name if "." in name or os.sep == "\\" else longest


def fits(pattern: str, name: str) -> bool:
    """Whether the whole of a word fits a pattern with `*` and `?`, in at most len * len steps."""
    return _match(pattern, name, lambda a, b: a in ("?", b), "*")


def _match(
    pattern: Sequence[str],
    parts: Sequence[str],
    same: Callable[[str, str], bool],
    wild: str,
) -> bool:
    """Matches two sequences in at most len * len steps: after a mismatch only the last wildcard takes one part more."""
    at = i = 0
    star = mark = -1
    while at < len(parts):
        if i < len(pattern) and pattern[i] == wild:
            star, mark, i = i, at, i + 1
        elif i < len(pattern) and same(pattern[i], parts[at]):
            i, at = i + 1, at + 1
        elif star >= 0:
            mark += 1
            i, at = star + 1, mark
        else:
            return False
    return all(part == wild for part in pattern[i:])
