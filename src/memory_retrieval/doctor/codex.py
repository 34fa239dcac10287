"""What Codex starts, from its own files (seen with 0.169.0). Runs nothing; `ask_codex` does.

Codex runs a plugin from its own copy, and of its hooks only those that the user has trusted since they last changed.
"""

from __future__ import annotations

import os

from ..core.paths import REPOSITORY
from ..core.reading import read_regular
from ..core.sanitize import one_line
from ..core.shell import command_line
from ..hosts.plan import KEY, host_folder
from ..setup import plugin
from . import toml
from .ask_codex import trust_of_hooks
from .copies import CACHE, MAX_FILE, OURS, Copy, at, kind_of, load, names, starts_us, version_of
from .look import FIX, Look, judge_copy, judge_starters, name_of
from .report import ERROR, INFO, WARNING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .report import Run

NEEDED_EVENT = "user_prompt_submit"
TRUST = "start `codex`, type /hooks, and trust those of the plugin `memory`"


def look(project: str) -> Look:
    """What Codex starts. Nothing in `project` is read."""
    found = Look("codex", "Codex")
    folder = host_folder("CODEX_HOME", ".codex")
    path = os.path.join(folder, "config.toml")
    settings, why = _load(path)
    if why:
        next_step = "correct the file"
        found.add(ERROR, "host-settings", "Codex's settings cannot be read: " + why, path, next_step)
    plugins = at(settings, "plugins")
    for key in sorted(filter(names, plugins)) if isinstance(plugins, dict) else ():
        copy = _copy(key, folder)
        if copy is None:
            continue
        _judge_plugin(found, copy, at(plugins, key, "enabled") is not False, settings, path)
        if copy in found.copies:
            _judge_trust(found, copy, settings, folder)
    _add_other_starters(found, settings, folder, path)
    judge_starters(found)
    if not found.installed:
        found.add(INFO, "not-set-up", "not set up", folder, "`memories setup codex`")
    return found


def _load(path: str) -> tuple[Any, str]:
    """(settings, why they cannot be read)."""
    try:
        return toml.loads(read_regular(path, MAX_FILE, links=True).decode("utf-8")), ""
    except (FileNotFoundError, NotADirectoryError):
        return {}, ""
    except OSError as error:
        return {}, error.strerror or "cannot be read"
    except ValueError as error:
        return {}, str(error)


def _judge_plugin(found: Look, copy: Copy, on: bool, settings: Any, path: str) -> None:
    _, _, market = copy.name.partition("@")
    if not on:
        found.installed = True
        remedy = '`%s`, or `enabled = true` below [plugins."%s"]' % (
            command_line("codex", "plugin", "add", copy.name),
            copy.name,
        )
        found.add(WARNING, "plugin-off", "%s is switched off" % name_of(copy), path, remedy)
        return
    found.starters.append((name_of(copy), copy.root, "`%s`" % command_line("codex", "plugin", "remove", copy.name)))
    source = at(settings, "marketplaces", market, "source")
    gone = isinstance(source, str) and os.path.isabs(source) and not os.path.isdir(source)
    add = command_line("codex", "plugin", "add", copy.name)
    here = FIX % "%s && %s" % (command_line("codex", "plugin", "marketplace", "add", plugin.folder()), add)
    again = here if gone else "`%s`" % add
    mends = "made a copy that stays, and pointed Codex to it" if gone else "ran " + again
    judge_copy(found, copy, again, here, _copy_again(copy.name, gone), mends)
    if gone and copy in found.copies:
        message = "the folder that the plugin was installed from is gone"
        why = "Codex goes on with its own copy, and can never update it"
        found.add(WARNING, "checkout-missing", message, source, here, why, _copy_again(copy.name, True), mends)


def _copy_again(key: str, add_market: bool) -> Any:
    def mend(run: Run) -> None:
        if add_market:
            plugin.write()
            run(["codex", "plugin", "marketplace", "add", plugin.folder()])
        run(["codex", "plugin", "add", key])

    return mend


def _judge_trust(found: Look, copy: Copy, settings: Any, folder: str) -> None:
    """Codex is asked itself; without its command, its settings say at least what was never trusted."""
    if at(settings, "features", "hooks") is False:
        path = os.path.join(folder, "config.toml")
        message = "hooks are switched off (features.hooks)"
        found.add(ERROR, "hooks-off", message, path, "remove the line `hooks = false`", "no memory reaches a prompt")
        return
    trust = trust_of_hooks(folder, copy.name)
    if trust is None:
        states = at(settings, "hooks", "state")
        keys = [key for key in states if key.startswith(copy.name + ":")] if isinstance(states, dict) else []
        trusted = [key.split(":")[2:3] for key in keys]
        trust = {NEEDED_EVENT: "trusted" if [NEEDED_EVENT] in trusted else "untrusted"}
    left = sorted(event for event, state in trust.items() if state not in ("trusted", "managed"))
    if not left:
        return
    changed = all(trust[event] == "modified" for event in left)
    message = "the plugin changed since its hooks were trusted" if changed else "its hooks are not trusted"
    why = "Codex leaves out %s, and `codex exec` says nothing about it" % ", ".join(left)
    found.add(ERROR, "hooks-untrusted", message, copy.root, TRUST, why)


def _copy(key: str, folder: str) -> Copy | None:
    """The copy of a plugin that is ours, the newest when there are several versions; None for any other plugin."""
    plugin, market = names(key) or ("", "")
    base = os.path.join(folder, "plugins", "cache", market, plugin)
    try:
        versions = sorted((os.stat(os.path.join(base, name)).st_mtime, name) for name in os.listdir(base))
    except OSError:
        versions = []
    root = os.path.join(base, versions[-1][1] if versions else version_of(REPOSITORY))
    kind = kind_of(root) or (OURS if key == KEY else "")
    if not kind:
        return None
    named = at(load(os.path.join(root, ".codex-plugin", "plugin.json")), "hooks")
    hooks = os.path.normpath(os.path.join(root, named if isinstance(named, str) else "hooks/hooks.json"))
    if not hooks.startswith(root + os.sep):
        hooks = os.path.join(root, "hooks", "hooks.json")
    values = (("PLUGIN_ROOT", root), ("CLAUDE_PLUGIN_ROOT", root))
    return Copy("codex", key, root, hooks, values, CACHE, kind)


def _add_other_starters(found: Look, settings: Any, folder: str, path: str) -> None:
    servers = at(settings, "mcp_servers")
    for name, server in servers.items() if isinstance(servers, dict) else ():
        if starts_us(server) and at(server, "enabled") is not False:
            remedy = "`%s`" % command_line("codex", "mcp", "remove", name)
            found.starters.append(("the MCP server %s" % one_line(name), path, remedy))
            found.installed = True
    own = at(settings, "hooks")
    for file, hooks in (
        (path, {k: v for k, v in own.items() if k != "state"} if isinstance(own, dict) else {}),
        (os.path.join(folder, "hooks.json"), at(load(os.path.join(folder, "hooks.json")), "hooks")),
    ):
        if starts_us(hooks):
            found.starters.append(("hooks of its settings", file, "remove the hooks from that file"))
