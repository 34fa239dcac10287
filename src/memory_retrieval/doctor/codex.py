"""What Codex starts, from its own files (seen with 0.169.0), and which of the hooks it would run.

Codex runs a plugin from its own copy, and of its hooks only those that the user has trusted since they last changed.
Nothing is run but Codex itself, which is asked about that trust: its settings are copied and the plugins linked, so
that it writes its databases and logs into a temporary folder.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import subprocess
import tempfile
import threading

from ..core import config, programs
from ..core.files import write_private
from ..core.paths import REPOSITORY
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
PATIENCE = 15  # seconds; 0.3 were measured
NOWHERE = "http://127.0.0.1:9"  # a port where nothing answers: asking about hooks needs no network
CLIENT = {"clientInfo": {"name": "memories-doctor", "title": "memories doctor", "version": "1"}}


def look(project: str) -> Look:
    """What Codex starts. Nothing in `project` is read."""
    found = Look("codex", "Codex")
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
        remedy = "`%s`" % command_line("codex", "plugin", "add", copy.name)
        found.add_off(copy, path, '%s, or `enabled = true` below [plugins."%s"]' % (remedy, copy.name))
        return
    found.starters.append((str(copy), copy.root, "`%s`" % command_line("codex", "plugin", "remove", copy.name)))
    source = at(settings, "marketplaces", market, "source")
    gone = isinstance(source, str) and os.path.isabs(source) and not os.path.isdir(source)
    add, add_market = ["codex", "plugin", "add", copy.name], ["codex", "plugin", "marketplace", "add", plugin.folder()]

    def fix(run: Run) -> None:
        if gone:
            plugin.write()
            run(add_market)
        run(add)

    here = FIX % (command_line(*add_market) + " && " + command_line(*add))
    judge_copy(found, copy, here if gone else "`%s`" % command_line(*add), here, fix)
    if gone and copy in found.copies:
        what, why = "the folder that the plugin was installed from is gone", "Codex can never update its own copy of it"
        found.add(WARNING, "checkout-missing", what, source, here, why, fix)


def _judge_trust(found: Look, copy: Copy, settings: Any, folder: str) -> None:
    """Codex is asked itself; without its command, its settings say at least what was never trusted."""
    if at(settings, "features", "hooks") is False:
        path = os.path.join(folder, "config.toml")
        message = "hooks are switched off (features.hooks)"
        found.add(ERROR, "hooks-off", message, path, "remove the line `hooks = false`", "no memory reaches a prompt")
        return
    trust = trust_of_hooks(folder, copy.name)
    if trust is None and settings is not None:
        states = at(settings, "hooks", "state")
        keys = [key for key in states if key.startswith(copy.name + ":")] if isinstance(states, dict) else []
        trusted = [key.split(":")[2:3] for key in keys]
        trust = {NEEDED_EVENT: "trusted" if [NEEDED_EVENT] in trusted else "untrusted"}
    left = sorted(event for event, state in (trust or {}).items() if state not in ("trusted", "managed"))
    if not left or not trust:
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


def trust_of_hooks(folder: str, plugin: str) -> dict[str, str] | None:
    """{event: "trusted", "untrusted", "modified", "managed" or "disabled"} of a plugin's hooks.

    None when Codex cannot be asked, or knows no hook of that plugin.

    folder  CODEX_HOME. Codex is started in an empty folder: a project's own settings could name programs
    """
    program = programs.find("codex")
    if not program or os.name == "nt":
        return None
    with tempfile.TemporaryDirectory(prefix="memories-doctor-") as scratch:
        try:
            settings = read_regular(os.path.join(folder, "config.toml"), MAX_FILE, links=True)
            write_private(os.path.join(scratch, "config.toml"), settings)
            os.symlink(os.path.join(os.path.realpath(folder), "plugins"), os.path.join(scratch, "plugins"))
            hooks = [hook for place in _ask(program, scratch)["data"] for hook in place["hooks"]]
            own = [hook for hook in hooks if hook["pluginId"] == plugin]
            return {_event(hook): hook["trustStatus"] if hook["enabled"] else "disabled" for hook in own} or None
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None


def _ask(program: str, scratch: str) -> Any:
    environment = {"HOME": scratch, "CODEX_HOME": scratch, "PATH": config.environ("PATH"), "TERM": "dumb"}
    environment.update(dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), NOWHERE))
    pipe, null = subprocess.PIPE, subprocess.DEVNULL
    command = [program, "app-server"]
    child = subprocess.Popen(command, env=environment, cwd=scratch, stdin=pipe, stdout=pipe, stderr=null)
    timer = threading.Timer(PATIENCE, child.kill)
    timer.start()
    try:
        _send(child, {"id": 0, "method": "initialize", "params": CLIENT})
        _receive(child, 0)
        _send(child, {"method": "initialized"})
        _send(child, {"id": 1, "method": "hooks/list", "params": {"cwds": [scratch]}})
        return _receive(child, 1)
    finally:
        timer.cancel()
        child.kill()
        child.communicate()


def _send(child: subprocess.Popen[bytes], message: dict[str, Any]) -> None:
    assert child.stdin is not None
    child.stdin.write(json.dumps(message).encode("utf-8") + b"\n")
    child.stdin.flush()


def _receive(child: subprocess.Popen[bytes], number: int) -> Any:
    for line in child.stdout or ():
        message = json.loads(line)
        if message.get("id") == number:
            return message.get("result")
    raise ValueError("no answer")


def _event(hook: dict[str, Any]) -> str:
    return re.sub("([A-Z])", lambda found: "_" + found.group().lower(), hook["eventName"])
