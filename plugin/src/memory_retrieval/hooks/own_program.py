"""Which program a shell starts for `memories`, and whether it is this product, in this version and safe from others.

The plugin, the copy that `memories setup` makes, a clone, and a package of pip, pipx or uv may all be on one machine.
Files of the same version do the same, so it does not matter which of them a shell finds first.
"""

from __future__ import annotations

import os

from .. import __version__
from ..core import environment, programs
from ..core.paths import PLUGIN_FOLDER
from ..core.reading import read_regular
from ..core.shell import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NAME = "memories"
PACKAGE = "memory_retrieval"
COPY = "-plugin"  # what `setup/plugin.py` adds to the name of the data folder
START = b"from memory_retrieval.cli.main import main"  # in bin/memories, and in what pip, pipx and uv write
MAX_PROGRAM = 65_536  # bytes


def is_ours(word: str, projects: Sequence[str]) -> bool:
    """Whether a command that starts with `word` runs this product.

    word      `memories`, or an absolute path
    projects  real paths of the folders whose contents the user did not choose: nothing below them counts as ours
    """
    ours = os.path.join(PLUGIN_FOLDER, "bin", NAME)
    found = (
        _first_on_path(ours, projects) if word == NAME or os.path.isabs(word) else ""
    )
    path = found if word == NAME else word
    if not path or os.path.basename(path) != NAME:
        return False
    program = os.path.realpath(path)
    if program == ours and word == NAME:
        return os.path.exists(ours)
    # What a file says of itself proves nothing: any clone on the machine can say it. So the user must have chosen it.
    chosen = {ours, os.path.realpath(found)}
    if environment.data_dir():
        chosen.add(os.path.realpath(_copy()))
    if program not in chosen or _below(path, projects) or _below(program, projects):
        return False
    return program == ours or _is_same_version(program)


def command() -> str:
    """How the agent's shell starts our command: by its name where that is certain to be ours, else by its path."""
    ours = os.path.join(PLUGIN_FOLDER, "bin", NAME)
    plugin = environment.get("CLAUDE_PLUGIN_ROOT")
    for folder in environment.get("PATH").split(os.pathsep):
        path = os.path.join(folder, NAME)
        if folder and os.path.lexists(path):
            if os.path.realpath(path) == ours:
                return NAME
            break
    else:
        if plugin and os.path.realpath(os.path.join(plugin, "bin", NAME)) == ours:
            return (
                NAME  # the host puts the plugin's bin folder on the path of its shell
            )
    if not os.path.exists(ours):
        return NAME  # installed as a package
    return quote(ours)


def _copy() -> str:
    """The program of the copy that `memories setup` makes."""
    return os.path.join(environment.data_dir() + COPY, "bin", NAME)


def _first_on_path(ours: str, projects: Sequence[str]) -> str:
    """What a shell finds; "" where a folder that is not trusted comes first. The host adds ours at the end."""
    for folder, trusted in programs.search_path(*projects):
        path = os.path.join(folder, NAME)
        if not trusted:
            return ""
        if os.path.isfile(path) and os.access(
            path, os.X_OK
        ):  # a shell goes on otherwise
            return path
    return ours


def _is_same_version(program: str) -> bool:
    """Whether a program belongs to a package of this version, and only the user or root can change either."""
    if os.name == "nt" or not os.path.isfile(program) or START not in _read(program):
        return False
    line = b'__version__ = "%s"' % __version__.encode("ascii")
    return any(
        line in _read(os.path.join(package, "__init__.py"))
        and not (programs.exposed(program) or programs.exposed(package))
        for package in _packages(os.path.dirname(os.path.dirname(program)))
    )


def _packages(prefix: str) -> Iterator[str]:
    """Where the package of `prefix`/bin/memories may be: in a clone or a plugin, else in an environment."""
    yield os.path.join(prefix, "src", PACKAGE)
    library = os.path.join(prefix, "lib")
    for python in sorted(os.listdir(library)) if os.path.isdir(library) else ():
        for name in ("site-packages", "dist-packages"):
            yield os.path.join(library, python, name, PACKAGE)


def _below(path: str, projects: Sequence[str]) -> bool:
    folders = tuple(root + os.sep for root in projects)
    return any(
        (place + os.sep).startswith(folders) for place in (path, os.path.realpath(path))
    )


def _read(path: str) -> bytes:
    try:
        return read_regular(path, MAX_PROGRAM)
    except OSError:
        return b""
