"""Loads the configuration that is in force in a project: the user's file under the project's."""

from __future__ import annotations

import os

from ..core import config
from .layouts import PROJECT_STORE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.config import Config
    from ..core.model import Store


def load_config(project: Store | None) -> Config:
    """The project's configuration over the user's; the user's alone without a project."""
    return load_folder(_config_folder(project) if project is not None else "")


def load_folder(folder: str) -> Config:
    """The configuration of the store in `folder` over the user's; the user's alone for ""."""
    paths = [os.path.join(folder, config.PROJECT_FILE)] if folder else []
    if config.config_dir():
        paths.append(os.path.join(config.config_dir(), config.USER_FILE))
    return config.load(*paths)


def _config_folder(project: Store) -> str:
    """`.claude/memory` of a project that has it, else the store itself."""
    if any(folder.startswith(PROJECT_STORE + "/") for folder, _ in project.folders):
        return os.path.join(project.root, *PROJECT_STORE.split("/"))
    return project.root
