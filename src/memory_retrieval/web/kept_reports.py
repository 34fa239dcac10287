"""Runs of `memories eval --keep`: figures and page as private files in the state folder, safe to delete."""

from __future__ import annotations

import os
import time
from typing import Any

from ..core import config, jsontext
from ..core.errors import StoreError
from ..core.files import remove_quietly
from ..state.folders import read_private
from ..store import writer
from .values import Report

KEEP = 20
FOLDER = "reports"


def keep(figures: dict[str, Any], html: str) -> str:
    """Stores a run and removes the oldest beyond KEEP; the path of its file."""
    if not config.state_dir():
        raise StoreError("no home folder: set XDG_STATE_HOME to keep reports")
    folder = os.path.join(config.state_dir(), FOLDER)
    writer.make_folder(folder, 0o700)
    path = os.path.join(folder, time.strftime("%Y%m%d-%H%M%S", time.gmtime()) + ".json")
    value = {"at": int(time.time()), "figures": figures, "html": html}
    writer.write_file(path, jsontext.dumps(value).encode("ascii"), 0o600, durable=False)
    for name in _names(folder)[:-KEEP]:
        remove_quietly(os.path.join(folder, name))
    return path


def kept() -> list[Report]:
    """The kept runs, newest first; other files are ignored."""
    folder = os.path.join(config.state_dir() or os.devnull, FOLDER)
    out = []
    for name in reversed(_names(folder)):
        value = read_private(os.path.join(folder, name))
        if isinstance(value, dict) and isinstance(value.get("figures"), dict) and isinstance(value.get("html"), str):
            at = value.get("at")
            out.append(
                Report(
                    name[: -len(".json")],
                    float(at) if isinstance(at, (int, float)) else 0.0,
                    value["figures"],
                    value["html"],
                )
            )
    return out


def _names(folder: str) -> list[str]:
    try:
        return sorted(name for name in os.listdir(folder) if name.endswith(".json") and not name.startswith("."))
    except OSError:
        return []
