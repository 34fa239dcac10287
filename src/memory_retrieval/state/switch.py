"""`memories off` and `on`: the repositories in which this user wants nothing injected."""

from __future__ import annotations

import os

from ..core import config
from ..core.files import write_private


def is_off(root: str) -> bool:
    """Whether the project at `root` (a real path) is switched off for this user."""
    return root in _listed()


def set_off(root: str, off: bool) -> bool:
    """Switches a project off or on; whether that changed anything. OSError when the list cannot be written."""
    listed = _listed()
    if (root in listed) == off:
        return False
    import json  # not at the top: the prompt hook only reads

    listed = [r for r in listed if r != root] + ([root] if off else [])
    write_private(_path(), (json.dumps({"off": listed}, indent=2) + "\n").encode("ascii"))
    return True


def _path() -> str:
    return os.path.join(config.config_dir(), "off.json")


def _listed() -> list[str]:
    value = config.read_json(_path(), []) if config.config_dir() else None
    listed = value.get("off") if isinstance(value, dict) else None
    return [r for r in listed if isinstance(r, str)] if isinstance(listed, list) else []
