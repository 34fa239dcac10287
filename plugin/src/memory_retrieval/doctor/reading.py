"""The settings files of hosts, as values. What cannot be read is said, and counts as empty."""

from __future__ import annotations

import importlib
import os

from ..core.errors import ConfigError
from ..core.reading import read_below, read_regular
from ..setup import settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_FILE = 16_777_216  # bytes of a host's settings


def read(path: str, within: str = "") -> tuple[Any, str]:
    """(the object in a file of JSON, with or without comments, or of TOML; why it cannot be used).

    ({}, "") for a missing file, (None, "") for TOML that this Python has no parser for.

    within  the repository that the file belongs to: no link is followed there
    """
    try:
        text = _text(path, within)
        value = _toml(text) if path.endswith(".toml") else settings.loads(text)
    except (FileNotFoundError, NotADirectoryError):
        return {}, ""
    except ImportError:
        return None, ""
    except OSError as error:
        return {}, error.strerror or "cannot be read"
    except UnicodeDecodeError as error:
        return {}, f"byte {error.start} is not UTF-8"
    except (ConfigError, ValueError) as error:
        return {}, str(error)
    return (value, "") if isinstance(value, dict) else ({}, "expected an object")


def _text(path: str, within: str) -> str:
    if within:
        return read_below(within, os.path.relpath(path, within), MAX_FILE).decode(
            "utf-8"
        )
    return read_regular(path, MAX_FILE, links=True).decode("utf-8")


def _toml(text: str) -> Any:
    tomllib: Any = importlib.import_module("tomllib")
    return tomllib.loads(text)
