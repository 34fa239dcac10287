"""What Gemini CLI starts, from its own files (seen with 0.61.0). Runs nothing.

An extension is a folder below ~/.gemini/extensions with all its files, or one that names the folder where they lie.
Ours holds no code: its launch.sh goes on to the product's folder, which a file `root` or the extension's source names.
"""

from __future__ import annotations

import fnmatch
import os

from ..core.reading import read_regular
from ..core.shell import command_line
from ..hosts.plan import PLUGIN, host_folder
from ..setup import apply
from .copies import FOLDER, Copy, Look, at, judge_copy, load, read, starts_us
from .report import ERROR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .report import Run

INSTALLED = ".gemini-extension-install.json"
SET_UP = "`memories setup gemini`"
MAX_ROOT = 4096  # bytes of the file that names the product's folder


def look(project: str) -> Look:
    """What Gemini CLI starts in a project."""
    found = Look("gemini", title="Gemini CLI")
    folder = host_folder("", ".gemini")
    path = os.path.join(folder, "settings.json")
    settings, why = read(path)
    found.add_unreadable(path, why)
    base = os.path.join(folder, "extensions")
    try:
        names = sorted(os.listdir(base))
    except OSError:
        names = []
    for name in names:
        _judge_extension(found, os.path.join(base, name), name, project)
    found.add_servers(at(settings, "mcpServers"), path, "gemini", "mcp", "remove")
    found.add_hooks(at(settings, "hooks"), path)
    _judge_hooks_off(found, path, os.path.join(project, ".gemini", "settings.json"), project)
    return found.finish(folder)


def _judge_hooks_off(found: Look, own: str, shared: str, project: str) -> None:
    """The setting that switches all hooks off: the user's, or the repository's, of which nothing else is read."""
    files = {own: load(own), shared: load(shared, project)}
    off = [path for path, value in files.items() if at(value, "hooksConfig", "enabled") is False]
    if found.copies and off:
        message, why = "hooks are switched off (hooksConfig.enabled)", "no memory reaches a prompt"
        found.add(ERROR, "hooks-off", message, off[-1], "remove the setting", why)


def _judge_extension(found: Look, folder: str, name: str, project: str) -> None:
    installed = load(os.path.join(folder, INSTALLED))
    source = at(installed, "source")
    linked = at(installed, "type") == "link" and isinstance(source, str) and os.path.isabs(source)
    files = str(source) if linked else folder
    if not _is_ours(name, files, linked):
        return
    values = (("extensionPath", files),)
    copy = Copy("gemini", name, _root(files, source), os.path.join(files, "hooks", "hooks.json"), values, FOLDER)
    if not _is_on(os.path.dirname(folder), name, project):
        found.add_off(copy, folder, "`{}`".format(command_line("gemini", "extensions", "enable", name)))
        return
    remove = "`{}`".format(command_line("gemini", "extensions", "uninstall", name))
    found.starters.append((str(copy), folder, remove))
    if linked:  # setting up beside a link would change nothing: Gemini reads the folder that it names
        again = remove + ", then `memories setup gemini`"
        judge_copy(found, copy, again, again)
        return
    judge_copy(found, copy, SET_UP, SET_UP, _set_up)


def _is_ours(name: str, files: str, linked: bool) -> bool:
    hooks = load(os.path.join(files, "hooks", "hooks.json"))
    if name == PLUGIN and (linked or os.path.exists(os.path.join(files, "root"))):
        return True
    return starts_us(hooks) or "memory-prompt" in str(hooks)


def _root(files: str, source: object) -> str:
    """The product's folder, as the extension's launch.sh finds it."""
    try:
        named = read_regular(os.path.join(files, "root"), MAX_ROOT, links=True).decode("utf-8").partition("\n")[0]
    except (OSError, ValueError):
        named = ""
    places = [named if os.path.isabs(named) else "", os.path.normpath(os.path.join(files, "..", ".."))]
    if isinstance(source, str) and os.path.isabs(source):
        places.append(os.path.normpath(os.path.join(source, "..", "..")))
    for place in places:
        if place and os.path.isfile(os.path.join(place, "hooks", "launch.sh")):
            return place
    return next(filter(None, places))


def _set_up(run: Run) -> None:
    apply.apply(apply.plan("gemini"), run)


def _is_on(base: str, name: str, project: str) -> bool:
    """Whether the last rule that fits the project switches the extension on; without a rule it is."""
    rules = at(load(os.path.join(base, "extension-enablement.json")), name, "overrides")
    on = True
    for rule in rules if isinstance(rules, list) else ():
        pattern = str(rule).lstrip("!")
        if fnmatch.fnmatchcase(project.rstrip("/") + "/", pattern) or fnmatch.fnmatchcase(project, pattern):
            on = not str(rule).startswith("!")
    return on
