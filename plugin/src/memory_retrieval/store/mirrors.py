"""Copies of a team database's records in the user's cache, as `memories sync` leaves them, and who searches them.

    team/links/<project>.json   what the project at a root searches: its mirrors, and its own name in the database
    team/mirrors/<mirror>/      a workspace's records without the project's own, a folder for each kind, and mirror.json

This is the reading side, part of every prompt. It knows no database.
"""

from __future__ import annotations

import os

from ..core import environment, settings
from ..core.files import path_key, project_path
from ..core.model import FOLDERS, Store
from . import layouts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LLM_CACHE = (layouts.LLM_CACHE, "llm_cache")
HELD = tuple((folder, kind) for kind, folder in FOLDERS.items()) + layouts.PATTERN_FOLDERS + (LLM_CACHE,)
"""(folder, kind) of a mirror. The number of folders does not grow with the projects: a prompt checks each of them."""
ABOUT = "mirror.json"


def base() -> str:
    """The folder of links and mirrors; "" without a home folder."""
    folder = environment.cache_dir()
    return os.path.join(folder, "team") if folder else ""


def link_path(root: str) -> str:
    """The link of the project at `root` (a real path)."""
    folder = os.path.join(base(), "links")
    return project_path(root, lambda text: os.path.join(folder, path_key(text, b"t") + ".json"))


def mirror_path(name: str) -> str:
    return os.path.join(base(), "mirrors", name)


def read_link(root: str) -> dict[str, Any] | None:
    """{"root", "project", "mirrors": [{"name", "workspace", "address"}]} of a project; None when it has none."""
    value = settings.read_json(link_path(root), []) if base() else None
    if not isinstance(value, dict) or value.get("root") != root or not isinstance(value.get("mirrors"), list):
        return None
    value["mirrors"] = [m for m in value["mirrors"] if isinstance(m, dict) and _is_name(m.get("name"))]
    return value


def find_team(*projects: Store | None) -> list[Store]:
    """The mirrors that a project searches, in the order of its link; [] for a project without a link.

    projects  its store and those around it, of whose links the first counts
    """
    link = next(filter(None, [read_link(store.home) for store in projects if store is not None]), None)
    stores = []
    for mirror in link["mirrors"] if link else ():
        root = os.path.realpath(mirror_path(mirror["name"]))
        if os.path.isdir(root):
            reason = "mirror of workspace {}".format(mirror.get("workspace"))
            stores.append(Store(scope="team", root=root, folders=HELD, reason=reason, only_replaced=True))
    return stores


def about(root: str) -> dict[str, Any]:
    """mirror.json: "workspace", "address", "synced_at", "records", "projects" {prefix of names: project}; else {}."""
    value = settings.read_json(os.path.join(root, ABOUT), [])
    return value if isinstance(value, dict) else {}


def owner(store: Store, path: str, known: dict[str, Any] | None = None) -> str:
    """`workspace/project` of a team record, for people; `known` is the answer of `about`, when it was read already."""
    known = about(store.root) if known is None else known
    projects = known.get("projects")
    project = projects.get(path.rsplit("/", 1)[-1].split(".")[0]) if isinstance(projects, dict) else None
    return "{}/{}".format(known.get("workspace") or "?", project or "?")


def _is_name(name: Any) -> bool:
    return isinstance(name, str) and name.replace("-", "").isalnum() and name.isascii()
