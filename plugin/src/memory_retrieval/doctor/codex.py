"""What Codex starts, from its own files (seen with 0.169.0), and whether it would run the hooks. Runs nothing.

Codex runs a plugin from its own copy, and of its hooks only those that the user has trusted since they last changed.
"""

from __future__ import annotations

import importlib
import os

from ..core.paths import PLUGIN_FOLDER
from ..core.reading import read_regular
from ..core.shell import command_line
from ..hosts.plan import KEY, host_folder
from ..setup import plugin
from .copies import CACHE, FIX, MAX_FILE, OURS, Copy, Look, at, judge_copy, kind_of, load, names, version_of
from .report import ERROR, WARNING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .report import Run

NEEDED_EVENT = "user_prompt_submit"
TRUST = "start `codex`, type /hooks, and trust those of the plugin `memory`"


def look(project: str) -> Look:
    """What Codex starts. Nothing in `project` is read."""
    found = Look("codex", title="Codex")
    folder = host_folder("CODEX_HOME", ".codex")
    path = os.path.join(folder, "config.toml")
    settings, why = _load(path)
    found.add_unreadable(path, why)
    if settings is None:
        what, why = (
            "the settings of Codex were not read: this Python has no TOML parser",
            "its trust in hooks is unknown",
        )
        found.add(WARNING, "host-settings", what, path, "run `memories doctor` with Python 3.11 or newer", why)
    plugins = at(settings, "plugins") if settings is not None else {KEY: {}}  # what is not read may name our own
    for key in sorted(filter(names, plugins)) if isinstance(plugins, dict) else ():
        copy = _copy(key, folder)
        if copy is None or (settings is None and not os.path.isdir(copy.root)):
            continue
        _judge_plugin(found, copy, at(plugins, key, "enabled") is not False, settings, path)
        if copy in found.copies:
            _judge_trust(found, copy, settings, folder)
    found.add_servers(at(settings, "mcp_servers"), path, "codex", "mcp", "remove")
    own, file = at(settings, "hooks"), os.path.join(folder, "hooks.json")
    found.add_hooks({k: v for k, v in own.items() if k != "state"} if isinstance(own, dict) else {}, path)
    found.add_hooks(at(load(file), "hooks"), file)
    return found.finish(folder)


def _load(path: str) -> tuple[Any, str]:
    """(settings, why they cannot be read); None for settings that this Python cannot read."""
    try:
        text = read_regular(path, MAX_FILE, links=True).decode("utf-8")
        tomllib: Any = importlib.import_module("tomllib")
        return tomllib.loads(text), ""
    except (FileNotFoundError, NotADirectoryError):
        return {}, ""
    except ImportError:
        return None, ""
    except OSError as error:
        return {}, error.strerror or "cannot be read"
    except ValueError as error:
        return {}, str(error)


def _judge_plugin(found: Look, copy: Copy, on: bool, settings: Any, path: str) -> None:
    _, _, market = copy.name.partition("@")
    if not on:
        remedy = "`{}`".format(command_line("codex", "plugin", "add", copy.name))
        found.add_off(copy, path, f'{remedy}, or `enabled = true` below [plugins."{copy.name}"]')
        return
    found.starters.append((str(copy), copy.root, "`{}`".format(command_line("codex", "plugin", "remove", copy.name))))
    source = at(settings, "marketplaces", market, "source")
    gone = isinstance(source, str) and os.path.isabs(source) and not os.path.isdir(source)
    add, add_market = ["codex", "plugin", "add", copy.name], ["codex", "plugin", "marketplace", "add", plugin.folder()]

    def fix(run: Run) -> None:
        if gone:
            plugin.write()
            run(add_market)
        run(add)

    here = FIX % (command_line(*add_market) + " && " + command_line(*add))
    judge_copy(found, copy, here if gone else f"`{command_line(*add)}`", here, fix)
    if gone and copy in found.copies:
        what, why = "the folder that the plugin was installed from is gone", "Codex can never update its own copy of it"
        found.add(WARNING, "checkout-missing", what, source, here, why, fix)


def _judge_trust(found: Look, copy: Copy, settings: Any, folder: str) -> None:
    """What was never trusted. Whether a hook was changed since is a matter of hashes, which only Codex can compare."""
    if at(settings, "features", "hooks") is False:
        path = os.path.join(folder, "config.toml")
        message = "hooks are switched off (features.hooks)"
        found.add(ERROR, "hooks-off", message, path, "remove the line `hooks = false`", "no memory reaches a prompt")
        return
    states = at(settings, "hooks", "state")
    keys = [key for key in states if key.startswith(copy.name + ":")] if isinstance(states, dict) else []
    if settings is None or [NEEDED_EVENT] in [key.split(":")[2:3] for key in keys]:
        return
    why = "Codex leaves them out, and `codex exec` says nothing about it"
    found.add(ERROR, "hooks-untrusted", "its hooks are not trusted", copy.root, TRUST, why)


def _copy(key: str, folder: str) -> Copy | None:
    """The copy of a plugin that is ours, the newest when there are several versions; None for any other plugin."""
    plugin, market = names(key) or ("", "")
    base = os.path.join(folder, "plugins", "cache", market, plugin)
    try:
        versions = sorted((os.stat(os.path.join(base, name)).st_mtime, name) for name in os.listdir(base))
    except OSError:
        versions = []
    root = os.path.join(base, versions[-1][1] if versions else version_of(PLUGIN_FOLDER))
    kind = kind_of(root) or (OURS if key == KEY else "")
    if not kind:
        return None
    named = at(load(os.path.join(root, ".codex-plugin", "plugin.json")), "hooks")
    hooks = os.path.normpath(os.path.join(root, named if isinstance(named, str) else "hooks/hooks.json"))
    if not hooks.startswith(root + os.sep):
        hooks = os.path.join(root, "hooks", "hooks.json")
    values = (("PLUGIN_ROOT", root), ("CLAUDE_PLUGIN_ROOT", root))
    return Copy("codex", key, root, hooks, values, CACHE, kind)
