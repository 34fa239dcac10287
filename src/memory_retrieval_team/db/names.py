"""The names of workspaces and projects in a database, and the origin by which a repository is known."""

from __future__ import annotations

import os

from memory_retrieval.core.errors import MemoryRetrievalError
from memory_retrieval.core.repository import called

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .connection import Connection

MAX_NAME = 200  # characters
PATIENCE = 5  # seconds


def default_project(root: str) -> str:
    """The origin, which all clones share; without one, the folder's name."""
    return origin(root) or os.path.basename(os.path.realpath(root)) or "project"


def short(name: str) -> str:
    """The last part of an origin, which was the default name until version 2 of the tables."""
    return name.rpartition("/")[2]


def origin(root: str) -> str:
    """The address of the origin remote, without what differs between clones, and the folder within the repository:
    github.com/acme/api; "" without a remote."""
    top, *address = called(root)
    within = os.path.relpath(root, top)
    return "/".join([*address, within]).removesuffix("/.") if address else ""


def of_origin(connection: Connection, known: str, name: str) -> list[tuple[str, str]]:
    """The (workspace, project) of an origin that the role may see, else those of this name whose origin nobody has
    told."""
    query = """SELECT workspace, project FROM (
            SELECT workspace, project, origin, max(origin) OVER () AS best FROM (
                SELECT workspace, project, coalesce(to_jsonb(p)->>'origin', '') AS origin FROM projects p) q
            WHERE origin = %s OR (origin = '' AND project = %s)) f
        WHERE origin = best ORDER BY 1, 2"""
    return connection.execute(query, (known, name)).fetchall()


def checked(name: str, option: str) -> str:
    """The name if it is a valid key that prints on one line; MemoryRetrievalError otherwise."""
    shows = name.isprintable() and name == name.strip()
    if not 1 <= len(name) <= MAX_NAME or not shows or name == "*":
        raise MemoryRetrievalError(
            f"{option} {name[:60]!r}: expected 1 to {MAX_NAME} displayable characters, other than '*'"
        )
    return name
