"""Configuration files that cannot be used at all, and the setting that a misspelt one may stand for."""

from __future__ import annotations

import difflib
import os

from ..core import config
from ..store.layouts import PROJECT_STORE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Store


def problems(store: Store | None) -> list[tuple[str, str]]:
    """(path, why) of the user's and of the repository's file where the whole file is left out."""
    found = []
    paths = [os.path.join(config.config_dir(), config.USER_FILE)] if config.config_dir() else []
    if store is not None:
        base = os.path.join(store.root, *PROJECT_STORE.split("/"))
        paths.append(os.path.join(base if os.path.isdir(base) else store.root, config.PROJECT_FILE))
    for path in paths:
        warnings: list[str] = []
        value = config.read_json(path, warnings, links=not path.endswith(config.PROJECT_FILE))
        if warnings:
            found.append((path, warnings[0][len(path) :].lstrip(": ").partition("; ")[0]))
        elif value is not None and not isinstance(value, dict):
            found.append((path, "expected an object, got %s" % type(value).__name__))
    return found


def nearest(key: str) -> str:
    """The setting that a misspelt key most resembles; "" when none does."""
    known = [setting.key for setting in config.SETTINGS]
    short = {name.rpartition(".")[2]: name for name in reversed(known)}
    close = difflib.get_close_matches(key, known, 1, 0.75)
    if close:
        return close[0]
    close = difflib.get_close_matches(key.rpartition(".")[2], list(short), 1, 0.85)
    return short[close[0]] if close else ""
