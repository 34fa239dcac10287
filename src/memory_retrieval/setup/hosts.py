"""What each host needs to know of us, as a plan of changes. One function a host; paths as the hosts document them."""

from __future__ import annotations

import json
import os
import shutil
import sys

from ..core import config
from ..core.errors import ConfigError
from ..core.paths import REPOSITORY
from . import jsonc
from .change import Command, FileChange, Plan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .change import Edit

LAUNCHER = os.path.join(REPOSITORY, "hooks", "launch.sh")
PLUGIN, MARKET = "memory", "memory-retrieval"
READING = ["mcp__plugin_memory_memories__" + tool for tool in ("search", "get", "why")]


def plan(host: str) -> Plan:
    """The plan of a host. ConfigError when something it needs is missing."""
    return HOSTS[host]()


def found() -> list[str]:
    """The hosts that this machine seems to have, by their command or their folder."""
    home = config.home()
    signs = {
        "claude": ".claude",
        "codex": ".codex",
        "gemini": ".gemini",
        "cursor": ".cursor",
        "opencode": ".config/opencode",
    }
    hosts = [
        host
        for host, folder in signs.items()
        if shutil.which(host) or (home and os.path.isdir(os.path.join(home, folder)))
    ]
    return hosts + (["vscode"] if shutil.which("code") or os.path.isdir(_vscode_folder()) else [])


def is_set_up(host: str) -> bool:
    """Whether nothing is left to do for a host."""
    from .change import preview

    try:
        commands, changes = preview(plan(host))
    except ConfigError:
        return False
    return not commands and not changes


def _claude() -> Plan:
    settings = os.path.join(config.environ("CLAUDE_CONFIG_DIR") or os.path.join(_home(), ".claude"), "settings.json")
    allow = ["permissions", "allow"]

    def edit(text: str | None) -> str | None:
        for rule in READING:
            text = jsonc.add_item(text or "", allow, rule)
        return text

    def clean(text: str | None) -> str | None:
        for rule in READING:
            text = jsonc.remove_item(text, allow, rule) if text else text
        return text

    commands = [
        Command(
            ["claude", "plugin", "marketplace", "add", _plugin_root()],
            ["claude", "plugin", "marketplace", "remove", MARKET],
            settings,
            lambda text: _at(text, "extraKnownMarketplaces", MARKET) is not None,
        ),
        Command(
            ["claude", "plugin", "install", PLUGIN + "@" + MARKET],
            ["claude", "plugin", "uninstall", PLUGIN + "@" + MARKET],
            settings,
            lambda text: _at(text, "enabledPlugins", PLUGIN + "@" + MARKET) is True,
        ),
    ]
    return Plan(
        "claude",
        [FileChange(settings, edit, clean)],
        commands,
        [
            "The three rules let the agent read memories without asking each time; saving is allowed by the plugin's own hook",
            "(docs/security.md).",
            "Without the claude command: in Claude Code type /plugin marketplace add %s and /plugin install %s@%s."
            % (REPOSITORY, PLUGIN, MARKET),
        ],
    )


def _codex() -> Plan:
    settings = os.path.join(config.environ("CODEX_HOME") or os.path.join(_home(), ".codex"), "config.toml")
    commands = [
        Command(
            ["codex", "plugin", "marketplace", "add", _plugin_root()],
            ["codex", "plugin", "marketplace", "remove", MARKET],
            settings,
            lambda text: "[marketplaces.%s]" % MARKET in (text or ""),
        ),
        Command(
            ["codex", "plugin", "add", PLUGIN + "@" + MARKET],
            ["codex", "plugin", "remove", PLUGIN + "@" + MARKET],
            settings,
            lambda text: '[plugins."%s@%s"]' % (PLUGIN, MARKET) in (text or ""),
        ),
    ]
    return Plan(
        "codex",
        [],
        commands,
        [
            "Codex runs a hook only after you have trusted it, and `codex exec` skips the others without a word: start `codex` once,",
            "open /hooks, and trust those of the plugin `memory`. After an update of the plugin it asks again.",
        ],
    )


def _gemini() -> Plan:
    source = os.path.join(_plugin_root(), "integrations", "gemini")
    target = os.path.join(_home(), ".gemini", "extensions", PLUGIN)
    names = ["gemini-extension.json", "launch.sh", os.path.join("hooks", "hooks.json")]
    names += [os.path.join("skills", name, "SKILL.md") for name in ("search", "save", "review")]
    files = []
    for name in names:
        with open(os.path.join(source, name), encoding="utf-8") as file:
            files.append(_whole(os.path.join(target, name), file.read()))
    files.append(_whole(os.path.join(target, "root"), REPOSITORY + "\n"))
    return Plan("gemini", files, (), ["Start `gemini` anew; /extensions list, /hooks panel and /mcp show it."])


def _cursor() -> Plan:
    folder = os.path.join(_home(), ".cursor")
    files = [_member(os.path.join(folder, "mcp.json"), ["mcpServers", "memories"], _stdio())]
    if os.path.exists(LAUNCHER):
        for event, name in (("sessionStart", "session-start"), ("beforeSubmitPrompt", "prompt")):
            entry = {"command": 'sh "%s" %s --host cursor' % (LAUNCHER, name)}
            files.append(_item(os.path.join(folder, "hooks.json"), ["hooks", event], entry, {"version": 1}))
    return Plan(
        "cursor",
        _joined(files),
        (),
        ["Not tested with the real client: that beforeSubmitPrompt takes context is undocumented."],
    )


def _vscode() -> Plan:
    value = {"type": "stdio", **_stdio()}
    path = os.path.join(_vscode_folder(), "User", "mcp.json")
    return Plan(
        "vscode",
        [_member(path, ["servers", "memories"], value)],
        (),
        ["Not tested with the real client. MCP tools only: VS Code's prompt hook takes no context."],
    )


def _opencode() -> Plan:
    base = config.environ("XDG_CONFIG_HOME") or os.path.join(_home(), ".config")
    folder = os.path.join(base, "opencode")
    name = "opencode.jsonc" if os.path.exists(os.path.join(folder, "opencode.jsonc")) else "opencode.json"
    server = _stdio()
    value = {"type": "local", "command": [server["command"], *server["args"]], "enabled": True}
    return Plan(
        "opencode",
        [_member(os.path.join(folder, name), ["mcp", "memories"], value)],
        (),
        ["Not tested with the real client. MCP tools only."],
    )


HOSTS = {
    "claude": _claude,
    "codex": _codex,
    "gemini": _gemini,
    "cursor": _cursor,
    "vscode": _vscode,
    "opencode": _opencode,
}


def _stdio() -> dict[str, Any]:
    """How a host starts the MCP server: through the launcher, else by the installed command."""
    if os.name != "nt" and os.path.exists(LAUNCHER):
        return {"command": "sh", "args": [LAUNCHER, "mcp"]}
    script = os.path.join(REPOSITORY, "bin", "memories")
    if os.path.exists(script):
        return {"command": sys.executable, "args": ["-I", "-S", script, "mcp"]}
    installed = shutil.which("memories")
    if not installed:
        raise ConfigError("the command `memories` is not on the PATH; install the package, or run this from its folder")
    return {"command": installed, "args": ["mcp"]}


def _plugin_root() -> str:
    if not os.path.exists(LAUNCHER):
        raise ConfigError(
            "%s: holds no plugin (hooks, skills); run `memories setup` from a checkout of the repository" % REPOSITORY
        )
    return REPOSITORY


def _home() -> str:
    if not config.home():
        raise ConfigError("no home folder; set HOME")
    return config.home()


def _vscode_folder() -> str:
    home = config.home() or os.sep
    if os.name == "nt":
        return os.path.join(config.environ("APPDATA") or home, "Code")
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Application Support", "Code")
    return os.path.join(config.environ("XDG_CONFIG_HOME") or os.path.join(home, ".config"), "Code")


def _at(text: str | None, *path: str) -> Any:
    """The value at a path of a JSON text; None when it is not there, or the text is no JSON."""
    try:
        value = jsonc.loads(text) if text and text.strip() else {}
    except ConfigError:
        return None
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _whole(path: str, text: str) -> FileChange:
    """A file that is all ours; one that somebody altered stays when the set-up is taken back."""
    return FileChange(path, lambda now: text, lambda now: None if now == text else now)


def _member(path: str, keys: list[str], value: Any) -> FileChange:
    def clean(now: str | None) -> str | None:
        return now if not now or _at(now, *keys) != value else _emptied(jsonc.remove(now, keys))

    return FileChange(path, lambda now: jsonc.put(now or "", keys, value), clean)


def _item(path: str, keys: list[str], value: Any, head: dict[str, Any]) -> FileChange:
    def edit(now: str | None) -> str | None:
        return jsonc.add_item(now if now and now.strip() else json.dumps(head, indent=2) + "\n", keys, value)

    def clean(now: str | None) -> str | None:
        after = jsonc.remove_item(now, keys, value) if now else now
        return None if after and after != now and jsonc.loads(after) == head else after

    return FileChange(path, edit, clean)


def _joined(changes: list[FileChange]) -> list[FileChange]:
    """Changes of the same file as one."""
    by_path: dict[str, list[FileChange]] = {}
    for change in changes:
        by_path.setdefault(change.path, []).append(change)
    return [
        FileChange(path, _chain([c.edit for c in group]), _chain([c.clean for c in group]))
        for path, group in by_path.items()
    ]


def _chain(functions: list[Edit]) -> Edit:
    def run(text: str | None) -> str | None:
        for function in functions:
            text = function(text)
        return text

    return run


def _emptied(text: str) -> str | None:
    return None if jsonc.loads(text) == {} else text
