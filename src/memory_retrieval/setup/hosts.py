"""What each host needs in order to use us, as a plan. One function a host; paths as the hosts document them.

Cursor and VS Code were not tried with the real client: their settings are shown. All others were, and are set up.
"""

from __future__ import annotations

import json
import os
import sys

from ..core import config, programs
from ..core.errors import ConfigError
from ..core.paths import REPOSITORY
from . import plugin, settings
from .files import read_text
from .plan import Command, File, Plan, Setting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LAUNCHER = os.path.join(REPOSITORY, "hooks", "launch.sh")
TOOLS_ONLY = "MCP tools only: tell the agent in its rules file to call `search` of `memories` before a design choice."
PLUGIN, MARKET = "memory", "memory-retrieval"
READING = ["mcp__plugin_memory_memories__" + tool for tool in ("search", "get", "why")]


def plan(host: str) -> Plan:
    """The plan of a host. ConfigError when something it needs is missing."""
    return HOSTS[host]()


def installed() -> list[str]:
    """The hosts that this machine seems to have, by their command or their folder."""
    home = config.home()
    signs = {
        "claude": ".claude",
        "codex": ".codex",
        "gemini": ".gemini",
        "cursor": ".cursor",
        "opencode": ".config/opencode",
        "qwen": ".qwen",
        "copilot": ".copilot",
    }
    hosts = [
        host
        for host, folder in signs.items()
        if programs.find(host) or (home and os.path.isdir(os.path.join(home, folder)))
    ]
    return hosts + (["vscode"] if programs.find("code") or os.path.isdir(_vscode_folder()) else [])


def host_folder(variable: str, name: str) -> str:
    """Where a host keeps its settings; a folder in a project is the repository's, so it is not believed."""
    folder = config.environ(variable)
    own = os.path.isabs(folder) and not programs.is_foreign(folder)
    return folder if own else os.path.join(_home(), name)


def _claude() -> Plan:
    file = os.path.join(host_folder("CLAUDE_CONFIG_DIR", ".claude"), "settings.json")
    name = PLUGIN + "@" + MARKET
    commands = (
        Command(
            argv=["claude", "plugin", "marketplace", "add", plugin.folder()],
            undo=["claude", "plugin", "marketplace", "remove", MARKET],
            path=file,
            done=lambda text: _at(text, "extraKnownMarketplaces", MARKET) is not None,
        ),
        Command(
            argv=["claude", "plugin", "install", name],
            undo=["claude", "plugin", "uninstall", name],
            path=file,
            done=lambda text: _at(text, "enabledPlugins", name) is True,
        ),
    )
    notes = (
        "The three rules let the agent read memories without asking each time; "
        "saving is allowed by the plugin's own hook",
        "(docs/maintainers/security.md).",
        "Without the claude command: in Claude Code, type /plugin marketplace add %s and /plugin install %s."
        % (plugin.folder(), name),
    )
    setting = Setting(path=file, part={"permissions": {"allow": READING}})
    known = _at(read_text(file), "extraKnownMarketplaces", MARKET)
    return Plan(
        host="claude",
        copied=known is None or plugin.folder() in json.dumps(known, ensure_ascii=False),
        renew=(["claude", "plugin", "marketplace", "update", MARKET], ["claude", "plugin", "update", name]),
        settings=(setting,),
        commands=commands,
        notes=notes,
    )


def _codex() -> Plan:
    file = os.path.join(host_folder("CODEX_HOME", ".codex"), "config.toml")
    name = PLUGIN + "@" + MARKET
    commands = (
        Command(
            argv=["codex", "plugin", "marketplace", "add", plugin.folder()],
            undo=["codex", "plugin", "marketplace", "remove", MARKET],
            path=file,
            done=lambda text: "[marketplaces.%s]" % MARKET in (text or ""),
        ),
        Command(
            argv=["codex", "plugin", "add", name],
            undo=["codex", "plugin", "remove", name],
            path=file,
            done=lambda text: '[plugins."%s"]' % name in (text or ""),
        ),
    )
    notes = (
        "Codex runs only hooks that you have trusted, and `codex exec` skips the others silently: start `codex` once,",
        "open /hooks, and trust the hooks of the plugin `memory`. After a plugin update, it asks again.",
    )
    text = read_text(file) or ""
    return Plan(
        host="codex",
        copied="[marketplaces.%s]" % MARKET not in text or plugin.folder() in text,
        renew=(["codex", "plugin", "add", name],),
        commands=commands,
        notes=notes,
    )


def _gemini() -> Plan:
    target = os.path.join(_home(), ".gemini", "extensions", PLUGIN)
    names = {name: "integrations/gemini/" + name for name in ("gemini-extension.json", "launch.sh", "hooks/hooks.json")}
    for name in ("search", "save", "review"):
        names["skills/%s/SKILL.md" % name] = "skills/%s/SKILL.md" % name
    files = []
    for name, path in names.items():
        with open(os.path.join(plugin.source(), path), encoding="utf-8") as file:
            files.append(File(path=os.path.join(target, *name.split("/")), text=file.read()))
    files.append(File(path=os.path.join(target, "root"), text=plugin.folder() + "\n"))
    return Plan(
        host="gemini",
        copied=True,
        files=tuple(files),
        notes=("Restart `gemini`; /extensions list, /hooks panel and /mcp then show it.",),
    )


def _cursor() -> Plan:
    folder = os.path.join(_home(), ".cursor")
    server = _stdio(brief=not os.path.exists(LAUNCHER))  # the hook at the start of a session brings it
    parts = [Setting(path=os.path.join(folder, "mcp.json"), part={"mcpServers": {"memories": server}})]
    if os.path.exists(LAUNCHER):
        events = {"sessionStart": "session-start", "beforeSubmitPrompt": "prompt"}
        command = 'sh "%s" %s --host cursor ; exit 0'
        hooks = {event: [{"command": command % (LAUNCHER, events[event])}] for event in events}
        parts.append(Setting(path=os.path.join(folder, "hooks.json"), part={"version": 1, "hooks": hooks}))
    notes = ("Not tested with the real client: it is undocumented whether beforeSubmitPrompt accepts context.",)
    return Plan(host="cursor", by_hand=tuple(parts), notes=notes)


def _vscode() -> Plan:
    part = {"servers": {"memories": {"type": "stdio", **_stdio()}}}
    notes = ("Not tested with the real client. MCP tools only: VS Code's prompt hook does not accept context.",)
    path = os.path.join(_vscode_folder(), "User", "mcp.json")
    return Plan(host="vscode", by_hand=(Setting(path=path, part=part),), notes=notes)


def _opencode() -> Plan:
    base = config.environ("XDG_CONFIG_HOME") or os.path.join(_home(), ".config")
    folder = os.path.join(base, "opencode")
    name = "opencode.jsonc" if os.path.exists(os.path.join(folder, "opencode.jsonc")) else "opencode.json"
    part = {"mcp": {"memories": {"type": "local", "command": _copied_server("mcp"), "enabled": True}}}
    setting = Setting(path=os.path.join(folder, name), part=part)
    return Plan(host="opencode", copied=True, settings=(setting,), notes=(TOOLS_ONLY,))


def _qwen() -> Plan:
    path = os.path.join(host_folder("QWEN_HOME", ".qwen"), "settings.json")
    launcher = _copied_launcher()
    events = {"SessionStart": "session-start", "UserPromptSubmit": "prompt"}
    hooks = {
        event: [{"hooks": [{"type": "command", "command": 'sh "%s" %s' % (launcher, word), "timeout": 10}]}]
        for event, word in events.items()
    }
    command, *words = _copied_server("mcp", "--no-brief")
    server = {"command": command, "args": words}
    part = {"mcpServers": {"memories": server}, "hooks": hooks}
    notes = ("The brief and the prompt's memories come by hooks; nothing is saved by itself when a turn ends.",)
    return Plan(host="qwen", copied=True, settings=(Setting(path=path, part=part),), notes=notes)


def _copilot() -> Plan:
    folder = host_folder("COPILOT_HOME", ".copilot")
    command, *words = _copied_server("mcp")
    server = {"type": "local", "command": command, "args": words, "tools": ["*"]}
    setting = Setting(path=os.path.join(folder, "mcp-config.json"), part={"mcpServers": {"memories": server}})
    return Plan(host="copilot", copied=True, settings=(setting,), notes=(TOOLS_ONLY,))


HOSTS = {
    "claude": _claude,
    "codex": _codex,
    "gemini": _gemini,
    "cursor": _cursor,
    "vscode": _vscode,
    "opencode": _opencode,
    "qwen": _qwen,
    "copilot": _copilot,
}


def _stdio(*, brief: bool = True) -> dict[str, Any]:
    """How a host starts the MCP server: through the launcher, else by the installed command."""
    words = ["mcp"] if brief else ["mcp", "--no-brief"]
    if os.name != "nt" and os.path.exists(LAUNCHER):
        return {"command": "sh", "args": [LAUNCHER, *words]}
    script = os.path.join(REPOSITORY, "bin", "memories")
    if os.path.exists(script):
        return {"command": sys.executable, "args": ["-I", "-S", script, *words]}
    installed = programs.find("memories")
    if not installed:
        raise ConfigError("the command `memories` is not on the PATH; install the package, or run this from its folder")
    return {"command": installed, "args": words}


def _copied_launcher() -> str:
    return os.path.join(plugin.folder(), "hooks", "launch.sh")


def _copied_server(*words: str) -> list[str]:
    if os.name == "nt":
        return [sys.executable, "-I", "-S", os.path.join(plugin.folder(), "bin", "memories"), *words]
    return ["sh", _copied_launcher(), *words]


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
        value = settings.loads(text)
    except ConfigError:
        return None
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value
