"""The folders of private state outside the repository: one for each kind of file, in it one for each store if needed.

All of it is the user's alone (0700, 0600) and may be lost without harm to the store.
"""

from __future__ import annotations

import os

from ..core import clock, environment, jsontext
from ..core.errors import StoreError
from ..core.files import (
    path_key,
    project_path,
    remove_quietly,
    store_key,
    write_private,
)
from ..core.reading import read_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..core.model import JsonObject

ENDING = ".json"
MAX_FILE = (
    33_554_432  # bytes; an entry of the undo journal holds the files of one write
)


class Keyed:
    """A private JSON object for each store, or for each key in it, such as a session."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def path(self, root: str, key: str = "") -> str:
        """The file; "" without a home folder."""
        return state_file(self.kind, root, key)

    def read(self, root: str, key: str = "") -> JsonObject:
        """What is kept; {} when nothing is, or it is damaged."""
        return read_object(self.path(root, key))

    def write(self, root: str, key: str = "", **value: Any) -> bool:
        """Replaces what is kept, and says whose it is; False when it cannot be written."""
        return write_object(self.path(root, key), {"root": root, **value})

    def must_write(self, root: str, **value: Any) -> None:
        """The same; nothing without a home folder, StoreError when it cannot be written."""
        path = self.path(root)
        if path:
            _put(path, jsontext.dumps({"root": root, **value}))


class Filed:
    """A folder of private JSON files for each store, with a name for each file."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def path(self, root: str, name: str) -> str:
        """A file; "" without a home folder."""
        folder = folder_path(self.kind, root)
        return os.path.join(folder, name + ENDING) if folder else ""

    def paths(self, root: str) -> list[str]:
        """The files, in the order of their names; none without a folder, which is not created."""
        folder = folder_path(self.kind, root)
        try:
            names = os.listdir(folder) if folder else []
        except OSError:
            return []
        return [
            os.path.join(folder, name)
            for name in sorted(names)
            if name.endswith(ENDING) and name[0] != "."
        ]

    def write(self, root: str, name: str, text: str) -> str:
        """Writes a file, and creates the folder when it is missing; returns its path. StoreError when it fails."""
        path = os.path.join(private_folder(self.kind, root), name + ENDING)
        _put(path, text)
        return path


def _put(path: str, text: str) -> None:
    from ..store.writer import (
        storage_error,
    )  # not at the top: hooks write what may be lost

    try:
        write_private(path, text.encode("ascii"))
    except OSError as error:
        raise storage_error(path, error) from error


def private_folder(kind: str, root: str) -> str:
    """The folder of a store for one kind of file, created when missing. StoreError when that fails."""
    from ..store.writer import (
        make_folder,
    )  # not at the top: the prompt hook writes no such folder

    path = folder_path(kind, root)
    if not path:
        raise StoreError(
            f"no home folder; set XDG_STATE_HOME, so that {kind} files can be kept"
        )
    make_folder(path, 0o700)
    return path


def folder_path(kind: str, root: str) -> str:
    """The same without creating it; "" without a home folder."""
    base = environment.state_dir()
    return (
        project_path(root, lambda text: os.path.join(base, kind, store_key(root, text)))
        if base
        else ""
    )


def state_file(kind: str, root: str, session: str = "") -> str:
    """The file of a kind for a project, or for one session of it; "" without a home folder."""
    base, before = environment.state_dir(), f"{session}\x00" if session else ""
    if not base:
        return ""
    salt, start = kind[:1].encode("ascii"), os.path.join(base, kind, "")
    return project_path(
        root, lambda text: start + path_key(before + text, salt, "replace") + ENDING
    )


def read_private(path: str) -> Any:
    """The JSON value of a private file; None when it is missing or damaged."""
    try:
        return jsontext.loads(read_regular(path, MAX_FILE).decode("utf-8"))
    except (OSError, ValueError):
        return None


def read_object(path: str) -> JsonObject:
    """The JSON object in a private file; {} when it is missing or damaged, and for the path ""."""
    value = read_private(path) if path else None
    return value if isinstance(value, dict) else {}


def write_object(path: str, value: JsonObject) -> bool:
    """Replaces a private file with a JSON object; False when it cannot be written, and for the path ""."""
    try:
        if path:
            write_private(path, jsontext.dumps(value).encode("ascii"))
    except OSError:
        return False
    return bool(path)


def remove_older(kind: str, days: float, now: float) -> None:
    """Removes the files of a kind that have not changed for `days` (0: none). Never fails.

    now  in seconds since 1970
    """
    for path, changed in files_of(kind) if days else ():
        if now - changed > days * clock.DAY:
            remove_quietly(path)


def files_of(kind: str) -> list[tuple[str, float]]:
    """(path, when it was changed, in seconds since 1970) of the files of a kind; [] when they cannot be listed."""
    folder = os.path.join(environment.state_dir() or os.devnull, kind)
    try:
        with os.scandir(folder) as entries:
            return [(entry.path, entry.stat().st_mtime) for entry in entries]
    except OSError:
        return []
