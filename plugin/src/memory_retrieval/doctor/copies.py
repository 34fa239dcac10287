"""A copy of this product that a host starts: whether it is whole, and nobody else's. Runs nothing."""

from __future__ import annotations

import os

from ..core import programs
from ..core.model import Value
from ..core.paths import PLUGIN_FOLDER
from ..core.repository import upwards
from ..hosts import UNKNOWN, Host
from ..hosts.plan import LAUNCHER, at
from .reading import read

NEEDED = (
    "hooks/launch.sh",
    "hooks/memory_hook.py",
    "bin/memories",
    "src/memory_retrieval/hooks/runner.py",
)
"""What a copy cannot do without; a host's own list of hooks comes on top."""
CODE = (
    "bin",
    "hooks",
    "src",
    ".claude-plugin",
    ".codex-plugin",
)  # of a plugin's folder; the rest is not run


class Copy(Value):
    """A copy that a host starts.

    root   the product's folder; it may be missing
    listed the list of its hooks, relative to the root
    host   whose list that is: a host without one there starts what Claude Code would
    """

    root: str
    listed: str
    host: Host

    @property
    def hooks(self) -> str:
        return os.path.join(self.root, *self.listed.split("/"))

    @property
    def variables(self) -> dict[str, str]:
        """What the host puts for ${NAME} in a hook's command; a variable of the shell here, so never a part of it."""
        folder = os.path.dirname(os.path.dirname(self.hooks))
        return dict.fromkeys(self.host.root_variables, folder)

    @property
    def version(self) -> str:
        """The version in its plugin manifest; "?" when there is none."""
        value, _ = read(os.path.join(self.root, ".claude-plugin", "plugin.json"))
        version = at(value, "version")
        return version if isinstance(version, str) else "?"

    def missing(self) -> list[str]:
        """The files that it needs and has not, relative to its root."""
        needed = (*NEEDED, self.listed)
        return [
            path for path in needed if not os.path.isfile(os.path.join(self.root, path))
        ]

    def exposed(self) -> str:
        """What another user could change of the code that the host starts, the first path found; "" for nothing."""
        if os.name == "nt":
            return ""
        found = [self.root, os.path.dirname(self.hooks)]
        for part in CODE:
            found += _inside(os.path.join(self.root, part))
        every = {
            place
            for path in set(map(os.path.realpath, found))
            for place in upwards(path)
        }
        return next(filter(programs.others_may_write, sorted(every)), "")


def copy_at(root: str, host: Host = UNKNOWN) -> Copy:
    """The copy in a folder, as a host starts it from there."""
    if host.hook_list:
        return Copy(root, host.hook_list, host)
    return Copy(root, "hooks/hooks.json", UNKNOWN)


def is_plugin() -> bool:
    """Whether a host can be pointed to the folder that this command runs from."""
    manifest = os.path.join(PLUGIN_FOLDER, ".claude-plugin", "plugin.json")
    return os.path.isfile(manifest) and os.path.exists(LAUNCHER)


def is_below(path: str, folder: str) -> bool:
    """Whether a path leads into a folder, whose path has no link, or is that folder."""
    try:
        return os.path.join(os.path.realpath(path), "").startswith(
            os.path.join(folder, "")
        )
    except ValueError:  # a null character, or half of one: no system has such a path
        return False


def _inside(folder: str) -> list[str]:
    """A folder and all that is in it, without links of folders."""
    found = [folder]
    for base, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        found += [os.path.join(base, name) for name in (*folders, *files)]
    return found
