"""The configuration in force in a project: the user's, which a repository's can make quieter and smaller."""

from __future__ import annotations

import os

from ..core import environment, settings
from .layouts import PROJECT_STORE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..core.model import Store
    from ..core.settings import Config, Setting

YOURS, LOWER, HIGHER, UNSET = "yours", "lower", "higher", "unset"
_YOURS = (
    "logging.enabled",
    "save.guard_writes",
    "share.refresh",
    settings.REPOSITORIES,
    settings.SHARES,
)
_UNSET = ("check.", "delete.", "document", "retrieval.match_strategy")
_UNSET_OF_CATEGORIES = (".description", ".max_retained", ".retention_days")
_QUIETER = "session.brief", "triage.mode"


def load_config(project: Store | None, *above: Store) -> Config:
    """The user's configuration with what the project's may change of it; the user's alone without a project.

    above  the stores around the project's, which say what its own configuration leaves open, the nearest first
    """
    return load_folder(
        *[_config_folder(store) for store in (project, *above) if store is not None]
    )


def load_folder(folder: str = "", *above: str) -> Config:
    """The same for the store in `folder`; the user's alone for ""."""
    users = users_file()
    own = settings.load(users, at=folder) if users else settings.Config()
    paths = [os.path.join(path, settings.PROJECT_FILE) for path in (folder, *above)]
    return _limited(own, settings.load(*paths), folder) if folder else own


def users_file() -> str:
    """The user's own configuration; "" without a home folder."""
    folder = environment.config_dir()
    return os.path.join(folder, settings.USER_FILE) if folder else ""


def rule(key: str) -> str:
    """What a repository may do to a setting.

    YOURS   nothing
    LOWER   give a lower value than the user's (or the default): switch it off, or name an earlier choice
    HIGHER  give a higher value: switch it on, or name a later choice
    UNSET   give any value where the user gives none, since none is louder than another
    """
    if key in _YOURS:
        return YOURS
    if key in _QUIETER:
        return HIGHER
    if key.startswith(_UNSET) or (
        key.startswith("categories.") and key.endswith(_UNSET_OF_CATEGORIES)
    ):
        return UNSET
    return LOWER


def _limited(own: Config, theirs: Config, folder: str) -> Config:
    """The user's settings and those of a repository that may count beside them; a warning for each other one."""
    values = {s.key: own.get(s.key) for s in settings.SETTINGS if own.is_set(s.key)}
    warnings = own.warnings + theirs.warnings
    for setting in settings.SETTINGS:
        if not theirs.is_set(setting.key):
            continue
        key, value = setting.key, theirs.get(setting.key)
        bound = own.get(key)
        if _may(setting, value, bound, own):
            values[key] = value
        elif value != bound:
            path = os.path.join(folder, settings.PROJECT_FILE)
            warnings.append(f"{path}: {key}: {value!r} is ignored: {_WHY[rule(key)]}")
    ignored = list(dict.fromkeys(own.ignored + theirs.ignored))
    return settings.Config(
        values, warnings, list(dict.fromkeys(own.unknown + theirs.unknown)), ignored
    )


_WHY = {
    YOURS: "only your own configuration can set this",
    LOWER: "a repository can only lower it",
    HIGHER: "a repository can only raise it",
    UNSET: "your own configuration sets it differently",
}


def _may(setting: Setting, value: Any, bound: Any, own: Config) -> bool:
    what = rule(setting.key)
    if what in (YOURS, UNSET):
        return what == UNSET and not own.is_set(setting.key)
    if setting.kind == "choice":
        value, bound = setting.choices.index(value), setting.choices.index(bound)
    return bool(value <= bound if what == LOWER else value >= bound)


def _config_folder(project: Store) -> str:
    """`.claude/memory` of a project that has it, and for its patterns; else the store itself."""
    if not project.kind.curated or any(
        folder.startswith(project.placed(PROJECT_STORE) + "/")
        for folder, _ in project.folders
    ):
        return os.path.join(project.home, *PROJECT_STORE.split("/"))
    return project.home
