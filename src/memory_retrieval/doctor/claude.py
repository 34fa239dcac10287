"""What Claude Code starts, from its own files (seen with 2.1.197 and 2.1.329). Runs nothing.

A plugin whose marketplace is a folder runs from that folder; any other from Claude Code's own copy in its cache.
"""

from __future__ import annotations

import os

from ..core import config
from ..setup import plugin
from ..setup.hosts import MARKET, PLUGIN
from .copies import CACHE, FOLDER, OURS, Copy, at, broken, kind_of, load, starts_us
from .look import FIX, Look, judge_copy, judge_starters, name_of
from .report import ERROR, INFO, WARNING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .report import Run

KEY = PLUGIN + "@" + MARKET
SCOPES = ("user", "project", "local")  # later ones win


def look(project: str) -> Look:
    """What Claude Code starts in a project. What a repository's files say switches on and off, and is never run."""
    found = Look("claude", "Claude Code")
    folder = config.environ("CLAUDE_CONFIG_DIR") or os.path.join(config.home(), ".claude")
    files = {
        "user": os.path.join(folder, "settings.json"),
        "project": os.path.join(project, ".claude", "settings.json"),
        "local": os.path.join(project, ".claude", "settings.local.json"),
    }
    values = {scope: load(path, "" if scope == "user" else project) for scope, path in files.items()}
    _judge_settings(found, files, project)
    installed = _installed(folder)
    switches = _switches(values)
    for key in sorted({*installed, *switches}):
        copy = _copy(key, folder, values["user"], installed.get(key, ""))
        if copy is not None:
            _judge_plugin(found, copy, switches.get(key), files)
    _add_other_starters(found, folder, files, values, project)
    judge_starters(found)
    if not found.installed:
        found.add(INFO, "not-set-up", "not set up", folder, "`memories setup claude`")
    return found


def _judge_settings(found: Look, files: dict[str, str], project: str) -> None:
    for scope, path in files.items():
        why = broken(path, "" if scope == "user" else project)
        if why:
            message = "Claude Code's settings cannot be read: " + why
            found.add(ERROR, "host-settings", message, path, "correct the file", "plugins named there are not started")


def _judge_plugin(found: Look, copy: Copy, switch: tuple[str, bool] | None, files: dict[str, str]) -> None:
    scope, on = switch or ("user", False)
    if not on:
        found.installed = True
        flag = "" if scope == "user" else " --scope " + scope
        remedy = "`claude plugin enable%s %s`" % (flag, copy.name)
        if copy.kind == OURS:
            found.add(WARNING, "plugin-off", "%s is switched off" % name_of(copy), files[scope], remedy)
        return
    remedy = "`claude plugin disable %s`" % copy.name
    found.starters.append((name_of(copy), copy.root, remedy))
    again = "`claude plugin uninstall %s && claude plugin install %s`" % (copy.name, copy.name)
    here = FIX % "claude plugin marketplace add %s" % plugin.folder()
    mend, mends = _point_here, "made a copy that stays, and pointed Claude Code to it"
    if copy.origin == CACHE:
        mend, mends = _copy_again(copy.name), "ran " + again
    judge_copy(found, copy, again, here, mend, mends)


def _copy_again(key: str) -> Any:
    def mend(run: Run) -> None:
        run(["claude", "plugin", "uninstall", key])
        run(["claude", "plugin", "install", key])

    return mend


def _point_here(run: Run) -> None:
    plugin.write()
    run(["claude", "plugin", "marketplace", "add", plugin.folder()])


def _installed(folder: str) -> dict[str, str]:
    """{plugin: the folder of its copy in the cache}."""
    plugins = at(load(os.path.join(folder, "plugins", "installed_plugins.json")), "plugins")
    found: dict[str, str] = {}
    for key, entries in plugins.items() if isinstance(plugins, dict) else ():
        for entry in entries if isinstance(entries, list) else [entries]:
            path = at(entry, "installPath")
            if isinstance(path, str) and os.path.isabs(path):
                found.setdefault(key, path)
    return found


def _switches(values: dict[str, Any]) -> dict[str, tuple[str, bool]]:
    """{plugin: (the scope that decides, whether it is on)}."""
    found: dict[str, tuple[str, bool]] = {}
    for scope in SCOPES:
        plugins = at(values[scope], "enabledPlugins")
        for key, on in plugins.items() if isinstance(plugins, dict) else ():
            found[key] = (scope, bool(on))
    return found


def _copy(key: str, folder: str, settings: Any, cached: str) -> Copy | None:
    """The copy of a plugin that is ours or does the same work; None for any other plugin."""
    plugin, _, market = key.partition("@")
    known = load(os.path.join(folder, "plugins", "known_marketplaces.json"))
    source = at(known, market, "source") or at(settings, "extraKnownMarketplaces", market, "source")
    place = at(source, "path")
    origin, root = CACHE, cached
    if at(source, "source") == "directory" and isinstance(place, str):
        inside = _inside(place, plugin)
        origin, root = (FOLDER, os.path.normpath(os.path.join(place, inside))) if inside else (CACHE, cached)
    root = root or os.path.join(folder, "plugins", "cache", market, plugin)
    kind = kind_of(root) or (OURS if plugin == PLUGIN and (market == MARKET or not os.path.isdir(root)) else "")
    if not kind:
        return None
    hooks = os.path.join(root, "hooks", "hooks.json")
    return Copy("claude", key, root, hooks, (("CLAUDE_PLUGIN_ROOT", root),), origin, kind)


def _inside(market: str, plugin: str) -> str:
    """Where a marketplace's folder has a plugin; "" when it lies elsewhere. The whole folder when that is gone."""
    entries = at(load(os.path.join(market, ".claude-plugin", "marketplace.json")), "plugins")
    for entry in entries if isinstance(entries, list) else ():
        if at(entry, "name") == plugin:
            source = at(entry, "source")
            return source if isinstance(source, str) else ""
    return "."


def _add_other_starters(found: Look, folder: str, files: dict[str, str], values: dict[str, Any], project: str) -> None:
    """Hooks and MCP servers that start us beside a plugin."""
    for scope, path in files.items():
        if starts_us(at(values[scope], "hooks")):
            found.starters.append(("hooks of its settings", path, "remove the hooks from that file"))
    state = os.path.join(config.environ("CLAUDE_CONFIG_DIR") or config.home(), ".claude.json")
    lists = [
        (state, at(load(state), "mcpServers")),
        (state, at(load(state), "projects", project, "mcpServers")),
        (os.path.join(project, ".mcp.json"), at(load(os.path.join(project, ".mcp.json"), project), "mcpServers")),
    ]
    for path, servers in lists:
        for name, server in servers.items() if isinstance(servers, dict) else ():
            if starts_us(server):
                found.starters.append(("the MCP server %s" % name, path, "`claude mcp remove %s`" % name))
                found.installed = True
