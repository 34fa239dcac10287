"""What Claude Code starts, and its own memory, from its own files (seen with 2.1.197 and 2.1.330). Runs nothing.

A plugin whose marketplace is a folder runs from that folder; any other from Claude Code's own copy in its cache.
A repository's settings switch on and off what the user's own files name. What they name themselves is not looked for.
"""

from __future__ import annotations

import os
import sys

from ..core import environment
from ..core.sanitize import one_line
from ..core.shell import command_line
from ..hosts.plan import KEY, host_folder
from ..setup import plugin
from .copies import (
    CACHE,
    FIX,
    FOLDER,
    OURS,
    Copy,
    Look,
    at,
    is_below,
    judge_copy,
    kind_of,
    load,
    names,
    read,
    starts_us,
)
from .report import ERROR, INFO, OK, WARNING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .report import Run

SCOPES = ("user", "project", "local", "managed")  # later ones win
MANAGED = {"darwin": "/Library/Application Support/ClaudeCode", "win32": "C:\\Program Files\\ClaudeCode"}
OFF, ONLY_MANAGED = "disableAllHooks", "allowManagedHooksOnly"
MEMORY, NO_MEMORY = "autoMemoryEnabled", "CLAUDE_CODE_DISABLE_AUTO_MEMORY"
WORDS = {**dict.fromkeys(("1", "true", "yes", "on"), True), **dict.fromkeys(("0", "false", "no", "off"), False)}
NOT_SAID = "Claude Code runs none of them, and says nothing about it"


def look(project: str, managed: str = "") -> Look:
    """What Claude Code starts in a project. `managed` is the administrator's folder, where it is not the usual one."""
    found = Look("claude", title="Claude Code")
    folder = host_folder("CLAUDE_CONFIG_DIR", ".claude")
    managed = managed or MANAGED.get(sys.platform, "/etc/claude-code")
    files = {
        "user": os.path.join(folder, "settings.json"),
        "project": os.path.join(project, ".claude", "settings.json"),
        "local": os.path.join(project, ".claude", "settings.local.json"),
        "managed": os.path.join(managed, "managed-settings.json"),
    }
    values: dict[str, Any] = {}
    for scope, path in files.items():
        values[scope], why = read(path, project if scope in ("project", "local") else "")
        found.add_unreadable(path, why)
    installed = _installed(folder, project)
    known = {*installed, *_enabled(values["user"]), *_enabled(values["managed"])}
    switches = _switches(values, known)
    for key in sorted(known):
        copy = _copy(key, folder, values["user"], installed.get(key, ""))
        if copy is not None:
            _judge_plugin(found, copy, switches.get(key), files)
    _add_other_starters(found, files, values, project)
    _judge_hooks_off(found, files, values)
    if found.installed:
        _judge_memory(found, files, values)
    return found.finish(folder)


def _decides(values: dict[str, Any], kind: type, *keys: str) -> tuple[str, Any]:
    """(scope, value) of a setting, from the last scope that sets it; ("", None) without one."""
    scopes = [scope for scope in SCOPES if isinstance(at(values[scope], *keys), kind)]
    return (scopes[-1], at(values[scopes[-1]], *keys)) if scopes else ("", None)


def _judge_memory(found: Look, files: dict[str, str], values: dict[str, Any]) -> None:
    """Whether Claude Code keeps notes of its own (auto memory)."""
    scope, on = _decides(values, bool, MEMORY)
    setting, where = MEMORY, files.get(scope, "")
    named, value = _decides(values, str, "env", NO_MEMORY)
    off = WORDS.get((value if named else environment.get(NO_MEMORY)).lower())
    if off is not None:
        setting, where, on = NO_MEMORY, files.get(named, "the environment"), not off
    if on is False:
        what = f"Claude Code keeps no notes of its own: auto memory is off ({setting} in {where})"
        return found.add(OK, "auto-memory", what, where, "")
    _, place = _decides(values, str, "autoMemoryDirectory")
    what = "Claude Code also keeps its own notes: auto memory is on" + (f", in {one_line(place)}" if place else "")
    return found.add(OK, "auto-memory", what, "", "`memories import claude-memory` imports them as candidates")


def _judge_hooks_off(found: Look, files: dict[str, str], values: dict[str, Any]) -> None:
    """The setting that switches all hooks off; the last scope that has it decides."""
    scope, off = _decides(values, bool, OFF)
    setting = OFF if off else ""
    if at(values["managed"], ONLY_MANAGED) is True:
        scope, setting = "managed", ONLY_MANAGED
    if setting and found.installed:
        message, remedy = f"hooks are switched off ({setting})", f"remove `{setting}` from that file"
        found.add(ERROR, "hooks-off", message, files[scope], remedy, NOT_SAID)


def _judge_plugin(found: Look, copy: Copy, switch: tuple[str, bool] | None, files: dict[str, str]) -> None:
    scope, on = switch or ("user", False)
    if not on:
        flag = [] if scope == "user" else ["--scope", scope]
        remedy = "`{}`".format(command_line("claude", "plugin", "enable", *flag, copy.name))
        found.add_off(copy, files[scope], "ask your administrator" if scope == "managed" else remedy)
        return
    remedy = "`{}`".format(command_line("claude", "plugin", "disable", copy.name))
    found.starters.append((str(copy), copy.root, remedy))
    again = [["claude", "plugin", verb, copy.name] for verb in ("uninstall", "install")]
    add = ["claude", "plugin", "marketplace", "add", plugin.folder()]

    def fix(run: Run) -> None:
        if copy.origin != CACHE:
            plugin.write()
        for words in again if copy.origin == CACHE else [add]:
            run(words)

    shown = "`{}`".format(" && ".join(command_line(*words) for words in again))
    judge_copy(found, copy, shown, FIX % command_line(*add), fix)


def _installed(folder: str, project: str) -> dict[str, str]:
    """{plugin: the folder of its copy in the cache}, of those that the user installed for this project or for all."""
    plugins = at(load(os.path.join(folder, "plugins", "installed_plugins.json")), "plugins")
    found: dict[str, str] = {}
    for key, entries in plugins.items() if isinstance(plugins, dict) else ():
        for entry in entries if isinstance(entries, list) else [entries]:
            path, place = at(entry, "installPath"), at(entry, "projectPath")
            here = not isinstance(place, str) or os.path.realpath(place) == os.path.realpath(project)
            if here and names(key) and isinstance(path, str) and os.path.isabs(path):
                found.setdefault(key, path)
    return found


def _enabled(settings: Any) -> dict[str, bool]:
    """{plugin: whether it is on} of a settings file, without keys that are not names."""
    plugins = at(settings, "enabledPlugins")
    return {key: on is True for key, on in plugins.items() if names(key)} if isinstance(plugins, dict) else {}


def _switches(values: dict[str, Any], known: set[str]) -> dict[str, tuple[str, bool]]:
    """{plugin: (the scope that decides, whether it is on)} of the known ones."""
    found: dict[str, tuple[str, bool]] = {}
    for scope in SCOPES:
        found.update({key: (scope, on) for key, on in _enabled(values[scope]).items() if key in known})
    return found


def _copy(key: str, folder: str, settings: Any, cached: str) -> Copy | None:
    """The copy of a plugin that is ours or does the same work; None for any other plugin."""
    plugin, market = names(key) or ("", "")
    known = load(os.path.join(folder, "plugins", "known_marketplaces.json"))
    source = at(known, market, "source") or at(settings, "extraKnownMarketplaces", market, "source")
    place = at(source, "path")
    origin, root = CACHE, cached
    if at(source, "source") == "directory" and isinstance(place, str) and os.path.isabs(place):
        inside = _inside(place, plugin)
        origin, root = (FOLDER, os.path.normpath(os.path.join(place, inside))) if inside else (CACHE, cached)
    root = root or os.path.join(folder, "plugins", "cache", market, plugin)
    kind = kind_of(root) or (OURS if key == KEY else "")
    if not kind:
        return None
    hooks = os.path.join(root, "hooks", "hooks.json")
    return Copy("claude", key, root, hooks, (("CLAUDE_PLUGIN_ROOT", root),), origin, kind)


def _inside(market: str, plugin: str) -> str:
    """Where a marketplace's folder has a plugin; "" when that is elsewhere. The whole folder when that is gone."""
    entries = at(load(os.path.join(market, ".claude-plugin", "marketplace.json")), "plugins")
    for entry in entries if isinstance(entries, list) else ():
        if at(entry, "name") == plugin:
            source = at(entry, "source")
            inside = isinstance(source, str) and not os.path.isabs(source) and ".." not in source.split("/")
            return str(source) if inside else ""
    return "."


def _add_other_starters(found: Look, files: dict[str, str], values: dict[str, Any], project: str) -> None:
    """Hooks and MCP servers that start us beside a plugin. No text of the repository is put into a command."""
    for scope, path in files.items():
        found.add_hooks(at(values[scope], "hooks"), path)
    state = os.path.join(host_folder("CLAUDE_CONFIG_DIR", ""), ".claude.json")
    own, shared = load(state), os.path.join(project, ".mcp.json")
    for servers in (at(own, "mcpServers"), at(own, "projects", project, "mcpServers")):
        found.add_servers(servers, state, "claude", "mcp", "remove")
    servers = at(load(shared, project), "mcpServers")
    if isinstance(servers, dict) and any(map(starts_us, servers.values())):
        found.starters.append(("an MCP server of the project", shared, "remove it from that file"))
