"""What a host starts: the folder of a copy of this product, or of one that does the same work. Runs nothing."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass

from ..core import programs
from ..core.errors import ConfigError
from ..core.paths import REPOSITORY, SOURCE
from ..core.reading import read_below, read_regular
from ..core.repository import upwards
from ..hosts.plan import KEY, LAUNCHER
from ..setup import plugin, settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_FILE = 16_777_216  # bytes of a host's settings
NEEDED = ("hooks/launch.sh", "hooks/memory_hook.py", "bin/memories", "src/memory_retrieval/hooks/runner.py")
"""What a copy cannot do without; a host's own list of hooks comes on top."""
OURS, PRIOR = "ours", "prior"
CODE = ("", "bin", "hooks", "src", ".claude-plugin", ".codex-plugin")  # of a plugin's folder; the rest is not run
_NAME = re.compile(r"(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
FOLDER, CACHE = "folder", "cache"


@dataclass(frozen=True)
class Copy:
    """A copy that a host starts.

    name     as the host calls it: `memory@memory-retrieval`
    root     the product's folder; it may be missing
    hooks    the host's list of hooks, a path
    values   what the host puts for ${NAME} in a hook's command; a variable of the shell here, so never a part of it
    origin   FOLDER when the host runs it where somebody put it, CACHE when the host made a copy of its own
    """

    host: str
    name: str
    root: str
    hooks: str
    values: tuple[tuple[str, str], ...]
    origin: str
    kind: str = OURS

    def missing(self) -> list[str]:
        """The files that it needs and has not; relative to its root where they belong there."""
        paths = [*NEEDED, self.hooks]
        missing = [path for path in paths if not os.path.isfile(os.path.join(self.root, path))]
        inside = self.root.rstrip(os.sep) + os.sep
        return [path[len(inside) :] if path.startswith(inside) else path for path in missing]

    def launcher(self) -> str:
        return os.path.join(self.root, *NEEDED[0].split("/"))

    def exposed(self) -> str:
        """What another user could change of the code that the host starts, the first path found; "" for nothing."""
        if os.name == "nt":
            return ""
        folders = [os.path.join(self.root, part) for part in CODE] + [os.path.dirname(self.hooks)]
        found = {os.path.realpath(path) for folder in folders for path in _files(folder, deep=folder != folders[0])}
        every = {place for path in found for place in upwards(path)}
        return next(filter(programs.others_may_write, sorted(every)), "")


def copy_at(root: str) -> Copy:
    """The plugin in a folder, as Claude Code would start it from there."""
    hooks = os.path.join(root, "hooks", "hooks.json")
    return Copy("claude", "memory", root, hooks, (("CLAUDE_PLUGIN_ROOT", root),), FOLDER)


def names(key: Any) -> tuple[str, str] | None:
    """(plugin, marketplace) of a plugin's key; None where a half is no plain name, which could lead anywhere."""
    plugin, at_sign, market = key.partition("@") if isinstance(key, str) else ("", "", "")
    return (plugin, market) if at_sign and _NAME.fullmatch(plugin) and _NAME.fullmatch(market) else None


def version_of(root: str) -> str:
    """The version in a copy's plugin manifest; "?" when there is none."""
    value = load(os.path.join(root, ".claude-plugin", "plugin.json"))
    version = value.get("version") if isinstance(value, dict) else None
    return version if isinstance(version, str) else "?"


def kind_of(root: str) -> str:
    """OURS for a folder with our hooks, PRIOR for one of the plugin that wrote such stores before; "" for another."""
    if os.path.isfile(os.path.join(root, "hooks", "memory_hook.py")):
        return OURS
    prior = os.path.join(root, "hooks", "scripts", "memory_retrieve.py")
    return PRIOR if os.path.isfile(prior) else ""


def is_plugin(root: str = REPOSITORY) -> bool:
    """Whether a host can be pointed to the folder that this command runs from."""
    return os.path.isfile(os.path.join(root, ".claude-plugin", "plugin.json")) and os.path.exists(LAUNCHER)


def same_code(root: str) -> bool:
    """Whether a copy has the modules that this command has, byte for byte."""
    return _modules(os.path.join(root, "src", "memory_retrieval")) == _modules(os.path.join(SOURCE, "memory_retrieval"))


def load(path: str, within: str = "") -> Any:
    """The value of a JSON file, with or without comments; {} when it is missing, or no JSON (`broken` says so).

    within  the repository that the file belongs to: no link is followed there
    """
    try:
        return settings.loads(_text(path, within))
    except (OSError, ConfigError, UnicodeDecodeError):
        return {}


def broken(path: str, within: str = "") -> str:
    """Why a JSON file that is there cannot be used; "" when it can, or when there is none."""
    try:
        value = settings.loads(_text(path, within))
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except OSError as error:
        return error.strerror or "cannot be read"
    except UnicodeDecodeError as error:
        return "byte %d is not UTF-8" % error.start
    except ConfigError as error:
        return str(error)
    return "" if isinstance(value, dict) else "expected an object"


def at(value: Any, *keys: str) -> Any:
    """The value at a path of keys; {} where there is none."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return {} if value is None else value


def starts_us(command: Any) -> bool:
    """Whether the settings of a hook or of an MCP server start a copy of ours, or the prior plugin."""
    text = json.dumps(command)
    ours = "hooks/launch.sh" in text or "memory_hook.py" in text or "memory_retrieve.py" in text
    words = [str(at(command, "command"))] if isinstance(command, dict) else []
    if isinstance(command, dict) and isinstance(command.get("args"), list):
        words += [str(word) for word in command["args"]]
    serves = "mcp" in words[1:] and any(os.path.basename(word) == "memories" for word in words)
    return (ours or serves) and "${CLAUDE_PLUGIN_ROOT}" not in text  # that is the plugin's own file


def _text(path: str, within: str) -> str:
    if within:
        return read_below(within, os.path.relpath(path, within), MAX_FILE).decode("utf-8")
    return read_regular(path, MAX_FILE, links=True).decode("utf-8")


def _files(folder: str, *, deep: bool) -> list[str]:
    """A folder, and what is in it: all of it if `deep`, and without links of folders."""
    found = [folder]
    for base, folders, files in os.walk(folder) if deep else ():
        folders[:] = [name for name in folders if name != "__pycache__"]
        found += [os.path.join(base, name) for name in (*folders, *files)]
    return found


def _modules(folder: str) -> dict[str, bytes]:
    found = {}
    for base, folders, names in os.walk(folder):
        folders[:] = [
            name for name in folders if name != "__pycache__" and os.path.join(base, name) != plugin.INSTALLED
        ]
        for name in names:
            if name.endswith(".py"):
                path = os.path.join(base, name)
                try:
                    found[os.path.relpath(path, folder)] = read_regular(path, MAX_FILE, links=True)
                except OSError:
                    continue
    return found
