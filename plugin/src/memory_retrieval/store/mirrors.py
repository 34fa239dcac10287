"""Copies of a team database's records in the user's cache, as `memories team sync` leaves them, and who searches them.

    team/links/<project>.json   what the project at a root searches: its mirrors, and its own name in the database
    team/mirrors/<mirror>/      a workspace's records without the project's own, a folder for each kind, and mirror.json

This is the reading side, part of every prompt. It knows no database.
"""

from __future__ import annotations

import os
import time

from ..core import environment, settings
from ..core.files import path_key, project_path
from ..core.model import FOLDERS, JsonObject, Kind, Store
from . import layouts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


LLM_CACHE = (layouts.LLM_CACHE, "llm_cache")
HELD = (
    tuple((folder, kind) for kind, folder in FOLDERS.items())
    + layouts.PATTERN_FOLDERS
    + (LLM_CACHE,)
)
"""(folder, kind) of a mirror. The number of folders does not grow with the projects: a prompt checks each of them."""
ABOUT = "mirror.json"
DUE = 3600.0  # seconds after which a session start asks a server again


def base() -> str:
    """The folder of links and mirrors; "" without a home folder."""
    folder = environment.cache_dir()
    return os.path.join(folder, "team") if folder else ""


def link_path(root: str) -> str:
    """The link of the project at `root` (a real path)."""
    folder = os.path.join(base(), "links")
    return project_path(
        root, lambda text: os.path.join(folder, path_key(text, b"t") + ".json")
    )


def mirror_path(name: str) -> str:
    return os.path.join(base(), "mirrors", name)


def read_link(root: str) -> JsonObject | None:
    """{"root", "project", "mirrors": [{"name", "workspace", "address"}]} of a project; None when it has none."""
    value = settings.read_json(link_path(root), []) if base() else None
    if (
        not isinstance(value, dict)
        or value.get("root") != root
        or not isinstance(value.get("mirrors"), list)
    ):
        return None
    value["mirrors"] = [
        m for m in value["mirrors"] if isinstance(m, dict) and _is_name(m.get("name"))
    ]
    return value


def is_server(address: str) -> bool:
    """Whether an address is that of a team's server rather than of a database."""
    return address.startswith(("https://", "http://"))


def due_program(root: str) -> str:
    """The program that has mirrored a team's server for a project, when an hour has passed; else "". The next call waits
    another hour."""
    link, path = read_link(root) or {}, link_path(root)
    addresses = [str(entry.get("address")) for entry in link.get("mirrors", ())]
    if not addresses or not all(map(is_server, addresses)):
        return ""
    if time.time() - os.stat(path).st_mtime < DUE:
        return ""
    os.utime(path)  # first, so that a server that hangs is not asked again at once
    return str(link.get("program") or "")


def find(kind: Kind, homes: list[str]) -> list[Store]:
    """The mirrors that a project searches, in the order of its link; [] for a project without a link.

    homes  its folder and those of the projects around it, of whose links the first counts
    """
    link = next(filter(None, map(read_link, homes)), None)
    stores = []
    for mirror in link["mirrors"] if link else ():
        root = os.path.realpath(mirror_path(mirror["name"]))
        if os.path.isdir(root):
            reason = "mirror of workspace {}".format(mirror.get("workspace"))
            stores.append(
                Store(
                    kind=kind,
                    root=root,
                    folders=HELD,
                    reason=reason,
                    only_replaced=True,
                )
            )
    return stores


def about(root: str) -> JsonObject:
    """mirror.json: "workspace", "address", "synced_at", "records", "projects" {prefix of names: project}; else {}."""
    value = settings.read_json(os.path.join(root, ABOUT), [])
    return value if isinstance(value, dict) else {}


def owners(store: Store) -> Callable[[str], str]:
    """The function from the path of a record of a mirror to its `workspace/project`, for people."""
    known = about(store.root)
    projects = known.get("projects")
    projects = projects if isinstance(projects, dict) else {}

    def owner(path: str) -> str:
        project = projects.get(path.rsplit("/", 1)[-1].split(".")[0])
        return "{}/{}".format(known.get("workspace") or "?", project or "?")

    return owner


def _is_name(name: Any) -> bool:
    return isinstance(name, str) and name.replace("-", "").isalnum() and name.isascii()
