"""What a host starts: copies of this product, or of one that does the same work, and whether they can be run.

Nothing here runs anything.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from .. import __version__
from ..core import programs
from ..core.errors import ConfigError
from ..core.model import Finding
from ..core.paths import PLUGIN_FOLDER, SOURCE
from ..core.reading import read_below, read_regular
from ..core.repository import upwards
from ..core.sanitize import one_line
from ..core.shell import command_line
from ..hosts.plan import KEY, LAUNCHER
from ..setup import plugin, settings
from .report import ERROR, INFO, WARNING, Report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .report import Run

MAX_FILE = 16_777_216  # bytes of a host's settings
NEEDED = ("hooks/launch.sh", "hooks/memory_hook.py", "bin/memories")
"""What a copy cannot do without; a host's own list of hooks comes on top."""
OURS, PRIOR = "ours", "prior"
CODE = ("", "bin", "hooks", "src", ".claude-plugin", ".codex-plugin")  # of a plugin's folder; the rest is not run
FIX = "`memories doctor --fix`, which makes a copy of the plugin that stays and runs `%s`"
FOLDER, CACHE = "folder", "cache"
_NAME = re.compile(r"(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


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
        paths = [os.path.join(self.root, path) for path in (*NEEDED, self.hooks)]
        paths.append(os.path.join(self.root, "src", "memory_retrieval", "hooks", "runner.py"))
        inside = self.root.rstrip(os.sep) + os.sep
        return [path[len(inside) :] if path.startswith(inside) else path for path in paths if not os.path.isfile(path)]

    def exposed(self) -> str:
        """What another user could change of the code that the host starts, the first path found; "" for nothing."""
        if os.name == "nt":
            return ""
        folders = [os.path.join(self.root, part) for part in CODE] + [os.path.dirname(self.hooks)]
        found = {os.path.realpath(path) for folder in folders for path in _files(folder, deep=folder != folders[0])}
        every = {place for path in found for place in upwards(path)}
        return next(filter(programs.others_may_write, sorted(every)), "")

    def __str__(self) -> str:
        version = version_of(self.root)
        kind = "the plugin" if self.kind == OURS else "the earlier memory plugin"
        return "{} {}{}".format(kind, one_line(self.name), f" ({version})" if version != "?" else "")


@dataclass
class Look(Report):
    """What a host starts, with the findings about it.

    title     the host's name for people
    copies    what it starts and can be fired
    starters  everything that puts memories into its sessions, as (what, where, what takes it out)
    installed whether it knows the plugin at all
    """

    title: str = ""
    copies: list[Copy] = field(default_factory=list)
    starters: list[tuple[str, str, str]] = field(default_factory=list)
    installed: bool = False

    @property
    def findings(self) -> list[Finding]:
        return [finding for _, finding in self.found]

    def add_unreadable(self, path: str, why: str) -> None:
        """A settings file that cannot be used; nothing without a reason."""
        if why:
            what = f"the settings of {self.title} cannot be read: {why}"
            self.add(ERROR, "host-settings", what, path, "correct the file", "plugins named there are not started")

    def add_off(self, copy: Copy, where: str, remedy: str) -> None:
        """A copy of ours that the user switched off."""
        self.installed = True
        if copy.kind == OURS:
            self.add(WARNING, "plugin-off", f"{copy} is switched off", where, remedy)

    def add_servers(self, servers: Any, where: str, *remove: str) -> None:
        """MCP servers that start us, of a host's own settings; `remove` is the command that removes one by name."""
        for name, server in servers.items() if isinstance(servers, dict) else ():
            if starts_us(server) and at(server, "enabled") is not False:
                remedy = f"`{command_line(*remove, name)}`"
                self.starters.append((f"the MCP server {one_line(name)}", where, remedy))
                self.installed = True
                self.add_gone(server, where, remedy + f", then `memories setup {self.group}`")

    def add_hooks(self, hooks: Any, where: str) -> None:
        """Hooks of a settings file that start us beside a plugin."""
        if starts_us(hooks):
            remedy = "remove the hooks from that file"
            self.starters.append(("hooks of its settings", where, remedy))
            self.add_gone(hooks, where, remedy + f", then `memories setup {self.group}`")

    def add_gone(self, value: Any, where: str, remedy: str) -> list[str]:
        """The files of ours that settings start; those that are gone are said."""
        paths = _launchers(value)
        for path in paths:
            if not os.path.exists(path):
                what, why = f"its settings start a file that is gone: {one_line(path)}", "no hook and no tool starts"
                self.add(ERROR, "checkout-missing", what, where, remedy, why)
        return paths

    def finish(self, folder: str) -> Look:
        """Adds what can be said when all was seen: two starters, or none."""
        if len(self.starters) > 1:
            names = " and ".join(what for what, _, _ in self.starters)
            _, where, remedy = self.starters[-1]
            why = "the same memories may come twice, and tools are listed twice for the agent"
            self.add(WARNING, "two-copies", f"{self.title} starts {names}", where, remedy, why)
        if not self.installed:
            self.add(INFO, "not-set-up", "not set up", folder, f"`memories setup {self.group}`")
        return self


def judge_copy(look: Look, copy: Copy, again: str, here: str, fix: Callable[[Run], None] | None = None) -> None:
    """Adds a copy that is switched on to `look`: to what is fired, or to the findings.

    again  the commands that make the host copy it again
    here   the commands that point the host to the folder of this command
    """
    if copy.kind == PRIOR:
        return
    look.installed = True
    cached, missing = copy.origin == CACHE, copy.missing()
    if programs.is_foreign(copy.root) and not is_below(copy.root, PLUGIN_FOLDER):  # whatever file led there
        what = f"the plugin that {look.title} starts is in this project"
        remedy = "install it from outside the project, or run `memories doctor` elsewhere"
        look.add(ERROR, "plugin-in-project", what, copy.root, remedy, "its hooks are not run here")
    elif not os.path.isdir(copy.root):
        why = f"no hook and no tool starts, and {look.title} says nothing about it"
        what = f"{look.title}'s own copy of the plugin is gone" if cached else "the plugin's folder is gone"
        code = "copy-missing" if cached else "checkout-missing"
        look.add(ERROR, code, what, copy.root, again if cached else here, why, fix)
    elif missing:
        what, remedy = (
            "the plugin lacks {}".format(", ".join(missing)),
            again if cached else "restore these files, or " + here,
        )
        look.add(ERROR, "copy-broken", what, copy.root, remedy, "its hooks do not work", fix)
    elif exposed := copy.exposed():
        what = f"another user of this machine can change the plugin that {look.title} starts"
        remedy = "`{}`, or give it to yourself (chown)".format(command_line("chmod", "-R", "go-w", exposed))
        look.add(ERROR, "plugin-exposed", what, exposed, remedy, "its hooks are not run here")
    else:
        look.copies.append(copy)
        _compare(look, copy, again if cached else "update the checkout there, or " + here)


def copy_at(root: str) -> Copy:
    """The plugin in a folder, as Claude Code would start it from there."""
    hooks = os.path.join(root, "hooks", "hooks.json")
    return Copy("claude", "memory", root, hooks, (("CLAUDE_PLUGIN_ROOT", root),), FOLDER)


def names(key: Any) -> tuple[str, str] | None:
    """(plugin, marketplace) of a plugin's key; None where a half is not a plain name, which could lead anywhere."""
    plugin, at_sign, market = key.partition("@") if isinstance(key, str) else ("", "", "")
    return (plugin, market) if at_sign and _NAME.fullmatch(plugin) and _NAME.fullmatch(market) else None


def version_of(root: str) -> str:
    """The version in a copy's plugin manifest; "?" when there is none."""
    version = at(load(os.path.join(root, ".claude-plugin", "plugin.json")), "version")
    return version if isinstance(version, str) else "?"


def kind_of(root: str) -> str:
    """OURS for a folder with our hooks, PRIOR for one of the plugin that wrote such stores before; "" for another."""
    if os.path.isfile(os.path.join(root, "hooks", "memory_hook.py")):
        return OURS
    prior = os.path.join(root, "hooks", "scripts", "memory_retrieve.py")
    return PRIOR if os.path.isfile(prior) else ""


def is_plugin(root: str = PLUGIN_FOLDER) -> bool:
    """Whether a host can be pointed to the folder that this command runs from."""
    return os.path.isfile(os.path.join(root, ".claude-plugin", "plugin.json")) and os.path.exists(LAUNCHER)


def read(path: str, within: str = "") -> tuple[Any, str]:
    """(the object in a JSON file, with or without comments; why it cannot be used). ({}, "") for a missing file.

    within  the repository that the file belongs to: no link is followed there
    """
    try:
        value = settings.loads(_text(path, within))
    except (FileNotFoundError, NotADirectoryError):
        return {}, ""
    except OSError as error:
        return {}, error.strerror or "cannot be read"
    except UnicodeDecodeError as error:
        return {}, "byte %d is not UTF-8" % error.start
    except ConfigError as error:
        return {}, str(error)
    return (value, "") if isinstance(value, dict) else ({}, "expected an object")


def load(path: str, within: str = "") -> Any:
    """The object in a JSON file; {} where `read` has none."""
    return read(path, within)[0]


def at(value: Any, *keys: str) -> Any:
    """The value at a path of keys; {} where there is none."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return {} if value is None else value


def is_below(path: str, folder: str) -> bool:
    """Whether a path leads into a folder, whose path has no link, or is that folder."""
    try:
        return os.path.join(os.path.realpath(path), "").startswith(os.path.join(folder, ""))
    except ValueError:  # a null character, or half of one: no system has such a path
        return False


def starts_us(command: Any) -> bool:
    """Whether the settings of a hook or of an MCP server start a copy of ours, or the prior plugin."""
    text = json.dumps(command)
    ours = "hooks/launch.sh" in text or "memory_hook.py" in text or "memory_retrieve.py" in text
    arguments = at(command, "args")
    words = [str(word) for word in (at(command, "command"), *(arguments if isinstance(arguments, list) else ()))]
    serves = "mcp" in words[1:] and any(os.path.basename(word) == "memories" for word in words)
    return (ours or serves) and "${CLAUDE_PLUGIN_ROOT}" not in text  # that is the plugin's own file


def _launchers(value: Any) -> list[str]:
    """The files of ours that settings start, each once."""
    words = json.dumps(value).replace('\\"', '"').split('"')
    found = [word for word in words if word.endswith(("hooks/launch.sh", "bin/memories")) and os.path.isabs(word)]
    return list(dict.fromkeys(found))


def _compare(look: Look, copy: Copy, update: str) -> None:
    """Whether a copy is of the version of this command."""
    if os.path.realpath(copy.root) == PLUGIN_FOLDER:
        return
    if os.path.realpath(copy.root) == os.path.realpath(plugin.folder()):
        update = "`{}`".format(command_line("memories", "setup", look.group))
    theirs, ours = version_of(copy.root), version_of(PLUGIN_FOLDER) if is_plugin() else __version__
    if theirs != ours:
        what = f"{look.title} runs version {theirs} of the plugin, this command is {ours}"
        look.add(WARNING, "other-version", what, copy.root, update, "each may write what the other does not know")
    elif _modules(os.path.join(copy.root, "src")) != _modules(SOURCE):
        what = f"{look.title} runs other code than this command, with the same version {ours}"
        look.add(INFO, "other-code", what, copy.root, update)


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


def _modules(source: str) -> dict[str, bytes]:
    """{path: content} of the package's modules in a folder, without the plugin's files of an installed package."""
    found = {}
    for path in Path(source, plugin.PACKAGE).rglob("*.py"):
        if plugin.INSTALLED not in map(str, path.parents) and path.is_file() and os.access(path, os.R_OK):
            found[str(path.relative_to(source))] = read_regular(str(path), MAX_FILE, links=True)
    return found
