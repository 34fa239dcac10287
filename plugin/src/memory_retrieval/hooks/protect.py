"""Protects a store: refuses an agent's file tools that would write into it, and names the command to use instead.

It decides by the paths of a call; configuration is read only when one of them is in a store.
"""

from __future__ import annotations

import os

from ..core import environment, settings
from ..core.jsontext import dumps
from ..store.layouts import PATTERN_STORE, PROJECT_STORE
from ..store.settings import load_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..hosts import Host
    from .call import Call

REASON = (
    "%s is in the memory store, which is written by commands only, so that memories stay valid and nothing is lost. "
    "To store or change a memory call the MCP tool `save` of the server `memories`, or run `memories save` with the "
    "memory as JSON on standard input (--update ID changes one, --store patterns --kind pattern for .memories/); to "
    "take one out of use `memories retire ID`. "
    "`memories save --help` shows more."
)


def refusal(call: Call, host: Host, cwd: str) -> str:
    """What the host expects on standard output to refuse the call; "" to allow it."""
    home = os.path.realpath(environment.home()) if environment.home() else ""
    for path in call.writes():
        store = store_of(path, cwd or os.curdir, home)
        if store is not None and _is_protected(store):
            from ..core.sanitize import (
                escape,
                one_line,
            )  # not at the top: nearly every call is allowed

            return dumps(host.refusal(REASON % escape(one_line(path, 400))))
    return ""


def store_of(path: str, cwd: str, home: str) -> str | None:
    """The store folder that `path` is in, as written or with links resolved; None outside a store or when exempt."""
    absolute = os.path.normpath(os.path.join(cwd, os.path.expanduser(path)))
    return _store(absolute, home) or _store(os.path.realpath(absolute), home) or None


def _store(path: str, home: str) -> str | None:
    """The store folder, "" for the one exempt file, None outside every store."""
    parts = path.replace("\\", "/").split("/")
    lower = [
        part.casefold() for part in parts
    ]  # on macOS and Windows .Claude/Memory is the same folder
    for layout in (PROJECT_STORE, PATTERN_STORE):
        names = layout.split("/")
        for at in range(len(lower) - len(names) + 1):
            if lower[at : at + len(names)] != names:
                continue
            project = "/".join(parts[:at]) or "/"
            rest = lower[at + len(names) :]
            if not rest or os.path.realpath(project) == home:
                continue  # the folder itself is no file; a home folder is no project
            if layout == PROJECT_STORE and rest == [settings.PROJECT_FILE]:
                return ""
            return "/".join(parts[: at + len(names)])
    user = environment.data_dir()
    inside = bool(user) and path.startswith(os.path.realpath(user) + os.sep)
    return user if inside and path.endswith(".json") else None


def _is_protected(store: str) -> bool:
    """Whether the configuration leaves a store protected."""
    project = os.path.dirname(store)
    if store.endswith("memory"):
        project = os.path.dirname(project)
    config = load_folder(os.path.join(project, *PROJECT_STORE.split("/")))
    return not environment.switched_off() and bool(config.get("save.guard_writes"))
