"""VS Code with Copilot, not tried with the real client: the settings are shown, and nothing is written."""

from __future__ import annotations

import os
import sys

from . import Host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .plan import Plan


HOOKS = (("session-start", "session-start", ""),)
"""(event, what the launcher is given, the tools that it is for) of each hook."""


class VSCode(Host):
    name = "vscode"
    title = "VS Code"
    rules_files = {"agents-md": "AGENTS.md", "copilot": ".github/copilot-instructions.md"}
    command = "code"

    def context(self, event: str, text: str) -> Any:
        """It takes context at the start of a session only."""
        return super().context(event, text) if event == "session-start" else None

    def request(self, text: str) -> dict[str, Any]:
        return {"hookSpecificOutput": {"hookEventName": "Stop", "decision": "block", "reason": text}}

    def folder(self) -> str:
        from ..core import config

        if os.name == "nt":
            return os.path.join(config.environ("APPDATA"), "Code")
        if sys.platform == "darwin":
            return os.path.join("Library", "Application Support", "Code")
        return os.path.join(config.environ("XDG_CONFIG_HOME") or ".config", "Code")

    def plan(self, plugin: str) -> Plan:
        """A hooks file of its own: those that VS Code reads by itself are Claude Code's and Copilot CLI's too."""
        from ..core import config
        from .plan import LAUNCHER, UNTRIED, Plan, Setting, home, hooks_of, server

        user, hooked = os.path.join(home(), self.folder(), "User"), os.path.exists(LAUNCHER)
        servers = {"memories": {"type": "stdio", **server(brief=not hooked)}}
        settings = [Setting(path=os.path.join(user, "mcp.json"), part={"servers": servers})]
        if hooked:
            path = os.path.join(config.config_dir(), "vscode-hooks.json")
            hooks = hooks_of(self.name, self.events, HOOKS, LAUNCHER, lambda line: {"type": "command", "command": line})
            read = {"chat.hookFilesLocations": {path.replace(home(), "~", 1): True}}
            settings += [
                Setting(path=path, part={"hooks": hooks}),
                Setting(path=os.path.join(user, "settings.json"), part=read),
            ]
        return Plan(by_hand=tuple(settings), notes=(UNTRIED, "VS Code's prompt hook does not accept context."))


HOST = VSCode()
