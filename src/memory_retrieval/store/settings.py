"""Loads the configuration that is in force in a project: the user's file under the project's."""

from __future__ import annotations

import os

from ..core import config

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.config import Config
    from ..core.model import Store

PROJECT_FILE = "memory-config.json"


def load_config(project: Store | None) -> Config:
    """The project's configuration over the user's; the user's alone without a project."""
    paths = []
    if project is not None:
        for folder, _ in project.folders:
            base = folder.split("/")[0:2] if folder.startswith(".claude/") else []
            if base:
                paths.append(os.path.join(project.root, *base, PROJECT_FILE))
                break
        else:
            paths.append(os.path.join(project.root, PROJECT_FILE))
    if config.config_dir():
        paths.append(os.path.join(config.config_dir(), "config.json"))
    return config.load(*paths)
