"""The plugin's files, wherever this product runs from, and the copy of them that hosts are set up with.

The copy is all that runs: no tests, no labelled collections, no documentation. It stays where it is when a clone is
moved, and when a package is installed again.
"""

from __future__ import annotations

import os
import shutil

from ..core import environment, programs
from ..core.errors import ConfigError
from ..core.paths import INSTALLED, PLUGIN_FOLDER, SOURCE
from ..core.reading import read_regular
from ..store.writer import make_folder, write_file

PARTS = (
    ".claude-plugin",
    ".codex-plugin",
    ".mcp.codex.json",
    ".mcp.json",
    "NOTICE",
    "agents",
    "bin",
    "hooks",
    "integrations",
    "skills",
)
"""What a plugin has besides the package, which is below its `src`; the wheel holds them too (pyproject.toml)."""
PACKAGE = "memory_retrieval"
MAX_FILE = 33_554_432  # bytes
LEFT_OUT = ("__pycache__", "root")


def folder() -> str:
    """Where the copy lies. ConfigError without a home folder."""
    base = environment.data_dir()
    if not base:
        raise ConfigError(
            "no home folder: set XDG_DATA_HOME, where the copy that hosts start is put"
        )
    return f"{base}-plugin"


def source() -> str:
    """The folder with the plugin's files here: a clone, a copy, or what an installed package has of them."""
    for root in (PLUGIN_FOLDER, INSTALLED):
        if os.path.isfile(os.path.join(root, "hooks", "launch.sh")):
            return root
    raise ConfigError(
        f"{PLUGIN_FOLDER}: holds no plugin (hooks, skills); run `memories setup` from a clone"
    )


def is_current() -> bool:
    """Whether the copy is there, and the same as the files here."""
    target = folder()
    if os.path.realpath(target) == PLUGIN_FOLDER:
        return True  # this is the copy
    there, files = dict(_walk(target, "")), _files()
    if set(there) != set(files):
        return False
    return (
        all(_same(files[name], there[name]) for name in files) and not open_to_others()
    )


def open_to_others() -> bool:
    """Whether another user may change any of the copy; every hook of every project runs from it."""
    walk = os.walk(folder())
    for place, _, files in walk:
        if any(
            programs.others_may_write(os.path.join(place, name))
            for name in (".", *files)
        ):
            return True
    return False


def write() -> None:
    """Makes the copy, or replaces it as a whole: what a host starts meanwhile is the old or the new one."""
    target = folder()
    beside = target + "." + str(os.getpid())
    fresh, old = f"{beside}.new", f"{beside}.old"
    try:
        for name, path in _files().items():
            is_program = name.startswith("bin/") or name.endswith(".sh")
            _put(os.path.join(fresh, name), _read(path), 0o755 if is_program else 0o644)
        if os.path.lexists(target):
            os.rename(target, old)
        os.rename(fresh, target)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)


def remove() -> None:
    shutil.rmtree(folder(), ignore_errors=True)


def _files() -> dict[str, str]:
    """The path of each file by its name in the copy."""
    root = source()
    package = _walk(os.path.join(SOURCE, PACKAGE), f"src/{PACKAGE}")
    found = dict(file for file in package if not file[1].startswith(INSTALLED + os.sep))
    for part in PARTS:
        found.update(_walk(os.path.join(root, part), part))
    return found


def _walk(path: str, name: str) -> list[tuple[str, str]]:
    """(name, path) of a file, or of each file below a folder; links are followed."""
    if os.path.isfile(path):
        return [(name, path)]
    found = []
    for entry in sorted(os.listdir(path)) if os.path.isdir(path) else ():
        if entry not in LEFT_OUT and not entry.endswith(".pyc"):
            inner = f"{name}/{entry}" if name else entry
            found += _walk(os.path.join(path, entry), inner)
    return found


def _read(path: str) -> bytes:
    return read_regular(path, MAX_FILE, links=True)


def _same(one: str, other: str) -> bool:
    return os.path.getsize(one) == os.path.getsize(other) and _read(one) == _read(other)


def _put(path: str, data: bytes, mode: int) -> None:
    make_folder(os.path.dirname(path))
    write_file(path, data, mode, durable=False)
